import type { TraceRecord } from "@writ/contracts";
import { type FileStep, inOrder, lineKey, splitLines, stepsIn } from "@writ/engine";
import { looseName } from "../workspace/loose-text.ts";
import { type Git, readObjects, type TreeEntry } from "./git.ts";
import type { Range } from "./range.ts";
import { takenOut } from "./taken-out.ts";
import { entriesAt } from "./tree-ahead.ts";

type Entries = ReadonlyMap<string, TreeEntry>;

/** Of traces, the ids of those that took lines out of a file to which they have not come back, whatever else became of it. */
export async function standingRemovals(
  git: Git,
  { parted, head }: Pick<Range, "parted" | "head">,
  traces: readonly TraceRecord[],
  now: Entries,
): Promise<ReadonlySet<string>> {
  const steps = inOrder(traces).flatMap(stepsIn);
  const paths = new Set(steps.filter(hasRemoved).map(({ path }) => path));
  if (paths.size === 0) return new Set();
  const [before, renamed] = [await entriesAt(git, parted), await renamedBetween(git, parted, head)];
  const entryOf = (path: string) => now.get(path) ?? now.get(renamed.get(path) ?? "");
  const ids = [...steps.map(({ blobBefore }) => blobBefore), ...[...paths].map((path) => entryOf(path)?.object)];
  const objects = await readObjects(
    git,
    ids.filter((id) => id !== undefined && /^[0-9a-f]{40,64}$/.test(id)).map(String),
  );
  const textOf = (id: string) => {
    const bytes = objects.get(id);
    return bytes === undefined ? null : splitLines(bytes.toString("utf8"));
  };
  const standing = new Set<string>();
  for (const path of paths) {
    const object = entryOf(path)?.object;
    // A file that the change deletes takes along what is missing in it; one that went earlier may have another name.
    if (object === undefined && before.has(path)) continue;
    const own = steps.filter((step) => step.path === path);
    const there = new Set((textOf(object ?? "") ?? []).map((line) => lineKey(line).key));
    const isBack = own.some(({ blobBefore }) => blobBefore === object && object !== undefined);
    for (const { step, keys } of takenOut(own, textOf)) {
      const isMissing = keys === null ? !isBack : keys.some((key) => !there.has(key));
      if (hasRemoved(step) && isMissing) standing.add(step.trace.id);
    }
  }
  return standing;
}

const hasRemoved = ({ trace, path }: FileStep): boolean => {
  const { op, removed = 0 } = trace.metadata.files[path] ?? {};
  return op !== "delete" && removed > 0;
};

/** By its name before, what a file is called now. */
async function renamedBetween(git: Git, base: string, head: string): Promise<Map<string, string>> {
  const form = ["--name-status", "--diff-filter=R", "-M", "-z", "--relative"];
  const parts = looseName(await git.run(["diff", ...form, base, head])).split("\0");
  const renamed = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) renamed.set(parts[at + 1] ?? "", parts[at + 2] ?? "");
  return renamed;
}
