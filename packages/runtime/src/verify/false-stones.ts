import { readFileSync } from "node:fs";
import type { LedgerProblem } from "@writ/contracts";
import { isTombstone, listPublished, tombstoneFor } from "@writ/stores";
import { type LedgerLine, ledgerLines } from "../check/erased-lines.ts";
import { type Git, gitIn, readObjects } from "../check/git.ts";
import { recordIn } from "../check/records.ts";
import { sidecarName } from "../locate.ts";
import type { Workspace } from "../workspace/types.ts";

/** How many versions of files are asked for at once. */
const atOnce = 200;

/**
 * Tombstones in published files that say something else than they should: everything in one comes from the line it
 * stands for, so where the history still has that line, the two can be compared. One that names no lines would let
 * blame take an agent's lines for a person's.
 */
export async function falseStones({ root, paths }: Workspace): Promise<LedgerProblem[]> {
  const stones = new Map<string, LedgerLine[]>();
  for (const file of await listPublished(paths.published)) {
    for (const line of stonesIn(file)) {
      const hash = hashIn(line.bytes);
      stones.set(hash, [...(stones.get(hash) ?? []), line]);
    }
  }
  if (stones.size === 0) return [];
  const found: LedgerProblem[] = [];
  for await (const { bytes, hash } of everPublished(gitIn(root))) {
    const standing = stones.get(hash);
    if (standing === undefined) continue;
    stones.delete(hash);
    const record = recordIn(bytes.toString("utf8"), hash);
    const right = record === null ? null : tombstoneFor(bytes, record);
    for (const { path, line, bytes: stone } of standing)
      if (right?.equals(stone) !== true) found.push({ file: path, line, reason });
    if (stones.size === 0) break;
  }
  return found;
}

const reason =
  "a tombstone that does not say what it should: the history still has the record it stands for, and Writ would write another";

function stonesIn(file: string): LedgerLine[] {
  try {
    const bytes = readFileSync(file);
    return bytes.includes('{"tombstone":') ? ledgerLines(file, bytes).filter((line) => isTombstone(line.bytes)) : [];
  } catch {
    // What cannot be read is told of already.
    return [];
  }
}

const hashIn = (stone: Buffer): string => /"hash":"(sha256:[0-9a-f]{64})"/.exec(stone.toString("latin1"))?.[1] ?? "";

/** The lines of all published files that the history has, oldest last. Nothing where there is no git. */
async function* everPublished(git: Git): AsyncGenerator<LedgerLine> {
  const form = ["--format=", "--raw", "--no-abbrev", "--no-renames", "-m", "--full-history"];
  const out = await git.ask(["log", ...form, "HEAD", "--", `${sidecarName}/ledger`]);
  const raw = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /gm;
  const blobs = [...(out?.toString("latin1") ?? "").matchAll(raw)].flatMap(([, was = "", now = ""]) => [was, now]);
  const wanted = [...new Set(blobs)].filter((blob) => !/^0+$/.test(blob));
  for (let at = 0; at < wanted.length; at += atOnce) {
    const objects = await readObjects(git, wanted.slice(at, at + atOnce));
    for (const bytes of objects.values()) yield* ledgerLines("", bytes);
  }
}
