import { existsSync } from "node:fs";
import type { LedgerIndex } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { openMemoryIndex } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { openIndex } from "../workspace/ledger-index.ts";
import type { Workspace } from "../workspace/types.ts";
import { type Git, listTree, readObjects } from "./git.ts";
import { ledgerPaths } from "./ledger-between.ts";
import type { Range } from "./range.ts";
import { addRecord, type Records } from "./records.ts";

/** What the records say as the head has them; where the head is checked out, with those of this working copy. */
export async function openIndexAt(workspace: Workspace, git: Git, { head, isHere }: Range): Promise<LedgerIndex> {
  // A change may take the whole sidecar away.
  if (isHere && existsSync(workspace.paths.dir)) return openIndex(workspace);
  const records: Records = { traces: [], decisions: [] };
  const entries = await listTree(git, head, ledgerPaths);
  const objects = await readObjects(
    git,
    entries.map(({ object }) => object),
  );
  for (const { object } of entries)
    for (const line of (objects.get(object)?.toString("utf8") ?? "").split("\n"))
      addRecord(records, line, sha256(line));
  return openMemoryIndex({ ...records, addedIn });
}
