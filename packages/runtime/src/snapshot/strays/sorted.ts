import type { TreeChange } from "@writ/contracts";
import { type Author, fateOf } from "@writ/engine";
import type { Beginning } from "../../workspace/recorded-since.ts";
import type { Workspace } from "../../workspace/types.ts";
import type { Compared } from "../compare.ts";
import { otherTime } from "./concurrency.ts";
import { isOnRecord } from "./on-record.ts";
import type { Stray } from "./strays.ts";

/** Changes by what becomes of them. */
export interface Sorted {
  claimed: TreeChange[];
  strays: Stray[];
  /** In scope, but written by somebody else, or by nobody knows whom. */
  drifted: TreeChange[];
  /** Came with another commit that nobody wrote meanwhile. */
  brought: TreeChange[];
}

/** Where the call began and ended, what it is known to have changed anyway, and what Writ writes itself. */
export interface Sorting {
  author: Author;
  /** The call whose own records do not count; `null` where they do. */
  invocation: string | null;
  began: Beginning;
  ended: string;
  known: ReadonlySet<string>;
  /** The shared brain, while Writ was writing lessons. */
  brain: string | null;
}

/** Sorts what is different into what the call may claim and what must be told. */
export async function sortChanges(
  workspace: Workspace,
  { changes, brought }: Pick<Compared, "changes" | "brought">,
  { author, invocation, began, ended, known, brain }: Sorting,
): Promise<Sorted> {
  const sorted: Sorted = { claimed: [], strays: [], drifted: [], brought: [] };
  for (const change of changes) {
    const { path } = change;
    if (path === brain || path.startsWith(".orchestration/.state/")) continue;
    const fate = fateOf(change, author);
    const isProtected = fate.kind === "strayed" && fate.why === "protected";
    if (fate.kind === "free" || (known.has(path) && !isProtected)) continue;
    if (brought.has(path)) {
      sorted.brought.push(change);
      continue;
    }
    if (await isOnRecord(workspace, change, began, invocation)) continue;
    const concurrent = otherTime(workspace.root, change, began.at, ended);
    if (fate.kind === "strayed") sorted.strays.push({ change, why: fate.why, concurrent });
    else if (concurrent !== null) sorted.drifted.push(change);
    else sorted.claimed.push(change);
  }
  return sorted;
}
