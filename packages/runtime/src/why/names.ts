import type { BlameLine, DecisionQuery, DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { beginningOf, commitsOf, inOrder } from "@writ/engine";
import { blame } from "../lineage/blame.ts";
import type { CommitRanks } from "../lineage/commit-ranks.ts";
import { type FileName, namesOf } from "../lineage/former-names.ts";
import { momentOfDecision, momentOfTrace } from "../lineage/moments.ts";
import { isGone } from "../workspace/beyond-link.ts";
import type { IndexListener } from "../workspace/ledger-index.ts";
import type { Workspace } from "../workspace/types.ts";
import { withIndex } from "./sources.ts";

/** What of a file is asked about, and who made its lines. */
interface Followed {
  path: string;
  revision: string | null;
  lines: readonly BlameLine[];
}

/** The names a file had: those git and the records know, and of files that are gone and whose lines are in it. */
export async function followNames(
  root: string,
  index: LedgerIndex,
  { path, revision, lines }: Followed,
): Promise<FileName[]> {
  const names = await namesOf(root, path, { revision, tracesOf: (name) => index.traces({ files: [name] }) });
  if (revision !== null) return names;
  const known = new Set(names.map(({ name }) => name));
  for (const record of await makersOf(index, lines)) {
    const files = record.files.map((file) => file.relative_path);
    if (files.some((file) => known.has(file))) continue;
    for (const name of files.filter((file) => isGone(root, file))) {
      known.add(name);
      names.push({ name, until: null });
    }
  }
  return names;
}

/** The same for a file as it is; only what git knows where it is no file. */
export function namesIn(workspace: Workspace, path: string, listener?: IndexListener): Promise<FileName[]> {
  return withIndex(workspace, listener, async (index) => {
    const lines = await blame(workspace, index, path).catch(() => []);
    return followNames(workspace.root, index, { path, revision: null, lines });
  });
}

/** The records about a file under the names it had, and those its lines came from elsewhere, oldest first. */
export async function tracesOf(
  index: LedgerIndex,
  ranks: CommitRanks,
  names: readonly FileName[],
  lines: readonly BlameLine[],
): Promise<TraceRecord[]> {
  const about = names.map(async ({ name, until }) => {
    const records = await index.traces({ files: [name] });
    if (until === null) return records;
    await ranks.load([until.commit ?? "", ...records.map(beginningOf)]);
    return records.filter((record) => !momentOfTrace(record, ranks).isSince(until, ranks));
  });
  const all = eachById([...(await Promise.all(about)).flat(), ...(await makersOf(index, lines))]);
  await ranks.load(all.flatMap(commitsOf));
  return inOrder(all, ranks.rankOf);
}

/** What was decided about a file under the names it had, oldest first. */
export async function decisionsOn(
  index: LedgerIndex,
  ranks: CommitRanks,
  names: readonly FileName[],
  query: DecisionQuery,
): Promise<DecisionRecord[]> {
  const about = names.map(async ({ name, until }) => {
    const records = await index.decisions({ ...query, path: name });
    if (until === null) return records;
    await ranks.load([until.commit ?? "", ...records.map(({ revision }) => revision ?? "")]);
    return records.filter((record) => !momentOfDecision(record, ranks).isSince(until, ranks));
  });
  return inOrder(eachById((await Promise.all(about)).flat()));
}

async function makersOf(index: LedgerIndex, lines: readonly BlameLine[]): Promise<TraceRecord[]> {
  const ids = new Set(lines.flatMap(({ trace }) => trace ?? []));
  return (await Promise.all([...ids].map((id) => index.trace(id)))).filter((record) => record !== null);
}

const eachById = <R extends { id: string }>(records: readonly R[]): R[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];
