import type { Alarm, UndoRecord } from "@writ/contracts";
import { visibleLine } from "@writ/engine";

/** So many files are named; the rest is counted. */
const mostNamed = 5;

/** Files as a person or a model reads them: names are somebody's text, so nothing in them acts. */
function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, mostNamed).map(visibleLine).join(", ");
  return paths.length > mostNamed ? `${shown} and ${paths.length - mostNamed} more` : shown;
}

const pathsOf = ({ files }: Pick<UndoRecord, "files">): string[] =>
  files.flatMap(({ path, from }) => (from === undefined ? [path] : [`${from} (now ${path})`]));

/** What was put back at once, and the undo that takes this back. */
export interface PutBack {
  paths: readonly string[];
  id: string | null;
}

/** What the model hears of changes it should not have made. */
export function toldOfStrays(record: UndoRecord, { paths: undone }: PutBack): string {
  const where = record.intent === null ? "although no intent is selected" : `outside the scope of ${record.intent}`;
  const left = pathsOf(record).filter((path) => !undone.includes(path));
  const back = undone.length === 0 ? "" : ` Writ put back: ${namesOf(undone)}.`;
  if (left.length === 0) return `Writ: this call changed files ${where}.${back} Do not make these changes again.`;
  return `Writ: this call changed files ${where} or that need a person: ${namesOf(left)}. Recorded as ${record.id}.${back} Tell the person. Do not build on these changes, and do not put them back yourself.`;
}

/** What the person hears of them. */
export function messageOfStrays(record: UndoRecord, { paths: undone, id }: PutBack): string {
  const left = pathsOf(record).filter((path) => !undone.includes(path));
  const again = id === null ? "" : ` To take that back: writ undo ${id}.`;
  const back = undone.length === 0 ? "" : ` Put back already: ${namesOf(undone)}.${again}`;
  if (left.length === 0) return `${visibleLine(record.tool)} changed files outside its intent's scope.${back}`;
  return `${visibleLine(record.tool)} changed files outside its intent's scope: ${namesOf(left)}.${back} To put them back: writ undo ${record.id}. To keep them: writ undo ${record.id} --keep`;
}

/** What the model hears of changes between its calls. */
export function toldOfDrift({ id, intent }: UndoRecord, paths: readonly string[]): string {
  const where = intent === null ? "although no intent is selected" : `outside the scope of ${intent}`;
  return `Writ: between calls, perhaps by something a command left running, files changed ${where} or that need a person: ${namesOf(paths)}. Recorded as ${id}. Tell the person. Do not build on these changes, and do not put them back yourself.`;
}

/** What the person hears of them. */
export function messageOfDrift({ id }: UndoRecord, paths: readonly string[]): string {
  return `Files outside the intent's scope changed between calls, perhaps by something a command left running: ${namesOf(paths)}. If that was not you, to put them back: writ undo ${id}. To keep them: writ undo ${id} --keep`;
}

/** What the person hears of protected files. */
export function messageOfAlarms(alarms: readonly Alarm[]): string {
  const shown = alarms.map(({ path, what }) => `${visibleLine(path)} (${what})`).slice(0, mostNamed);
  return `Protected files changed: ${shown.join(", ")}. See: writ alarms`;
}

/** What the person hears when not everything could be looked at. */
export function messageOfGap(tool: string, gap: string): string {
  return `Not everything that ${visibleLine(tool)} changed could be looked at: ${gap}. See: git status`;
}
