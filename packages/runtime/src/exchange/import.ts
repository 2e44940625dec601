import { join } from "node:path";
import type { Assurance, DecisionRecord, TraceRecord, Unchained } from "@writ/contracts";
import { fromAgentTrace, fromForeign, type Read, toUuid } from "@writ/engine";
import {
  appendAll,
  crypto,
  decisionKind,
  type Line,
  lineComment,
  maxRecordBytes,
  type Piece,
  pieceReader,
  readWriter,
  traceKind,
  withFileLock,
} from "@writ/stores";
import { isSingle } from "../config/is-single.ts";
import { sha256 } from "../hash.ts";
import { sidecarPaths } from "../paths.ts";
import { meetLedgerIds } from "./ledger-ids.ts";
import { means } from "./means.ts";
import { openPlacer } from "./place.ts";
import { openSeenIds } from "./seen-ids.ts";

/** What is read: Agent Trace, the records of S0 and S1, or whichever a record looks like. */
export type ImportFormat = "agent-trace" | "s0" | "auto";

/** How records are brought in, and who hears of those that are not. */
export interface ImportOptions {
  format: ImportFormat;
  /** ISO-8601. */
  now: string;
  /** Who brings them in, and how sure that is. */
  by: { by: string; assurance: Assurance };
  /** Nothing is written. */
  dryRun?: boolean;
  onRefused?(line: number, reason: string): void;
  onWarning?(line: number, text: string): void;
}

/** What became of the records. */
export interface ImportReport {
  imported: number;
  alreadyThere: number;
  refused: number;
  /** How many files of imported records blame can follow line by line, and how many only as a whole. */
  followed: number;
  coarse: number;
}

type Draft = Unchained<TraceRecord>;

/** Room for the record's place in the chain. */
const chainBytes = 1024;
const mostAtOnce = 1000;
const mostBytesAtOnce = 8 * 1024 * 1024;

/** Brings others' records into the live ledger, marked as imported. A record that is there already is left alone. */
export function importTraces(
  root: string,
  source: AsyncIterable<Line[]>,
  options: ImportOptions,
): Promise<ImportReport> {
  // Two at once would not see what the other brings in.
  const lock = join(sidecarPaths(root).leases, "import.lock");
  return withFileLock(lock, () => importAlone(root, source, options));
}

async function importAlone(root: string, source: AsyncIterable<Line[]>, options: ImportOptions): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, alreadyThere: 0, refused: 0, followed: 0, coarse: 0 };
  const paths = sidecarPaths(root);
  const refuse = (line: number, reason: string): void => {
    report.refused += 1;
    options.onRefused?.(line, reason);
  };
  const seen = openSeenIds();
  await meetLedgerIds(paths, seen);
  const placer = openPlacer(root);
  const batch = openBatch(async (drafts) => {
    const writer = () => readWriter(paths.state, root);
    const ledger = { file: paths.traces, state: paths.state, writer, isTracked: () => isSingle(root) };
    if (options.dryRun !== true) await appendAll(traceKind, ledger, drafts);
    report.imported += drafts.length;
  });

  const take = async ({ value, bytes, line }: Piece): Promise<void> => {
    if (isDeeper(value, mostDepth)) return refuse(line, `it is nested more than ${mostDepth} deep`);
    const read = readRecord(value, bytes, options);
    if (read.warning !== undefined) options.onWarning?.(line, read.warning);
    if ("reason" in read) return refuse(line, read.reason);
    const wrongTime = timeProblem(read.record.timestamp, options.now);
    if (wrongTime !== null) return refuse(line, wrongTime);
    const name = read.record.metadata.imported?.id;
    const isOurs = name !== undefined && seen.has(toUuid(name, sha256));
    const met = isOurs ? "same" : seen.meet(read.record.id, JSON.stringify(value));
    if (met === "other") return refuse(line, "an earlier record has the same id and says something else");
    if (met === "same") {
      report.alreadyThere += 1;
      return;
    }
    const draft = await placer.place(read.record);
    const size = Buffer.byteLength(JSON.stringify(draft));
    if (size > maxRecordBytes - chainBytes) return refuse(line, `it has ${size} bytes, more than a record may have`);
    for (const { coarse } of Object.values(draft.metadata.files)) report[coarse === true ? "coarse" : "followed"] += 1;
    await batch.add(draft, size);
  };

  const reader = pieceReader((line, reason) => {
    if (reason !== lineComment) refuse(line, reason);
  });
  const digest = crypto().createHash("sha256");
  try {
    for await (const lines of source) {
      for (const line of lines) {
        digest.update(line.bytes).update("\n");
        for (const piece of reader.feed(line)) await take(piece);
      }
    }
    reader.end();
    await batch.flush();
  } finally {
    placer.close();
    // Also when it broke off: what came in until then is there.
    if (report.imported > 0 && options.dryRun !== true)
      await note(root, options, { records: report.imported, source: `sha256:${digest.digest("hex")}` });
  }
  return report;
}

/** Whoever goes through a record goes as deep as it is; no tool writes any as deep as this. */
const mostDepth = 100;

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return most === 0 || Object.values(value).some((part) => isDeeper(part, most - 1));
}

/** Before that nobody wrote code with an agent. */
const earliest = "2000";
const dayMs = 24 * 60 * 60 * 1000;

/** Records are filed by their time, and are told in its order. A clock may be a little ahead. */
function timeProblem(timestamp: string, now: string): string | null {
  if (timestamp < earliest) return "its time is long before anybody could have recorded it";
  return Date.parse(timestamp) > Date.parse(now) + dayMs ? "its time is still to come" : null;
}

/** Writes down who brought records in. */
async function note(
  root: string,
  { now, by }: ImportOptions,
  imported: NonNullable<DecisionRecord["imported"]>,
): Promise<void> {
  const { decisions, state } = sidecarPaths(root);
  const record: Unchained<DecisionRecord> = {
    id: crypto().randomUUID(),
    timestamp: now,
    decision: "imported",
    agent: "person",
    session: "cli",
    intent: null,
    ...by,
    reason: imported.records === 1 ? "1 record" : `${imported.records} records`,
    imported,
    metadata: {},
  };
  await appendAll(decisionKind, { file: decisions, state, writer: () => readWriter(state, root) }, [record]);
}

function readRecord(value: Record<string, unknown>, bytes: Buffer, { format, now }: ImportOptions): Read {
  if (format === "agent-trace" || (format === "auto" && isAgentTrace(value))) return fromAgentTrace(value, now, means);
  // As the ledger itself would name it, so that a line of this ledger is known again.
  const read = traceKind.parse(value, sha256(bytes));
  return read === null ? { reason: "it names no file that was changed" } : fromForeign(value, read, now, means);
}

/** Agent Trace names its version; the other formats have none. */
function isAgentTrace({ version, files }: Record<string, unknown>): boolean {
  return version !== undefined && Array.isArray(files);
}

/** Gathers records, so that the disk is waited for once a batch. */
function openBatch(write: (drafts: readonly Draft[]) => Promise<void>) {
  let drafts: Draft[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const ready = drafts;
    drafts = [];
    bytes = 0;
    await write(ready);
  };
  return {
    flush,
    async add(draft: Draft, size: number): Promise<void> {
      drafts.push(draft);
      bytes += size;
      if (drafts.length >= mostAtOnce || bytes >= mostBytesAtOnce) await flush();
    },
  };
}
