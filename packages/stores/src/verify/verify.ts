import { lstatSync } from "node:fs";
import type { LedgerProblem, VerifyReport } from "@writ/contracts";
import { readLink, toContentHash } from "../ledger/line.ts";
import { type Line, linesIn } from "../ledger/lines.ts";
import { eachPublished } from "../publish/published-files.ts";
import { anchorCheck, type ChainHead, type NotedHead, noAnchors } from "./anchors.ts";
import { type Checked, chainChecker } from "./chain.ts";
import type { Finding } from "./finding.ts";
import { flawOf } from "./flaw.ts";
import type { Candidate } from "./misfits.ts";
import { nameCheck } from "./misnamed.ts";
import { openSettled, type Settled } from "./settled.ts";
import { type OpenSource, openSources } from "./source.ts";
import { foreignErasures, strayStones } from "./stones.ts";
import { openTwins } from "./twins.ts";

/** What `verify` found, beyond what the command prints. */
export interface Verification extends VerifyReport {
  /** What a person should know, though nothing is wrong: what was lost and is known to be, records of a later Writ. */
  notices: LedgerProblem[];
  /** Problems that are only counted, beyond those that are listed. */
  more: number;
  /** Those of the problems that a repair wrote down, and that will be known once this is anchored. */
  waiting: LedgerProblem[];
  /** Lines from before Writ, or of other tools; they are in no chain. */
  foreign: number;
  /** Records that were erased: tombstones stand in their place. */
  erased: number;
  heads: ChainHead[];
  /** By file: how many records it holds, of those that are told. */
  files: Record<string, number>;
  /** Anchors of other working copies' chains, which are not in this one. */
  elsewhere: number;
  /** Where records say that the chains were anchored. */
  anchored: string[];
}

/** An anchor, and the file its chain is in. */
export type FileAnchor = NotedHead & Pick<ChainHead, "file">;

/** What else must hold, and who wants to know how far it is. */
export interface VerifyOptions {
  /** Heads noted earlier. A chain alone cannot tell that its end is missing, or that all of it was made anew. */
  anchors?: readonly FileAnchor[];
  /** Where tombstones are not asked for the record of their erasure, since that is in a file not given here. */
  stones?: "unasked";
  /** Files that hold nothing but changes: a tombstone there names files. */
  traces?: readonly string[];
  /** This working copy's own ledger of decisions: what it says of its own chains is believed. */
  own?: string;
  /** Compares all with each other, not only the published: of what they say under one id there must be one version. */
  compared?: "all";
  /** Files whose heads and number of records are told; of all, where nothing is given. */
  told?: readonly string[];
  onProgress?: (doneBytes: number) => void;
}

/** What was noted of each file. */
export function anchorsByFile(anchors: readonly FileAnchor[]): Map<string, FileAnchor[]> {
  const byFile = new Map<string, FileAnchor[]>();
  for (const anchor of anchors) {
    const ofFile = byFile.get(anchor.file);
    if (ofFile === undefined) byFile.set(anchor.file, [anchor]);
    else ofFile.push(anchor);
  }
  return byFile;
}

/** More than this nobody reads; they are only counted, file by file. */
const mostFindings = 10_000;

/**
 * Checks every line of these ledger files and, if given, of the published ones in a folder: in one pass over each, and
 * in constant memory but for names of files and what was erased. A chain belongs to one writer and one file.
 * Files that are not there are empty: a ledger begins with its first record.
 */
export async function verifyFiles(
  files: readonly string[],
  published?: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  const settled = openSettled(options.own);
  const open = openSources();
  const anchorsOf = anchorsByFile(options.anchors ?? []);
  const firstCompared = options.compared === "all" ? 0 : files.length;
  const filesFrom = async function* (first: number): AsyncGenerator<string> {
    yield* files.slice(first);
    if (published !== undefined) yield* eachPublished(published);
  };
  const whole = nothingYet();
  // Most files are fine: only of the others anything is kept.
  const telling = new Map<string, Told>();
  let left = mostFindings;
  const twins = openTwins({
    again: () => filesFrom(firstCompared),
    report(file, finding) {
      const known = telling.get(file) ?? { ...nothingToTell };
      telling.set(file, left > 0 ? { ...known, twins: [...known.twins, finding] } : { ...known, more: known.more + 1 });
      left -= 1;
    },
  });
  let nth = 0;
  for await (const file of filesFrom(0)) {
    const anchors = anchorsOf.get(file) ?? [];
    const onLine = nth >= firstCompared ? (line: Line) => twins.hear(file, line) : undefined;
    nth += 1;
    const found = await inspect(file, { settled, anchors, open, most: left, onProgress: options.onProgress, onLine });
    left -= found.findings.length;
    count(whole, found);
    if (options.told?.includes(file) !== false) tellHeads(whole, file, found);
    if (!tells(found)) continue;
    const { twins: met, more } = telling.get(file) ?? nothingToTell;
    telling.set(file, { ...found, more: found.more + more, twins: met });
  }
  await twins.end();
  for (const [file, found] of telling) tell(whole, file, found, { ...options, settled });
  return { ...whole, ok: whole.problems.length === 0, anchored: settled.anchored() };
}

