import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { parseJson } from "../ledger/json-text.ts";
import { lineDigest, textOf, toContentHash } from "../ledger/line.ts";
import { isObject } from "../ledger/values.ts";
import { contentIn, isMonth, monthOf, writerIn } from "../publish/published-files.ts";
import type { Checked } from "./chain.ts";
import type { Finding } from "./finding.ts";

/** Compares a published file with its name, which tells whose it is and follows from what it held when it was written. */
export interface NameCheck {
  hear(line: Buffer): void;
  /** After the last line. */
  end(checked: Pick<Checked, "heads" | "stones">): NameFindings;
}

interface NameFindings {
  /** Records of writers whose file it is not: one of them would do to hide what became of the others. */
  strangers: Finding[];
  /** It lies in the folder of another month than its records are of. */
  misplaced: Finding[];
  /** What it holds is not what it held. */
  misnamed: Finding | null;
}

/**
 * `whole` is all of the file, where it was read at once.
 * A chain does not vouch for its last record, and many published files have but one: whoever changes it, or cuts the
 * end off, would have to rename the file too. What something was erased from is not what it was, and that is told.
 */
export function nameCheck(file: string, whole: Buffer | null): NameCheck | null {
  const name = basename(file);
  const named = contentIn(name);
  const last = writerIn(name);
  if (last === null) return null;
  const content = openContent(whole);
  const folder = basename(dirname(file));
  let month: string | null | undefined;
  return {
    hear(line) {
      content.add(line);
      // All of a file is of one month.
      if (month === undefined) month = monthIn(line);
    },
    end({ heads, stones }) {
      // A branch of an earlier version's file may have been named like a writer.
      const isEarlier = named === null || (heads.length > 0 && heads.every(({ writer }) => writer === last));
      const owner = isEarlier ? last : named.writer;
      const strangers = heads
        .filter(({ writer }) => writer !== owner)
        .map(({ line, writer }): Finding => {
          const reason = `a record of ${writer} in a file of ${owner}, as its name says: Writ did not write it there`;
          return { line, reason, remedy: "known" };
        });
      const isElsewhere = !isEarlier && isMonth(folder) && (month ?? folder) !== folder;
      const moved = `records of ${month} in the folder ${folder}: the file was moved or copied there`;
      const misplaced: Finding[] = isElsewhere ? [{ line: 1, reason: moved, remedy: "known" }] : [];
      const digest = content.digest();
      const isWhole = !isEarlier && digest.startsWith(named.digest);
      if (isEarlier || isWhole || stones.length > 0) return { strangers, misplaced, misnamed: null };
      const reason = "the file is not what its name says it was when it was published: the end was changed or cut off";
      const misnamed = { file: name, writer: named.writer, content: toContentHash(digest) };
      const finding: Finding = { line: heads[0]?.line ?? 0, reason, remedy: "known", misnamed };
      return { strangers, misplaced, misnamed: finding };
    },
  };
}

const carriageReturn = 13;

/** The hash of what a file holds, whatever ends its lines. What was read at once is hashed at once: that is faster. */
function openContent(whole: Buffer | null): { add(line: Buffer): void; digest(): string } {
  if (whole !== null && !whole.includes(carriageReturn)) return { add() {}, digest: () => lineDigest(whole) };
  const content = createHash("sha256");
  return { add: (line) => void content.update(line).update("\n"), digest: () => content.digest("hex") };
}

const start = /^\{"id":"[^"\\]{1,64}","timestamp":"(\d{4}-\d\d)-/;
const key = '"timestamp"';

/** The month a line's record is filed under; `null` where it does not say when it was. */
function monthIn(line: Buffer): string | null {
  const [begins = "", usual] = start.exec(line.toString("latin1", 0, 120)) ?? [];
  // Of a name that is there twice JSON takes the last.
  if (usual !== undefined && !line.includes(key, begins.length) && !line.includes("\\")) return monthOf(usual);
  const value = parseJson(textOf(line));
  const record = isObject(value) && isObject(value.tombstone) ? value.tombstone : value;
  return isObject(record) && typeof record.timestamp === "string" ? monthOf(record.timestamp) : null;
}
