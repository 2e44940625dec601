import type {
  FileState,
  IndexState,
  Kept,
  RecordedCommit,
  RepositoryState,
  UndoFile,
  UndoRecord,
} from "@writ/contracts";
import { type BookOnDisk, isBaseline } from "../alarms/check.ts";
import { isRecord } from "../state/json-file.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isMaybeText = (value: unknown): boolean => value === undefined || isText(value);
const isKind = (value: unknown): value is FileState["kind"] =>
  value === "file" || value === "link" || value === "repository";

function isFileState(value: unknown): value is FileState {
  if (!isRecord(value) || !isKind(value.kind) || !isText(value.hash) || !isText(value.stamp)) return false;
  return [value.mode, value.size, value.changedAt].every((number) => typeof number === "number");
}

const isPair = (value: unknown): value is [string, unknown] =>
  Array.isArray(value) && value.length === 2 && isText(value[0]);

const isTexts = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isText));

function isRecorded(value: unknown): boolean {
  if (value === undefined) return true;
  const isCommit = (one: unknown) =>
    isRecord(one) && isText(one.commit) && Array.isArray(one.except) && one.except.every(isText);
  return Array.isArray(value) && value.every(isCommit);
}

const isOverlooked = (value: unknown): boolean =>
  value === undefined || (isRecord(value) && isText(value.stamp) && Array.isArray(value.paths) && isTexts(value.paths));

const isIndex = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) && isText(value.stamp) && isText(value.copy) && isTexts(value.untrue) && isStaged(value.staged));

const isStaged = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => isPair(one) && isText(one[1])));

const isRepositories = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) &&
    Object.values(value).every((one) => isRecord(one) && isText(one.stamp) && isTexts(one.marked ?? null)));

/** A tree as it is kept: maps as lists of pairs. */
export interface TreeOnDisk {
  v: 1;
  at: string;
  ledgerEnd?: number;
  source: "git" | "walk";
  head: string | null;
  tips?: readonly string[];
  remotes?: readonly string[];
  made?: readonly string[];
  anchors?: readonly string[];
  recorded?: readonly RecordedCommit[];
  files: [string, FileState | null][];
  guarded: [string, FileState][];
  watched?: BookOnDisk["baseline"];
  ignored?: readonly string[];
  overlooked?: { stamp: string; paths: readonly string[] };
  index?: IndexState;
  repositories?: Readonly<Record<string, RepositoryState>>;
  partial?: string;
}

/** Whether a file holds a tree. */
export function isTree(value: unknown): value is TreeOnDisk {
  if (!isRecord(value) || value.v !== 1 || !isText(value.at) || !isMaybeText(value.partial)) return false;
  if (value.source !== "git" && value.source !== "walk") return false;
  if (value.head !== null && !isText(value.head)) return false;
  if (value.ledgerEnd !== undefined && typeof value.ledgerEnd !== "number") return false;
  const { files, guarded, tips, remotes, made, anchors, recorded, watched = null, ignored, overlooked } = value;
  if (!isBaseline(watched) || !isTexts(ignored) || !isOverlooked(overlooked)) return false;
  if (!isIndex(value.index) || !isRepositories(value.repositories)) return false;
  if (![tips, remotes, made, anchors].every(isTexts) || !isRecorded(recorded)) return false;
  if (!Array.isArray(files) || !Array.isArray(guarded)) return false;
  return (
    files.every((entry) => isPair(entry) && (entry[1] === null || isFileState(entry[1]))) &&
    guarded.every((entry) => isPair(entry) && isFileState(entry[1]))
  );
}

function isKept(value: unknown): value is Kept {
  if (!isRecord(value) || !isKind(value.kind) || !isText(value.hash)) return false;
  return typeof value.mode === "number" && isMaybeText(value.lost) && isMaybeText(value.oid);
}

function isUndoFile(value: unknown): value is UndoFile {
  if (!isRecord(value) || !isText(value.path) || !isText(value.op) || !isText(value.why)) return false;
  if (!isMaybeText(value.from) || !isMaybeText(value.concurrent)) return false;
  return [value.before, value.after].every((side) => side === null || isKept(side));
}

/** Whether a file holds an undo record. */
export function isUndo(value: unknown): value is UndoRecord {
  if (!isRecord(value) || ![value.id, value.at, value.agent, value.session, value.tool].every(isText)) return false;
  if (value.intent !== null && !isText(value.intent)) return false;
  if (!isMaybeText(value.undoes) || !isMaybeText(value.invocation)) return false;
  const { settled, files, untold } = value;
  if (untold !== undefined && !(Array.isArray(untold) && untold.every(isText))) return false;
  if (settled !== undefined && !(isRecord(settled) && isText(settled.at) && isText(settled.how))) return false;
  return Array.isArray(files) && files.every(isUndoFile);
}