const nothingYet = (): Verification => ({
  ok: true,
  records: 0,
  problems: [],
  notices: [],
  more: 0,
  waiting: [],
  foreign: 0,
  erased: 0,
  heads: [],
  files: {},
  elsewhere: 0,
  anchored: [],
});

function count(whole: Verification, { records, foreign, stones, elsewhere }: Inspected): void {
  whole.records += records;
  whole.foreign += foreign;
  whole.erased += stones.length;
  whole.elsewhere += elsewhere;
}

function tellHeads(whole: Verification, file: string, { records, heads }: Inspected): void {
  whole.files[file] = records;
  for (const { writer, seq, digest } of heads) whole.heads.push({ file, writer, seq, hash: toContentHash(digest) });
}

/** What there is to say of a file. */
type Told = Pick<Inspected, "findings" | "more" | "lost" | "misnamed" | "stones" | "newer"> & { twins: Finding[] };

const nothingToTell: Told = { findings: [], more: 0, lost: [], misnamed: null, stones: [], newer: null, twins: [] };

const tells = ({ findings, more, lost, misnamed, stones, newer }: Inspected): boolean =>
  findings.length + more + lost.length + stones.length > 0 || misnamed !== null || newer !== null;

function tell(
  whole: Verification,
  file: string,
  found: Told,
  { settled, stones, traces }: Pick<VerifyOptions, "stones" | "traces"> & { settled: Settled },
): void {
  const strays = stones === "unasked" ? [] : strayStones(found, settled, traces?.includes(file));
  const others = [...found.findings, ...found.twins, ...onePerChain(found.lost, settled), ...strays];
  const isOpen = found.more > 0 || others.some((finding) => settled.stateOf(finding) !== "known");
  const isTold = others.length > 0 && found.misnamed !== null && settled.stateOf(found.misnamed) === "known";
  const findings = found.misnamed === null || isOpen || isTold ? others : [...others, found.misnamed];
  for (const finding of findings.sort((one, other) => one.line - other.line)) {
    const { line, reason } = finding;
    const state = settled.stateOf(finding);
    if (state === "known") {
      whole.notices.push({ file, line, reason: `${reason} (known: a repair wrote it down)` });
      continue;
    }
    const problem = { file, line, reason: state === "waiting" ? `${reason} (${waits})` : reason };
    whole.problems.push(problem);
    if (state === "waiting") whole.waiting.push(problem);
  }
  if (stones !== "unasked") whole.notices.push(...foreignErasures(file, found, settled));
  if (found.newer !== null) whole.notices.push({ file, line: found.newer.line, reason: sayNewer(found.newer) });
  if (found.more > 0) {
    whole.problems.push({ file, line: 0, reason: sayMore(found) });
    // The line that counts them stands for one.
    whole.more += found.more - 1;
  }
}

const waits = "a repair wrote it down; it counts once that is anchored: writ verify --anchor --losses";

/** Of many noted lines of a chain that are not there one is told: a chain that was made anew fits none of them. */
function onePerChain(lost: readonly Finding[], settled: Settled): Finding[] {
  const told = new Set<string>();
  return lost.filter((finding) => {
    const key = `${settled.stateOf(finding)} ${finding.anchor?.writer}`;
    const isFirst = !told.has(key);
    told.add(key);
    return isFirst;
  });
}

/** The newest line of each writer in the content of a ledger file. */
export function headsIn(content: Buffer): Omit<ChainHead, "file">[] {
  const checker = chainChecker({ report() {}, settled: openSettled(), anchors: noAnchors, file: "" });
  for (const line of linesIn(content, 0)) checker.check(line);
  return checker.end().heads.map(({ writer, seq, digest }) => ({ writer, seq, hash: toContentHash(digest) }));
}

/** What was found in one file. */
export interface Inspected extends Checked {
  findings: Finding[];
  /** Findings beyond those listed. */
  more: number;
  /** Every noted line that is not there. */
  lost: Finding[];
  /** That the file's name does not fit what it holds, which says the least: it is told where nothing else is open. */
  misnamed: Finding | null;
}

