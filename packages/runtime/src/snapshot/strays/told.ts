import type { Alarm, UndoFile, UndoRecord } from "@writ/contracts";
import { visibleLine } from "@writ/engine";
import { isUnsure } from "./doubts.ts";

/** So many files are shown; the rest is counted. */
const mostShown = 5;

/** Files as a person or a model reads them: names are somebody's text, so nothing in them acts. */
function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, mostShown).map(visibleLine).join(", ");
  return paths.length > mostShown ? `${shown} and ${paths.length - mostShown} more` : shown;
}

const pathsOf = (files: readonly UndoFile[]): string[] =>
  files.map(({ path, from }) => (from === undefined ? path : `${from} (now ${path})`));

/** What is told of strays: by the record they are in, what is new, what was told of before, and what is put back. */
export interface StrayNews {
  record: UndoRecord;
  news: readonly UndoFile[];
  again: readonly UndoFile[];
  /** What was put back at once, and the undo that takes this back. */
  undone: { paths: readonly string[]; id: string | null };
}

/** What is left to a person: in words that follow "changed", and what of it may be somebody else's, and why. */
interface Left {
  words: string;
  unsure: readonly UndoFile[];
  /** Set where all of it may be. */
  doubt: string | null;
}

function leftOf({ news, again, undone }: StrayNews, where: string): Left {
  const isLeft = ({ path }: UndoFile) => !undone.paths.includes(path);
  const [fresh, known] = [news.filter(isLeft), again.filter(isLeft)];
  const first = fresh.length === 0 ? [] : [`files ${where}: ${namesOf(pathsOf(fresh))}`];
  const more = known.length === 0 ? [] : [`again what waits for a person: ${namesOf(pathsOf(known))}`];
  const all = [...fresh, ...known];
  const unsure = all.filter(isUnsure);
  const doubt = unsure.length < all.length ? null : (unsure[0]?.concurrent ?? null);
  return { words: [...first, ...more].join(", and "), unsure, doubt };
}

const perhapsNot = ({ unsure, doubt }: Left, whom: string): string =>
  unsure.length === 0 || doubt !== null ? "" : ` Perhaps not by ${whom}: ${namesOf(pathsOf(unsure))}.`;

/** What the model hears of changes it should not have made. */
export function toldOfStrays(told: StrayNews): string {
  const { id, intent } = told.record;
  const where = intent === null ? "although no intent is selected" : `outside the scope of ${intent}`;
  const left = leftOf(told, `${where}, or files that need a person`);
  const { paths } = told.undone;
  const back = paths.length === 0 ? "" : ` Writ put back: ${namesOf(paths)}.`;
  if (left.words === "") return `Writ: this call changed files ${where}.${back} Do not make these changes again.`;
  if (left.doubt !== null)
    return `Writ: perhaps this call, perhaps a person (${left.doubt}) changed ${left.words}. Recorded as ${id}.${back} Tell the person, and do not put them back yourself.`;
  return `Writ: this call changed ${left.words}.${perhapsNot(left, "this call")} Recorded as ${id}.${back} Tell the person. Do not build on these changes, and do not put them back yourself.`;
}

/** What the person hears of them. */
export function messageOfStrays(told: StrayNews): string {
  const { record, undone } = told;
  const where = "outside its intent's scope";
  const left = leftOf(told, where);
  const again = undone.id === null ? "" : ` To take that back: writ undo ${undone.id}.`;
  const back = undone.paths.length === 0 ? "" : ` Put back already: ${namesOf(undone.paths)}.${again}`;
  const tool = visibleLine(record.tool);
  if (left.words === "") return `${tool} changed files ${where}.${back}`;
  if (left.doubt !== null)
    return `Perhaps ${tool}, perhaps somebody else (${left.doubt}) changed ${left.words}.${back} If that was you: writ undo ${record.id} --keep. To put them back: writ undo ${record.id}`;
  return `${tool} changed ${left.words}.${perhapsNot(left, "it")}${back} To put them back: writ undo ${record.id}. To keep them: writ undo ${record.id} --keep`;
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
  const shown = alarms.map(({ path, what }) => `${visibleLine(path)} (${what})`).slice(0, mostShown);
  return `Protected files changed: ${shown.join(", ")}. See: writ alarms`;
}

/** What the person hears when not everything could be looked at. */
export function messageOfGap(tool: string, gap: string): string {
  return `Not everything that ${visibleLine(tool)} changed could be looked at: ${gap}. See: git status`;
}

/** What the person hears when nothing could be looked at. */
export function messageOfNoLook(tool: string, gap: string): string {
  return `What ${visibleLine(tool)} changed could not be looked at: ${gap}. See: git status`;
}
