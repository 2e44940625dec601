import type { BlameLine, LedgerIndex } from "@writ/contracts";
import { blame } from "../lineage/blame.ts";
import { type IndexListener, openIndex } from "../workspace/ledger-index.ts";
import type { Workspace } from "../workspace/types.ts";

/** What a question about lines needs of a workspace. */
export type Asked = Pick<Workspace, "root" | "paths" | "traces" | "decisions" | "lines" | "sessions"> &
  Partial<Pick<Workspace, "ports">>;

/** What of a file is asked about, and who hears how it goes. */
export interface BlameOptions {
  revision?: string;
  listener?: IndexListener;
}

/** What the ledgers hold, for as long as a question takes. */
export async function withIndex<T>(
  asked: Asked,
  listener: IndexListener | undefined,
  ask: (index: LedgerIndex) => Promise<T>,
): Promise<T> {
  const index = await openIndex(asked, listener);
  try {
    return await ask(index);
  } finally {
    index.close();
  }
}

/** Who made each line of a file. */
export function blameOf(asked: Asked, path: string, options: BlameOptions = {}): Promise<BlameLine[]> {
  return withIndex(asked, options.listener, (index) => blame(asked, index, path, options));
}