interface InspectOptions {
  settled: Settled;
  anchors: readonly NotedHead[];
  onProgress?: ((doneBytes: number) => void) | undefined;
  /** Lines that count as not there. */
  without?: ReadonlySet<number>;
  /** Opens the files of one pass. */
  open?: OpenSource;
  /** How many findings are listed. */
  most?: number;
  /** Hears of every line that is in a chain. */
  onLink?: (candidate: Candidate) => void;
  /** Hears of every line that can be read, and says whether it is a copy of one that was read before. */
  onLine?: ((line: Line) => boolean) | undefined;
}

/** Goes through one file once. */
export async function inspect(file: string, options: InspectOptions): Promise<Inspected> {
  const { settled, anchors, onProgress, without, most = mostFindings, onLink, onLine, open = openSources() } = options;
  const findings: Finding[] = [];
  const lost: Finding[] = [];
  let more = 0;
  const report = (finding: Finding): void => {
    if (findings.length < most) findings.push(finding);
    else more += 1;
  };
  const tellFlaw = (line: number, bytes: Buffer): void => {
    const reason = flawOf(bytes);
    if (reason !== null) report({ line, reason, remedy: "aside" });
  };
  const hearers = {
    lost: (finding: Finding) => void lost.push(finding),
    met: (writer: string, seq: number) => settled.met({ file, writer, seq }),
  };
  const checker = chainChecker({ report, settled, anchors: anchorCheck(hearers, anchors), file, onLink });
  const source = await open(file).catch((error: unknown) => {
    // One file that cannot be read hides nothing of the others.
    report({ line: 0, reason: sayUnread(file, error), remedy: "known" });
    return null;
  });
  const named = source === null ? null : nameCheck(file, without === undefined ? source.whole : null);
  try {
    if (source !== null) {
      for await (const lines of source.batches) {
        for (const line of lines) {
          if (without?.has(line.line) === true) continue;
          checker.check(line);
          named?.hear(line.bytes);
          if (line.skipped !== undefined) continue;
          const isCopy = onLine?.(line) === true;
          // Whoever forges a published file makes its chain and its name fit: what nobody here wrote is looked into.
          if (named !== null && !isCopy && readLink(line.bytes) !== null) tellFlaw(line.line, line.bytes);
        }
        onProgress?.(lines.at(-1)?.offset ?? 0);
      }
    }
    const checked = checker.end();
    const { strangers = [], misplaced = [], misnamed = null } = named?.end(checked) ?? {};
    // No later line holds the hash of a live chain's newest.
    for (const head of named === null ? checked.heads : []) {
      const bytes = await source?.read(head.offset, head.length);
      if (bytes !== undefined) tellFlaw(head.line, bytes);
    }
    for (const one of [...strangers, ...misplaced]) report(one);
    const gone = source === null ? lost.map(sayGone) : lost;
    // Named one by one: spread, they take a kilobyte of each of many files, which is let go only much later.
    const { records, foreign, heads, stones, newer, elsewhere } = checked;
    return { records, foreign, heads, stones, newer, elsewhere, findings, more, lost: gone, misnamed };
  } finally {
    await source?.close();
  }
}

function sayUnread(file: string, error: unknown): string {
  const isPlain = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isPlain ? `it cannot be read: ${error instanceof Error ? error.message : "nobody knows why"}` : notPlain;
}

/** Of what is no plain file. */
export const notPlain = "no plain file of Writ's: nobody reads what is here, and records may be out of sight";

/** Where a whole file is gone, as a revert leaves it, nothing was cut off. */
function sayGone(finding: Finding): Finding {
  const { writer = "", seq = 0, where, commit } = finding.anchor ?? {};
  const noted = where === undefined ? "" : ` (${where})`;
  const remedy = commit === undefined ? "" : `. To have it back: git checkout ${commit.slice(0, 10)} -- FILE`;
  return {
    ...finding,
    reason: `the file is gone, with record ${seq} of ${writer}, which was anchored${noted}${remedy}`,
  };
}

const sayMore = ({ more, findings, twins }: Told): string =>
  findings.length + twins.length === 0 ? plural(more, "problem") : plural(more, "more problem");

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"} in this file`;

function sayNewer({ count, version }: NonNullable<Checked["newer"]>): string {
  const records = count === 1 ? "1 record, this one," : `${count} records, this one first,`;
  return `${records} in format ${version}: the chain fits, and an update of Writ will understand the rest`;
}
