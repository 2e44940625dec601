import type { FileHandle } from "node:fs/promises";
import type { ContentHash, LedgerProblem, VerifyReport } from "@writ/contracts";
import { parseJson } from "../ledger/json-text.ts";
import { openToRead } from "../ledger/ledger-file.ts";
import { textOf, toContentHash } from "../ledger/line.ts";
import { readLines } from "../ledger/lines.ts";
import { isObject } from "../ledger/values.ts";
import { listPublished } from "../publish/published-files.ts";
import { chainChecker } from "./chain.ts";
import type { Newest } from "./judge.ts";

/** The newest line of a writer in a file. Kept elsewhere (a tag, another machine) it is an anchor. */
export interface ChainHead {
  file: string;
  writer: string;
  seq: number;
  hash: ContentHash;
}

/** What `verify` found, beyond what the command prints. */
export interface Verification extends VerifyReport {
  /** Lines from before Writ, or of other tools; they are in no chain. */
  foreign: number;
  heads: ChainHead[];
}

/** What else must hold. */
export interface VerifyOptions {
  /** Heads noted earlier. A chain alone cannot tell that its end is missing, or that all of it was made anew. */
  anchors?: readonly ChainHead[];
}

/**
 * Checks every line of these ledger files and, if given, of the published ones in a folder: in one pass over each, and
 * in constant memory. A chain belongs to one writer and one file.
 * Files that are not there are empty: a ledger begins with its first record.
 */
export async function verifyFiles(
  files: readonly string[],
  published?: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  const whole: Verification = { ok: true, records: 0, problems: [], foreign: 0, heads: [] };
  const more = published === undefined ? [] : await listPublished(published);
  for (const file of [...files, ...more]) {
    const anchors = options.anchors?.filter((anchor) => anchor.file === file) ?? [];
    const found = await verifyFile(file, anchors);
    whole.records += found.records;
    whole.foreign += found.foreign;
    whole.problems.push(...found.problems);
    whole.heads.push(...found.heads);
  }
  return { ...whole, ok: whole.problems.length === 0 };
}

async function verifyFile(file: string, anchors: readonly ChainHead[]): Promise<Verification> {
  const problems: LedgerProblem[] = [];
  const report = (line: number, reason: string): void => {
    problems.push({ file, line, reason });
  };
  const checker = chainChecker(report, anchors);
  const handle = await openToRead(file);
  try {
    if (handle !== null) {
      for await (const lines of readLines(handle)) {
        for (const line of lines) checker.check(line);
      }
    }
    const { records, foreign, heads } = checker.end();
    for (const head of heads) {
      if (handle !== null && !(await isWellFormed(handle, head)))
        report(head.line, "not valid JSON: the line was changed");
    }
    problems.sort((one, other) => one.line - other.line);
    const named = heads.map(({ writer, seq, digest }) => ({ file, writer, seq, hash: toContentHash(digest) }));
    return { ok: problems.length === 0, records, foreign, problems, heads: named };
  } finally {
    await handle?.close();
  }
}

/** The newest line of a writer: no later one holds its hash. */
async function isWellFormed(handle: FileHandle, { offset, length }: Newest): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
  return isObject(parseJson(textOf(buffer)));
}
