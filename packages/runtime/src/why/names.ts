import type { BlameLine, DecisionQuery, DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { blame } from "../lineage/blame.ts";
import { type FileName, namesOf } from "../lineage/former-names.ts";
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
  names: readonly FileName[],
  lines: readonly BlameLine[],
): Promise<TraceRecord[]> {
  const about = names.map(({ name, until }) => index.traces({ files: [name], ...(until !== null && { until }) }));
  return inOrder([...(await Promise.all(about)).flat(), ...(await makersOf(index, lines))]);
}

/** What was decided about a file under the names it had, oldest first. */
export async function decisionsOn(
  index: LedgerIndex,
  names: readonly FileName[],
  query: DecisionQuery,
): Promise<DecisionRecord[]> {
  const about = names.map(({ name, until }) =>
    index.decisions({ ...query, path: name, ...(until !== null && { until }) }),
  );
  return inOrder((await Promise.all(about)).flat());
}

async function makersOf(index: LedgerIndex, lines: readonly BlameLine[]): Promise<TraceRecord[]> {
  const ids = new Set(lines.flatMap(({ trace }) => trace ?? []));
  return (await Promise.all([...ids].map((id) => index.trace(id)))).filter((record) => record !== null);
}

function inOrder<R extends { id: string; timestamp: string }>(records: readonly R[]): R[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return [...byId.values()].sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
}
