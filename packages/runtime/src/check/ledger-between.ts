import type { TraceRecord } from "@writ/contracts";
import { inOrder } from "@writ/engine";
import type { LedgerFault } from "@writ/engine/check";
import { isPublishedPath, isTombstone } from "@writ/stores";
import { sidecarName } from "../locate.ts";
import { brokenChains } from "./broken-chains.ts";
import { judgeLost, type LedgerLine, ledgerLines } from "./erased-lines.ts";
import { type Git, listTree, readObjects, type TreeEntry } from "./git.ts";
import { passingRecords, stillCounting } from "./passing-records.ts";
import { addRecord, type Records, recordIn } from "./records.ts";
import type { IsStanding } from "./standing.ts";
import { markTakenBack } from "./taken-back.ts";

/** Where records are shared: published, or with `ledger: single` the one tracked file. */
export const ledgerPaths = [`${sidecarName}/ledger`, `${sidecarName}/agent_trace.jsonl`];

/** What the published records gained and lost between two commits. */
export interface LedgerChange extends Records {
  faults: LedgerFault[];
  /** Those that came and went between the two; the rest of what is here counts them in. */
  passing: Awaited<ReturnType<typeof passingRecords>>;
}

/** Two commits, and who knows which of the changes that records tell of are part of the second. */
interface Compared {
  base: string;
  head: string;
  findStanding: (traces: readonly TraceRecord[]) => Promise<IsStanding>;
}

/** Compares the published records of two commits. Files that are the same on both sides are not read. */
export async function ledgerBetween(
  root: string,
  git: Git,
  { base, head, findStanding }: Compared,
): Promise<LedgerChange> {
  const [before, now] = [await listTree(git, base, ledgerPaths), await listTree(git, head, ledgerPaths)];
  const [had, has] = [new Set(before.map(keyOf)), new Set(now.map(keyOf))];
  const gone = before.filter((entry) => !has.has(keyOf(entry)));
  const fresh = now.filter((entry) => !had.has(keyOf(entry)));
  const objects = await readObjects(
    git,
    [...gone, ...fresh].map(({ object }) => object),
  );
  const linesIn = (entries: readonly TreeEntry[]) =>
    entries.flatMap(({ path, object }) => ledgerLines(path, objects.get(object) ?? Buffer.alloc(0)));
  const [old, young] = [linesIn(gone), linesIn(fresh)];
  const known = new Set(old.map(({ hash }) => hash));
  const added = young.filter(({ hash }) => !known.has(hash));
  const kept = new Set(young.map(({ hash }) => hash));
  const lost = old.filter(({ hash, bytes }) => bytes.length > 0 && !kept.has(hash));
  const records = recordsIn(added);
  const { faults, settled, onTheWay, stones } = judgeLost(lost, added, records.decisions, (path) => lossIn(now, path));
  // Where something was erased, the record of that may be in any file.
  const [then, after] = stones === 0 ? [gone, fresh] : [before, now];
  const there = new Set(now.map(({ path }) => path));
  const range = `${base}..${head}`;
  const passing = await passingRecords(git, { range, paths: ledgerPaths, before, now });
  const still = stillCounting(passing);
  const broken = await brokenChains(root, git, { base, head, before: then, now: after, all: { before, now } });
  // What was anchored is missed, also where what it tells of was taken back.
  const missed = new Set(broken.flatMap(({ path, commit }) => (commit === undefined ? [] : [path])));
  const goneLines = perFile(await markTakenBack(faults, lost, (path) => !there.has(path), findStanding));
  return {
    passing,
    decisions: inOrder([...records.decisions, ...still.decisions]),
    // What the base has the record of was judged when it came.
    traces: inOrder([...records.traces.filter(({ id }) => !settled.has(id)), ...still.traces]),
    faults: [
      ...oddEntries(fresh),
      ...oddLines(added),
      ...goneLines.filter(({ kind, path }) => kind !== "reverted" || !missed.has(path)),
      ...onTheWay,
      ...broken,
    ],
  };
}

const keyOf = ({ path, object, mode }: TreeEntry): string => `${mode} ${object} ${path}`;

const folder = `${sidecarName}/ledger/`;

/** Nobody looks at a folder of records as they look at code: there is nothing in it but records. */
function oddEntries(entries: readonly TreeEntry[]): LedgerFault[] {
  return entries.flatMap(({ path, mode }): LedgerFault[] => {
    const fault = { kind: "broken" as const, path, line: 0 };
    // Whoever reads a link reads something else.
    if (mode !== "100644") return [{ ...fault, reason: `It is no plain file any more (${mode}).` }];
    const isPlaced = !path.startsWith(folder) || isPublishedPath(path.slice(folder.length));
    return isPlaced ? [] : [{ ...fault, reason: `Nothing that Writ publishes is called ${path}.` }];
  });
}

/** The same for lines that are no records. */
function oddLines(lines: readonly LedgerLine[]): LedgerFault[] {
  const odd = lines.filter((line) => line.bytes.length > 0 && !isLedgerLine(line));
  const files = new Map<string, LedgerLine[]>();
  for (const line of odd) files.set(line.path, [...(files.get(line.path) ?? []), line]);
  return [...files].map(([path, [first, ...more]]) => ({
    kind: "broken",
    path,
    line: first?.line ?? 0,
    reason: more.length === 0 ? "This is no record." : `This is no record, and ${more.length} more lines are none.`,
  }));
}

/** The one ledger there may be instead of published files can begin with the records of other tools. */
function isLedgerLine({ path, bytes, hash }: LedgerLine): boolean {
  const text = bytes.toString("utf8");
  if (isTombstone(bytes)) return true;
  if (!path.startsWith(folder)) return isObject(text);
  const record = recordIn(text, hash);
  return record !== null && record.metadata.writer !== "";
}

function isObject(text: string): boolean {
  try {
    return text.startsWith("{") && JSON.parse(text) !== null;
  } catch {
    return false;
  }
}

const lossIn = (now: readonly TreeEntry[], path: string): string =>
  now.some((entry) => entry.path === path) ? "it was deleted or changed" : "its file was deleted";

function recordsIn(lines: readonly LedgerLine[]): Records {
  const { traces, decisions }: Records = { traces: [], decisions: [] };
  for (const { bytes, hash } of lines) {
    addRecord({ traces, decisions }, bytes.toString("utf8"), hash);
  }
  return { traces: inOrder(traces), decisions: inOrder(decisions) };
}

/** A file with a thousand records gone is one thing to say. */
function perFile(faults: readonly LedgerFault[]): LedgerFault[] {
  const most = 5;
  const files = new Map<string, LedgerFault[]>();
  for (const fault of faults) {
    const key = `${fault.kind} ${fault.path}`;
    files.set(key, [...(files.get(key) ?? []), fault]);
  }
  return [...files.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined || all.length <= most) return all;
    return [
      {
        ...first,
        line: 0,
        reason: `${all.length} records: ${first.reason}, the first in line ${first.line} of the base`,
      },
    ];
  });
}
