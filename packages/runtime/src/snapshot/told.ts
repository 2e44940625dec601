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

/** What the model hears of changes it should not have made. */
export function toldOfStrays(record: UndoRecord, undone: readonly string[]): string {
  const where = record.intent === null ? "although no intent is selected" : `outside the scope of ${record.intent}`;
  const left = pathsOf(record).filter((path) => !undone.includes(path));
  const back = undone.length === 0 ? "" : ` Writ put back: ${namesOf(undone)}.`;
  if (left.length === 0) return `Writ: this call changed files ${where}.${back} Do not make these changes again.`;
  return `Writ: this call changed files ${where} or that need a person: ${namesOf(left)}. Recorded as ${record.id}.${back} Tell the person. Do not build on these changes, and do not put them back yourself.`;
}

/** What the person hears of them. */
export function messageOfStrays(record: UndoRecord, undone: readonly string[]): string {
  const left = pathsOf(record).filter((path) => !undone.includes(path));
  const back = undone.length === 0 ? "" : ` Put back already: ${namesOf(undone)}.`;
  if (left.length === 0) return `${visibleLine(record.tool)} changed files outside its intent's scope.${back}`;
  return `${visibleLine(record.tool)} changed files outside its intent's scope: ${namesOf(left)}.${back} To put them back: writ undo ${record.id}. To keep them: writ undo ${record.id} --keep`;
}

/** What the person hears of protected files. */
export function messageOfAlarms(alarms: readonly Alarm[]): string {
  const shown = alarms.map(({ path, what }) => `${visibleLine(path)} (${what})`).slice(0, mostNamed);
  return `Protected files changed: ${shown.join(", ")}. See: writ alarms`;
}
