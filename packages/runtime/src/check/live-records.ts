import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DecisionKind, DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { inOrder } from "@writ/engine";
import type { RawChange } from "@writ/engine/check";
import { comesAfter } from "../lineage/moments.ts";
import type { Workspace } from "../workspace/types.ts";
import type { Git } from "./git.ts";
import { ledgerPaths } from "./ledger-between.ts";

interface Looking {
  index: LedgerIndex;
  base: string;
  changes: readonly RawChange[];
}

/** What this working copy recorded about the changed files and the base does not have, published or not. */
export async function liveRecords(
  { paths }: Workspace,
  git: Git,
  { index, base, changes }: Looking,
): Promise<{ traces: TraceRecord[]; decisions: DecisionRecord[] }> {
  if (!existsSync(paths.traces) && !existsSync(paths.decisions)) return { traces: [], decisions: [] };
  const files = [...new Set(changes.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from])))];
  const about = files.length === 0 ? [] : await index.traces({ files });
  const old = await publishedAt(
    git,
    base,
    about.map(({ id }) => id),
  );
  const traces = about.filter(({ id }) => !old.has(id));
  const found = new Map<string, DecisionRecord>();
  const take = (records: readonly DecisionRecord[]) => {
    for (const record of records) found.set(record.id, record);
  };
  for (const session of new Set(traces.flatMap(({ metadata }) => metadata?.session ?? [])))
    take(await index.decisions({ session }));
  for (const intent of new Set(traces.flatMap(({ metadata }) => metadata?.intent ?? [])))
    take(await index.decisions({ intent }));
  for (const path of files) take(await index.decisions({ path }));
  if (traces.length > 0) {
    const wide = await index.decisions({ kinds: forAll });
    const [oldest] = inOrder(traces);
    take(wide.filter((decision) => oldest === undefined || !comesAfter(oldest, decision, noRanks)));
  }
  const known = await publishedAt(git, base, [...found.keys()]);
  return { traces, decisions: [...found.values()].filter(({ id }) => !known.has(id)) };
}

/** What is recorded here is of one working copy. */
const noRanks = { rankOf: () => undefined, isAfter: () => false };

/** What concerns the whole workspace, whatever was being changed. */
const forAll: readonly DecisionKind[] = ["paused", "resumed", "gap", "alarm", "acknowledged"];

/** Those of the records that a commit has. */
async function publishedAt(git: Git, revision: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const folder = await mkdtemp(join(tmpdir(), "writ-check-"));
  try {
    const list = join(folder, "ids");
    await writeFile(list, ids.map((id) => `"id":"${id}"\n`).join(""));
    const out = await git.ask(["grep", "-h", "-o", "-a", "-F", "-f", list, revision, "--", ...ledgerPaths]);
    return new Set((out?.toString() ?? "").split("\n").map((line) => line.slice('"id":"'.length, -1)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
