import { mkdir, open } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ChainGap, ContentHash } from "@writ/contracts";
import { writeAtomic } from "../atomic.ts";
import { crypto } from "../crypto.ts";
import { storeFailed } from "../failure.ts";
import { forget } from "../ledger/filing.ts";
import { openToRead } from "../ledger/ledger-file.ts";
import { lineDigest, toContentHash } from "../ledger/line.ts";
import { readLines } from "../ledger/lines.ts";
import { type Splice, spliceFile } from "../ledger/splice.ts";
import { withFileLock } from "../lock/file-lock.ts";
import type { NotedHead } from "./anchors.ts";
import { type Candidate, misfits } from "./misfits.ts";
import { openSettled, type Settled } from "./settled.ts";
import { strayStones } from "./stones.ts";
import { anchorsByFile, type FileAnchor, type Inspected, inspect } from "./verify.ts";

/** A ledger file, and what must be held and thrown away when it is rewritten. */
export interface LedgerPlace {
  file: string;
  lock: string;
  /** Folder of its pointers, where it has some. */
  index?: string;
}

/** What is repaired, and how. */
export interface RepairOptions {
  places: readonly LedgerPlace[];
  /** Files that are only read: they may tell of erasures. */
  beside: readonly string[];
  anchors: readonly FileAnchor[];
  /** This working copy's own ledger of decisions. */
  own: string;
  /** Folder for what is set aside. */
  quarantine: string;
  /** ISO-8601. */
  at: string;
  /** Only say what would be done. */
  dryRun: boolean;
  /** Hears how far the file is that is being read. */
  onProgress?: (doneBytes: number) => void;
}

/** A line that was set aside. */
export interface Aside {
  line: number;
  reason: string;
  hash: ContentHash;
  bytes: number;
}

/** What was done to one file, and what is missing of it from then on. */
export interface RepairedFile {
  file: string;
  aside: Aside[];
  gaps: (ChainGap & { reason: string })[];
  anchors: NotedHead[];
  /** Of a published file that is not what its name says: the hash of what it holds from then on, and the reason. */
  misnamed?: { content: ContentHash; reason: string };
  /** Where the lines went. */
  to?: string;
}

/**
 * Sets damaged lines of ledgers aside, never deletes any, and says what the chains lack then. Files that need nothing
 * are left out of the answer.
 */
export async function repairFiles(options: RepairOptions): Promise<RepairedFile[]> {
  const settled = openSettled(options.own);
  const anchorsOf = anchorsByFile(options.anchors);
  for (const file of [...options.places.map((place) => place.file), ...options.beside]) {
    const anchors = anchorsOf.get(file) ?? [];
    await inspect(file, { settled, anchors, most: 0, onProgress: options.onProgress });
  }
  const done: RepairedFile[] = [];
  for (const place of options.places) {
    const repaired = await withFileLock(place.lock, () =>
      repair(place, settled, { ...options, anchors: anchorsOf.get(place.file) ?? [] }),
    );
    const { aside, gaps, anchors, misnamed } = repaired;
    if (aside.length + gaps.length + anchors.length > 0 || misnamed !== undefined) done.push(repaired);
  }
  return done;
}

