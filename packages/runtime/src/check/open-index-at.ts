import { existsSync } from "node:fs";
import type { DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { isDecisionRecord, openMemoryIndex, publishedKind } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { openIndex } from "../workspace/ledger-index.ts";
import type { Workspace } from "../workspace/types.ts";
import { type Git, listTree, readObjects } from "./git.ts";
import { ledgerPaths } from "./ledger-between.ts";
import type { Range } from "./range.ts";

/** What the records say as the head has them; where the head is checked out, with those of this working copy. */
export async function openIndexAt(workspace: Workspace, git: Git, { head, isHere }: Range): Promise<LedgerIndex> {
  // A change may take the whole sidecar away.
  if (isHere && existsSync(workspace.paths.dir)) return openIndex(workspace);
  const traces: TraceRecord[] = [];
  const decisions: DecisionRecord[] = [];
  const entries = await listTree(git, head, ledgerPaths);
  const objects = await readObjects(
    git,
    entries.map(({ object }) => object),
  );
  for (const { object } of entries)
    for (const line of (objects.get(object)?.toString("utf8") ?? "").split("\n")) {
      const record = publishedKind.parse(parsed(line), sha256(line));
      if (record === null) continue;
      if (isDecisionRecord(record)) decisions.push(record);
      else traces.push(record);
    }
  return openMemoryIndex({ traces, decisions, addedIn });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
