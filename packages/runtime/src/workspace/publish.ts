import { join, relative, sep } from "node:path";
import type { TraceRecord } from "@writ/contracts";
import { type PublishOptions as CopyOptions, publish as copyRecords, findUnpublished, readWriter } from "@writ/stores";
import { git, stagedFiles } from "../git/run.ts";
import { stage } from "../git/stage.ts";
import { locate } from "../locate.ts";
import type { Published } from "../writ.ts";
import { isGone } from "./beyond-link.ts";
import { findBrought } from "./brought.ts";
import { findCommitted } from "./committed.ts";
import { headOf } from "./head.ts";
import type { Workspace } from "./types.ts";

/** Where records of a work tree without a branch go. */
const detached = "detached";

/**
 * Published files that git does not have: a reset, a commit of single paths or a kill left them in the tree. What they
 * hold is not published again, so they go with the next commit.
 */
async function leftOver({ root, paths }: Workspace): Promise<string[]> {
  if ((await locate(root)).top === null) return [];
  const out = await git(root, ["ls-files", "--others", "-z", "--", paths.published]);
  return out.split("\0").flatMap((path) => (path.endsWith(".jsonl") ? [join(root, path)] : []));
}

/** Copies records of the staged files into the tracked ledger and stages it (design 3). */
export async function publish(
  workspace: Workspace,
  options: { files?: readonly string[]; all?: boolean; settled?: true } = {},
): Promise<Published> {
  const { paths, root } = workspace;
  const { config } = await workspace.readConfig();
  // With one tracked ledger there is nothing to copy: it only has to be part of the commit.
  // Only what people did to the records themselves (`settled`) is not in it.
  if (config.ledger === "single" && options.settled === undefined) {
    const hasRecords = (await workspace.traces.last(1)).length > 0;
    if (hasRecords) await stage(root, [paths.traces]);
    return { files: hasRecords ? [posix(relative(root, paths.traces))] : [], traces: 0, decisions: 0 };
  }
  const files = options.all === true ? "all" : (options.files ?? (await stagedFiles(root)));
  const { findCommitted: find, ...given } = await copyOptions(workspace);
  const looks = { findCommitted: find, findBrought: (traces: readonly TraceRecord[]) => findBrought(root, traces) };
  // Who names files wants these.
  const done = await copyRecords({ ...given, files, ...(options.files === undefined && looks) });
  await stage(root, [...new Set([...done.files, ...(await leftOver(workspace))])]);
  return {
    files: done.files.map((file) => posix(relative(root, file))),
    traces: done.traces,
    decisions: done.decisions,
  };
}

/** How many records of changes are not in the commits that have what they tell of. */
export async function unpublished(workspace: Workspace): Promise<number> {
  const { config } = await workspace.readConfig();
  if (config.ledger === "single") return 0;
  return (await findUnpublished(await copyOptions(workspace))).length;
}

async function copyOptions(workspace: Workspace): Promise<Omit<CopyOptions, "files">> {
  const { paths, root } = workspace;
  return {
    traces: paths.traces,
    decisions: paths.decisions,
    published: paths.published,
    state: paths.state,
    branch: (await headOf(workspace)).branch ?? detached,
    writer: await readWriter(paths.state, root),
    isGone: (file) => isGone(root, file),
    findCommitted: (records) => findCommitted(root, records),
  };
}

const posix = (path: string): string => path.split(sep).join("/");
