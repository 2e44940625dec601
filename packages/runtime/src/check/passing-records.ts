import type { CheckedFile, LedgerFault } from "@writ/engine/check";
import { isDecisionRecord, type PublishedRecord, tombstoneFor } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { type LedgerLine, ledgerLines } from "./erased-lines.ts";
import { filesLeftBy } from "./files-left-by.ts";
import { type Git, readObjects, type TreeEntry } from "./git.ts";
import { type Records, recordIn } from "./records.ts";
import { soundTrace } from "./sound.ts";

/** A record that a commit of the range brought and the head has not. */
interface Passing {
  record: PublishedRecord;
  /** Whether its tombstone is in its place. */
  isErased: boolean;
  /** The published file it was in, and the commit that had it. */
  path: string;
  commit: string;
}

/** Where to look: the commits of the range, and the published files at its ends. */
interface Looked {
  range: string;
  paths: readonly string[];
  before: readonly TreeEntry[];
  now: readonly TreeEntry[];
}

/** The records that came and went between two commits: comparing the two does not show them. */
export async function passingRecords(git: Git, { range, paths, before, now }: Looked): Promise<Passing[]> {
  const ids = (await git.run(["rev-list", "--topo-order", "--reverse", range])).toString().split("\n").filter(Boolean);
  const left = await filesLeftBy(git, ids, paths);
  const ends = new Set([...before, ...now].map(({ object }) => object));
  const between = [...left].flatMap(([commit, files]) =>
    [...files].flatMap(([path, { blob: object }]) =>
      object === null || ends.has(object) ? [] : [{ commit, path, object }],
    ),
  );
  if (between.length === 0) return [];
  const objects = await readObjects(
    git,
    [...between, ...before, ...now].map(({ object }) => object),
  );
  const linesIn = ({ path, object }: { path: string; object: string }) =>
    ledgerLines(path, objects.get(object) ?? Buffer.alloc(0));
  // What the base has and the head has not is told of by comparing the two.
  const kept = [...before, ...now].flatMap(linesIn);
  const hashes = new Set(kept.map(({ hash }) => hash));
  const contents = new Set(kept.flatMap((line) => contentIn(line) ?? []));
  const found = new Map<string, Passing>();
  for (const { commit, path, object } of between)
    for (const line of linesIn({ path, object })) {
      const record = hashes.has(line.hash) ? null : recordIn(line.bytes.toString("utf8"), line.hash);
      if (record === null || contents.has(contentOf(record)) || found.has(contentOf(record))) continue;
      const isErased = hasStone(line, record, hashes);
      // The tombstone of a change tells enough to judge it; that of a decision tells nothing.
      if (!isErased || isDecisionRecord(record)) found.set(contentOf(record), { record, isErased, path, commit });
    }
  return [...found.values()];
}

/** A record that was published again has another place in another chain, and says the same. */
function contentOf(record: PublishedRecord): string {
  const { v: _v, writer: _writer, seq: _seq, prev: _prev, ...metadata } = record.metadata ?? {};
  return JSON.stringify({ ...record, metadata });
}

function contentIn({ bytes, hash }: LedgerLine): string | null {
  const record = recordIn(bytes.toString("utf8"), hash);
  return record === null ? null : contentOf(record);
}

/** Whether it was erased as it should be. */
function hasStone({ bytes }: LedgerLine, record: PublishedRecord, hashes: ReadonlySet<string>): boolean {
  const stone = tombstoneFor(bytes, record);
  return stone !== null && hashes.has(sha256(stone));
}

/** What lets something pass, or settles it: whoever takes it back takes it back. Whoever erases it takes nothing back. */
const speaksFor: ReadonlySet<string> = new Set([
  ...["approved", "granted", "trusted", "acknowledged", "accepted", "expanded", "undone", "resumed"],
]);

/** What of these records is judged as if they were still there: nobody gets past by taking a record away again. */
export function stillCounting(passing: readonly Passing[]): Records {
  const records: Records = { traces: [], decisions: [] };
  for (const { record, isErased } of passing)
    if (!isDecisionRecord(record)) records.traces.push(record);
    else if (isErased || !speaksFor.has(record.decision)) records.decisions.push(record);
  return records;
}

/** Of these records, those that are missed at the head: what they tell of is part of it. Reverting takes away both. */
export function missed(passing: readonly Passing[], files: readonly CheckedFile[]): LedgerFault[] {
  const holding = new Set(files.flatMap(({ spans }) => spans.flatMap(({ trace }) => trace ?? [])));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const isThere = ({ record }: Passing): boolean => {
    if (isDecisionRecord(record)) return false;
    const left = Object.entries(soundTrace(record).metadata.files).some(([path, { blob, after }]) => {
      const file = byPath.get(path);
      if (file === undefined) return false;
      return file.op === "delete" ? after === null : blob !== undefined && blob === file.blob;
    });
    return left || holding.has(record.id);
  };
  const faults = new Map<string, LedgerFault>();
  for (const { path, commit } of passing.filter(isThere))
    faults.set(`${commit} ${path}`, {
      kind: "removed",
      path,
      line: 0,
      reason: `Records of this change came with commit ${commit.slice(0, 10)} and were taken away again, and what they tell of is still there.`,
      commit,
    });
  return [...faults.values()];
}
