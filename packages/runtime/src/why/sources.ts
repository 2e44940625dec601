import { lstatSync } from "node:fs";
import type { BlameLine, LedgerIndex } from "@writ/contracts";
import { inOtherWorkTrees } from "../git/work-trees.ts";
import { blame } from "../lineage/blame.ts";
import { sidecarPaths } from "../paths.ts";
import { type IndexListener, openIndex } from "../workspace/ledger-index.ts";
import { openLedgers } from "../workspace/ledgers.ts";
import type { Workspace } from "../workspace/types.ts";
import { joinIndexes } from "./joined-index.ts";
import { markErased } from "./mark-erased.ts";

/** What a question about lines needs of a workspace. */
export type Asked = Pick<Workspace, "root" | "paths" | "traces" | "decisions" | "lines" | "sessions"> &
  Partial<Pick<Workspace, "ports">>;

/** What of a file is asked about, and who hears how it goes. */
export interface BlameOptions {
  revision?: string;
  listener?: IndexListener;
}

/** What the ledgers hold, for as long as a question takes; those of the repository's other work trees too. */
export async function withIndex<T>(
  asked: Asked,
  listener: IndexListener | undefined,
  ask: (index: LedgerIndex) => Promise<T>,
): Promise<T> {
  const own = await openIndex(asked, listener);
  const index = joinIndexes(own, await openOthers(asked));
  try {
    return await ask(index);
  } finally {
    index.close();
  }
}

/** Who made each line of a file. */
export function blameOf(asked: Asked, path: string, options: BlameOptions = {}): Promise<BlameLine[]> {
  return withIndex(asked, options.listener, async (index) =>
    markErased(index, await blame(asked, index, path, options)),
  );
}

async function openOthers({ root, ports }: Asked): Promise<LedgerIndex[]> {
  if (ports?.stores?.traces !== undefined || ports?.stores?.decisions !== undefined) return [];
  const opened = await Promise.all(inOtherWorkTrees(root).map(openOther));
  return opened.filter((index) => index !== null);
}

/** What cannot be read elsewhere is as if it were not there: the question is about this work tree. */
async function openOther(root: string): Promise<LedgerIndex | null> {
  const paths = sidecarPaths(root);
  const isThere = [paths.dir, paths.traces].every((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isSymbolicLink();
  });
  if (!isThere) return null;
  const { traces, decisions } = openLedgers(root, paths);
  try {
    return await openIndex({ traces, decisions, paths });
  } catch {
    return null;
  } finally {
    await traces.close();
    await decisions.close();
  }
}
