import { lstatSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { LedgerProblem, VerifyReport } from "@writ/contracts";
import { parseJson } from "../ledger/json-text.ts";
import { openToRead } from "../ledger/ledger-file.ts";
import { readLink, textOf, toContentHash } from "../ledger/line.ts";
import { type Line, linesIn, readLines } from "../ledger/lines.ts";
import { isTombstone } from "../ledger/tombstone.ts";
import { isObject } from "../ledger/values.ts";
import { listPublished } from "../publish/published-files.ts";
import { anchorCheck, type ChainHead, type NotedHead, noAnchors } from "./anchors.ts";
import { type Checked, chainChecker, linkIn } from "./chain.ts";
import type { Finding } from "./finding.ts";
import type { Newest } from "./judge.ts";
import type { Candidate } from "./misfits.ts";
import { nameCheck } from "./misnamed.ts";
import { openSettled, type Settled } from "./settled.ts";
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
  /** By file: how many records it holds. */
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
  /** Files that are compared with each other: of what they say under one id there must be one version. */
  compared?: readonly string[];
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
 * in constant memory but for what was erased. A chain belongs to one writer and one file.
 * Files that are not there are empty: a ledger begins with its first record.
 */
export async function verifyFiles(
  files: readonly string[],
  published?: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  const settled = openSettled(options.own);
  const more = published === undefined ? [] : await listPublished(published);
  const inspected: [file: string, found: Inspected][] = [];
  const anchorsOf = anchorsByFile(options.anchors ?? []);
  const shared = new Set([...(options.compared ?? []), ...more]);
  const twins = openTwins();
  let left = mostFindings;
  for (const file of [...files, ...more]) {
    const anchors = anchorsOf.get(file) ?? [];
    const onLine = shared.has(file) ? (line: Line) => twins.hear(file, line) : undefined;
    const found = await inspect(file, { settled, anchors, most: left, onProgress: options.onProgress, onLine });
    left -= found.findings.length;
    inspected.push([file, found]);
  }
  const twinsIn = await twins.end();
  const whole: Verification = {
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
    anchored: settled.anchored(),
  };
  for (const [file, found] of inspected) {
    const strays = options.stones === "unasked" ? [] : strayStones(found, settled, options.traces?.includes(file));
    const others = [...found.findings, ...onePerChain(found.lost, settled), ...strays, ...(twinsIn.get(file) ?? [])];
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
    if (options.stones !== "unasked") whole.notices.push(...foreignErasures(file, found, settled));
    if (found.newer !== null) whole.notices.push({ file, line: found.newer.line, reason: sayNewer(found.newer) });
    if (found.more > 0) {
      whole.problems.push({ file, line: 0, reason: sayMore(found) });
      // The line that counts them stands for one.
      whole.more += found.more - 1;
    }
    whole.records += found.records;
    whole.foreign += found.foreign;
    whole.erased += found.stones.length;
    whole.elsewhere += found.elsewhere;
    whole.files[file] = found.records;
    whole.heads.push(
      ...found.heads.map(({ writer, seq, digest }) => ({ file, writer, seq, hash: toContentHash(digest) })),
    );
  }
  return { ...whole, ok: whole.problems.length === 0 };
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
  /** How many findings are listed. */
  most?: number;
  /** Hears of every line that is in a chain. */
  onLink?: (candidate: Candidate) => void;
  /** Hears of every line that can be read. */
  onLine?: ((line: Line) => void) | undefined;
}

/** Goes through one file once. */
export async function inspect(file: string, options: InspectOptions): Promise<Inspected> {
  const { settled, anchors, onProgress, without, most = mostFindings, onLink, onLine } = options;
  const findings: Finding[] = [];
  const lost: Finding[] = [];
  let more = 0;
  const report = (finding: Finding): void => {
    if (findings.length < most) findings.push(finding);
    else more += 1;
  };
  const hearers = {
    lost: (finding: Finding) => void lost.push(finding),
    met: (writer: string, seq: number) => settled.met({ file, writer, seq }),
  };
  const checker = chainChecker({ report, settled, anchors: anchorCheck(hearers, anchors), file, onLink });
  const handle = await openToRead(file).catch((error: unknown) => {
    // One file that cannot be read hides nothing of the others.
    report({ line: 0, reason: sayUnread(file, error), remedy: "known" });
    return null;
  });
  const named = handle === null ? null : nameCheck(file);
  try {
    if (handle !== null) {
      for await (const lines of readLines(handle)) {
        for (const line of lines) {
          if (without?.has(line.line) === true) continue;
          checker.check(line);
          named?.hear(line.bytes);
          if (line.skipped === undefined) onLine?.(line);
        }
        onProgress?.(lines.at(-1)?.offset ?? 0);
      }
    }
    const checked = checker.end();
    for (const head of checked.heads) {
      if (handle !== null && !(await isWellFormed(handle, head)))
        report({ line: head.line, reason: "not valid JSON: the line was changed", remedy: "aside" });
    }
    const { strangers = [], misplaced = [], misnamed = null } = named?.end(checked) ?? {};
    for (const one of [...strangers, ...misplaced]) report(one);
    const gone = handle === null ? lost.map(sayGone) : lost;
    return { ...checked, findings, more, lost: gone, misnamed };
  } finally {
    await handle?.close();
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

const sayMore = ({ more, findings }: Inspected): string =>
  findings.length === 0 ? plural(more, "problem") : plural(more, "more problem");

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"} in this file`;

function sayNewer({ count, version }: NonNullable<Checked["newer"]>): string {
  const records = count === 1 ? "1 record, this one," : `${count} records, this one first,`;
  return `${records} in format ${version}: the chain fits, and an update of Writ will understand the rest`;
}

/** The newest line of a writer: no later one holds its hash. Its chain must be where readers find it. */
async function isWellFormed(handle: FileHandle, { offset, length }: Newest): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
  const value = parseJson(textOf(buffer));
  if (!isObject(value)) return false;
  const link = readLink(buffer);
  const read = linkIn(isTombstone(buffer) ? value.tombstone : value.metadata);
  return link === null || (read !== null && read.seq === link.seq && read.writer === link.writer);
}
