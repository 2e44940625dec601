import { type LineSpan, ProblemError, type TraceRecord } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import type { CheckedFile } from "@writ/engine/check";
import { openMemoryIndex } from "@writ/stores";
import { blame } from "../lineage/blame.ts";
import { commitTree } from "../lineage/tree.ts";
import { sidecarName } from "../locate.ts";
import type { Workspace } from "../workspace/types.ts";
import type { Git, TreeEntry } from "./git.ts";
import { openIndexAt } from "./open-index-at.ts";
import type { Range } from "./range.ts";
import { soundTrace } from "./sound.ts";
import { standingRemovals } from "./standing-removals.ts";
import { toldByLines } from "./told-by-lines.ts";
import { entriesAt, treeAhead } from "./tree-ahead.ts";

/** Whether the change a record tells of is part of the head. */
export type IsStanding = (trace: TraceRecord) => boolean;

/** Where more than this would have to be read, or told line by line, everything counts as standing. */
const mostBytes = 256 * 1024 * 1024;
const mostFiles = 300;

const everything: LineSpan[] = [[1, Number.POSITIVE_INFINITY]];

/**
 * Of records that are gone, those whose change is still there, wherever in the head: somebody may have moved the lines
 * long ago. Whoever takes back a commit takes back its record as well, and nobody misses that.
 */
export async function standingAmong(
  workspace: Workspace,
  git: Git,
  range: Range,
  lost: readonly TraceRecord[],
): Promise<IsStanding> {
  const gone = lost.map(soundTrace);
  const entries = await entriesAt(git, range.head);
  const own = [...entries.values()].filter(
    ({ path, mode }) => /^100/.test(mode) && !path.startsWith(`${sidecarName}/`),
  );
  if ((await bytesOf(git, own)) > mostBytes) return () => true;

  const traced = new Set(gone.flatMap(({ metadata }) => Object.keys(metadata.files)));
  const alone = openMemoryIndex({ traces: gone, decisions: [], addedIn });
  const isNamed = ({ path }: TreeEntry) => traced.has(path);
  const others = own.filter((entry) => !isNamed(entry)).map(toChecked);
  const told = await toldByLines(git, alone, others, new Map(others.map(({ path }) => [path, everything])));
  alone.close();
  const paths = [...own.filter(isNamed), ...told].map(({ path }) => path);
  if (paths.length > mostFiles) return () => true;

  const standing = new Set<string>();
  const index = await openIndexAt(workspace, git, range, { traces: gone, decisions: [] });
  try {
    const listed = { tree: await commitTree(workspace.root, range.head), entries };
    const tree = await treeAhead(git, index, listed, paths);
    for (const path of paths)
      for (const id of await tracesIn(() => blame(workspace, index, path, { tree }))) standing.add(id);
  } finally {
    index.close();
  }
  const removing = await standingRemovals(git, range, gone, entries);
  return (trace) => standing.has(trace.id) || removing.has(trace.id) || standsWhole(soundTrace(trace), entries);
}

async function tracesIn(look: () => ReturnType<typeof blame>): Promise<string[]> {
  try {
    return (await look()).flatMap(({ trace }) => trace ?? []);
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "NO_LINES") return [];
    throw error;
  }
}

/** What has no lines to tell of: a file that is as the change left it, or is not as it was before. */
function standsWhole({ metadata }: TraceRecord, entries: ReadonlyMap<string, TreeEntry>): boolean {
  return Object.entries(metadata.files).some(([path, { op, blob, blob_before, binary, coarse }]) => {
    const object = entries.get(path)?.object;
    if (op === "delete") return object === undefined;
    if (object === undefined) return false;
    const isVague = binary === true || coarse === true || metadata.lines_dropped === true;
    return object === blob || (isVague && object !== blob_before);
  });
}

async function bytesOf(git: Git, entries: readonly TreeEntry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const asked = entries.map(({ object }) => `${object}\n`).join("");
  const out = (await git.run(["cat-file", "--batch-check=%(objectsize)"], asked)).toString("latin1");
  return out.split("\n").reduce((sum, size) => sum + (Number.parseInt(size, 10) || 0), 0);
}

const toChecked = ({ path, object }: TreeEntry): CheckedFile => ({
  ...{ path, op: "modify", spans: [], hash: null, isFile: true },
  ...{ blob: object, blobBefore: null },
});
