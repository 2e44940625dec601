import type { UndoFile } from "@writ/contracts";

/** A record with more files than this is not added to any more. */
const mostFiles = 2_000;

type Side = NonNullable<UndoFile["after"]>;

const isMove = ({ op, from }: UndoFile): boolean => op === "rename" || from !== undefined;

/** The same file over two changes: what it was before the first, and what the second left. */
function joined(first: UndoFile, second: UndoFile): UndoFile {
  const op = first.before === null ? "create" : second.after === null ? "delete" : "modify";
  const { concurrent: _, ...rest } = second;
  const concurrent = first.concurrent ?? second.concurrent;
  return { ...rest, op, before: first.before, ...(concurrent === undefined ? {} : { concurrent }) };
}

/** It was made and is gone again, or is what it was. */
const isNothing = ({ before, after }: UndoFile): boolean =>
  before === null ? after === null : after !== null && isSameKept(before, after);

/** Whether two kept states are the same. As with changes: of a mode only whether a file can be run counts. */
export const isSameKept = (one: Side, other: Side): boolean =>
  one.hash === other.hash &&
  one.kind === other.kind &&
  (one.kind !== "file" || (one.mode & 0o100) === (other.mode & 0o100));

/**
 * Adds what a later command changed to what is waiting for a person already: a test run that writes the same report
 * each time is one thing to decide, and undoing it means the time before the first. `null` where the two do not fit:
 * somebody else wrote in between, or files were moved.
 */
export function mergeUndo(there: readonly UndoFile[], more: readonly UndoFile[]): UndoFile[] | null {
  if ([...there, ...more].some(isMove) || there.length + more.length > mostFiles) return null;
  const files = new Map(there.map((file) => [file.path, file]));
  for (const file of more) {
    const known = files.get(file.path);
    if (known === undefined) files.set(file.path, file);
    else if ((known.after?.hash ?? null) !== (file.before?.hash ?? null)) return null;
    else files.set(file.path, joined(known, file));
  }
  return [...files.values()].filter((file) => !isNothing(file));
}
