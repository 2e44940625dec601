import type { FileState, TreeChange } from "@writ/contracts";

/** One path at two moments. */
export interface Sides {
  path: string;
  before: FileState | null;
  after: FileState | null;
}

/** What is different between two moments, by path. A file that went away and came back under another name was renamed. */
export function changesBetween(sides: Iterable<Sides>): TreeChange[] {
  const changes: TreeChange[] = [];
  for (const { path, before, after } of sides) {
    if (before === null ? after === null : after !== null && isSame(before, after)) continue;
    const op = before === null ? "create" : after === null ? "delete" : "modify";
    changes.push({ path, op, before, after });
  }
  return withRenames(changes).sort(byPath);
}

/** Whether a file is the same at two moments. Of its mode only what git keeps counts: whether it can be run. */
export function isSame(one: FileState, other: FileState): boolean {
  if (one.kind !== other.kind || one.hash !== other.hash) return false;
  return one.kind !== "file" || (one.mode & 0o100) === (other.mode & 0o100);
}

const byPath = (one: TreeChange, other: TreeChange): number => (one.path < other.path ? -1 : 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Pairs what vanished with what appeared with the same content, equal names first. Empty files are all alike. */
function withRenames(changes: readonly TreeChange[]): TreeChange[] {
  const gone = new Map<string, TreeChange[]>();
  for (const change of changes) {
    if (change.op !== "delete" || change.before === null || change.before.size === 0) continue;
    gone.set(change.before.hash, [...(gone.get(change.before.hash) ?? []), change]);
  }
  const left = new Set<TreeChange>();
  const paired = changes.map((change) => {
    if (change.op !== "create" || change.after === null) return change;
    const sources = (gone.get(change.after.hash) ?? []).filter((source) => !left.has(source));
    const source = sources.find(({ path }) => nameOf(path) === nameOf(change.path)) ?? sources[0];
    if (source === undefined || source.before?.kind !== change.after.kind) return change;
    left.add(source);
    return { ...change, op: "rename" as const, from: source.path, before: source.before };
  });
  return paired.filter((change) => !left.has(change));
}
