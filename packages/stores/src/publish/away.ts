import { join } from "node:path";
import type { Chained, ContentHash, TraceRecord } from "@writ/contracts";
import { writeAtomic } from "../atomic.ts";
import { type Draft, toChain } from "../ledger/chain-lines.ts";
import { decisionKind } from "../ledger/decision-kind.ts";
import type { RecordKind } from "../ledger/kind.ts";
import { readEntries } from "../ledger/read.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { type Logged, logPublished, readLogged, type Spot } from "./progress.ts";
import { contentIn, isOfStem, monthOf, publishedName } from "./published-files.ts";
import { publishedKind } from "./published-kind.ts";
import { toPublishedDecision } from "./sanitize.ts";
import { toPublishedTrace } from "./sanitize-trace.ts";
import { touching } from "./select.ts";

/** A published record is longer than the live one by its source. */
export const sourceBytes = 256;

/** Of some changes that other branches have, which this commit takes lines from. */
export type FindBrought = (traces: readonly TraceRecord[]) => Promise<(trace: TraceRecord) => boolean>;

interface AwayOptions {
  traces: string;
  decisions: string;
  published: string;
  state: string;
  writer: string;
  files: readonly string[] | "all";
  findBrought?: FindBrought;
}

/** What is here without that: files, and the ids of what goes out now. */
interface Known {
  inTree: ReadonlySet<string>;
  out: ReadonlySet<string>;
}

/** A file as it was published, read from the live ledgers again. */
interface Found {
  logged: Logged;
  traces: TraceRecord[];
  drafts: Draft[];
}

/**
 * Brings files of other branches here whose lines this commit takes along: `git checkout other -- file` brings no
 * records. It is the same file again, byte for byte, so that the branches still fit each other.
 */
export async function bringBack(options: AwayOptions, stem: string, known: Known): Promise<Found[]> {
  const away = await awayFrom(options, stem, known);
  if (away.length === 0) return [];
  const found = await readAgain(options, away);
  const isBrought = (await options.findBrought?.(found.flatMap(({ traces }) => traces))) ?? (() => true);
  return found.filter(({ drafts, traces }) => drafts.length > 0 && (options.files === "all" || traces.some(isBrought)));
}

/** Writes them; gives the files. One that cannot be the same, as where some of it was erased, is a new one of this branch. */
export async function writeBack(
  { published, state, writer }: AwayOptions,
  stem: string,
  back: readonly Found[],
): Promise<string[]> {
  const files: string[] = [];
  for (const { logged, drafts } of back) {
    const { text } = toChain(
      { file: join(published, logged.file), kind: publishedKind, writer, room: sourceBytes },
      drafts,
    );
    const isSame = publishedName("", text).endsWith(`-${contentIn(logged.file)?.digest}.jsonl`);
    const name = isSame ? logged.file : `${monthOf(drafts[0]?.timestamp ?? "")}/${publishedName(stem, text)}`;
    const file = join(published, name);
    await writeAtomic(file, text);
    if (!isSame) await logPublished(state, { ...logged, file: name });
    files.push(file);
  }
  return files;
}

async function awayFrom({ state, files }: AwayOptions, stem: string, { inTree, out }: Known): Promise<Logged[]> {
  if (files.length === 0) return [];
  const isOurs = isOfStem(stem);
  const touches = touching(files);
  const logged = await readLogged(state);
  const here = new Set(logged.flatMap(({ file, ids }) => (inTree.has(file) ? ids : [])));
  const away = logged.filter(
    ({ file, ids, paths, live }) =>
      live.length > 0 &&
      !inTree.has(file) &&
      !isOurs(file) &&
      touches({ files: paths }) &&
      ids.some((id) => !here.has(id)) &&
      !ids.some((id) => out.has(id)),
  );
  return [...new Map(away.map((one) => [one.file, one])).values()];
}

async function readAgain(options: AwayOptions, away: readonly Logged[]): Promise<Found[]> {
  const wanted = away.flatMap(({ ids, live }) => live.map((spot, at) => ({ id: ids[at] ?? "", spot })));
  const of = (ledger: Spot[0]) => wanted.filter(({ spot }) => spot[0] === ledger);
  const traces = await recordsAt(options.traces, traceKind, of("t"));
  const decisions = await recordsAt(options.decisions, decisionKind, of("d"));
  return away.map((logged) => ({
    logged,
    traces: logged.ids.flatMap((id) => traces.get(id)?.record ?? []),
    drafts: logged.ids.flatMap((id, at) => {
      const [ledger] = logged.live[at] ?? [];
      const trace = ledger === "t" ? traces.get(id) : undefined;
      const decision = ledger === "d" ? decisions.get(id) : undefined;
      if (trace !== undefined) return toPublishedTrace(trace.record, trace.hash);
      return decision === undefined ? [] : toPublishedDecision(decision.record, decision.hash);
    }),
  }));
}

interface Read<R> {
  record: R;
  hash: ContentHash;
}

/** Records by their ids. After an erasure they stand elsewhere, and then all are looked through. */
async function recordsAt<R extends Chained>(
  file: string,
  kind: RecordKind<R>,
  wanted: readonly { id: string; spot: Spot }[],
): Promise<Map<string, Read<R>>> {
  const found = new Map<string, Read<R>>();
  const missing = new Set<string>();
  for (const { id, spot } of wanted) {
    const [, from, length] = spot;
    for await (const { record, hash } of readEntries(file, kind, { from, to: from + length }))
      if (record.id === id) found.set(id, { record, hash });
    if (!found.has(id)) missing.add(id);
  }
  if (missing.size === 0) return found;
  for await (const { record, hash } of readEntries(file, kind))
    if (missing.has(record.id)) found.set(record.id, { record, hash });
  return found;
}