async function repair(place: LedgerPlace, settled: Settled, options: RepairOptions): Promise<RepairedFile> {
  const { file } = place;
  const { anchors, onProgress } = options;
  const reasons = new Map<number, string>();
  let found: Inspected;
  const noted = new Set(anchors.map(({ writer, seq, hash }) => `${writer} ${seq} ${hash}`));
  const isAnchored = ({ writer, seq, digest }: Candidate) => noted.has(`${writer} ${seq} ${toContentHash(digest)}`);
  // What is set aside may show that the line after it does not fit either.
  for (;;) {
    const without = new Set(reasons.keys());
    const links: Candidate[] = [];
    const onLink = (candidate: Candidate) => void links.push(candidate);
    found = await inspect(file, { settled, anchors, without, most: Number.POSITIVE_INFINITY, onProgress, onLink });
    const damaged = [...found.findings, ...strayStones(found, settled)].filter(({ remedy }) => remedy === "aside");
    for (const { line, reason } of damaged) reasons.set(line, reason);
    // What is damaged vouches for nothing.
    const whole = links.filter(({ line }) => !reasons.has(line));
    if (found.findings.length > 0) for (const [line, reason] of misfits(whole, isAnchored)) reasons.set(line, reason);
    if (reasons.size === without.size) break;
  }
  const missing = [...found.findings, ...found.lost].filter((finding) => settled.stateOf(finding) === "open");
  const repaired: RepairedFile = {
    file,
    aside: [],
    gaps: missing.flatMap(({ gap, reason }) => (gap === undefined ? [] : [{ ...gap, reason }])),
    anchors: missing.flatMap(({ anchor }) => anchor ?? []),
    ...misnamedIn(found, settled),
  };
  const splices = await cutOut(file, reasons, repaired.aside);
  if (options.dryRun || splices.length === 0) return repaired;
  const to = await setAside(splices, repaired, options);
  await spliceFile(file, splices);
  if (place.index !== undefined) forget(place.index);
  return { ...repaired, to };
}

function misnamedIn({ misnamed: found }: Inspected, settled: Settled): Pick<RepairedFile, "misnamed"> {
  if (found?.misnamed === undefined || settled.stateOf(found) !== "open") return {};
  return { misnamed: { content: found.misnamed.content, reason: found.reason } };
}

/** The bytes of the lines that go, each with its end. */
async function cutOut(file: string, reasons: ReadonlyMap<number, string>, aside: Aside[]): Promise<Splice[]> {
  const handle = reasons.size === 0 ? null : await openToRead(file);
  if (handle === null) return [];
  const splices: Splice[] = [];
  try {
    const { size } = await handle.stat();
    for await (const lines of readLines(handle)) {
      for (const { line, offset, bytes, skipped } of lines) {
        const open = splices.at(-1);
        if (open !== undefined && open.to > offset) open.to = offset;
        const reason = reasons.get(line);
        if (reason === undefined) continue;
        // What is too long to be read is known by its length.
        const hash = toContentHash(skipped === undefined ? lineDigest(bytes) : "0".repeat(64));
        aside.push({ line, reason, hash, bytes: skipped ?? bytes.length });
        splices.push({ from: offset, to: size, put: new Uint8Array(0) });
      }
    }
  } finally {
    await handle.close();
  }
  return splices;
}

/** Copies the lines out, and writes down what they were, before anything is taken away. */
async function setAside(splices: readonly Splice[], repaired: RepairedFile, options: RepairOptions): Promise<string> {
  const { file, aside, gaps, anchors } = repaired;
  const stamp = `${options.at.replaceAll(/[^0-9]/g, "").slice(0, 14)}-${crypto().randomBytes(3).toString("hex")}`;
  const to = join(options.quarantine, `${basename(file)}.${stamp}.lines`);
  const source = await openToRead(file);
  try {
    await mkdir(options.quarantine, { recursive: true });
    const target = await open(to, "wx", 0o600);
    try {
      for (const splice of splices) {
        for (let at = splice.from; source !== null && at < splice.to; ) {
          const length = Math.min(1024 * 1024, splice.to - at);
          const { buffer, bytesRead } = await source.read(Buffer.alloc(length), 0, length, at);
          if (bytesRead === 0) break;
          await target.writeFile(buffer.subarray(0, bytesRead));
          at += bytesRead;
        }
      }
      await target.sync();
    } finally {
      await target.close();
    }
  } catch (error) {
    throw storeFailed("set damaged lines aside in", to, error);
  } finally {
    await source?.close();
  }
  const lines = aside.map((one, at) => ({ ...one, from: splices[at]?.from }));
  const manifest = { v: 1, file: basename(file), at: options.at, lines, gaps, anchors };
  await writeAtomic(to.replace(/lines$/, "json"), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
  return to;
}
