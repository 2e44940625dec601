import type { ContentHash } from "@writ/contracts";
import { parseJson } from "../ledger/json-text.ts";
import { type Link, lineDigest, maxLineBytes, readLink, textOf, toContentHash } from "../ledger/line.ts";
import type { Line } from "../ledger/lines.ts";
import { isObject } from "../ledger/values.ts";
import { judge, type Newest } from "./judge.ts";

/** Checks the lines of one file, in their order. */
export interface ChainChecker {
  check(line: Line): void;
  /** After the last line. */
  end(): { records: number; foreign: number; heads: Newest[] };
}

/** A line of a chain that was noted elsewhere. */
export interface Anchor {
  writer: string;
  seq: number;
  hash: ContentHash;
}

/** The record format this Writ writes and knows. */
const knownVersion = 1;

/**
 * A line whose hash the next line of its writer holds is byte for byte what Writ wrote, and Writ writes well-formed
 * JSON: it need not be parsed, which is what makes this fast. Whatever does not end like one of Writ's lines is parsed;
 * so are, by the caller, the newest lines (`heads`), which nobody vouches for yet.
 *
 * Lines of others are fine before Writ's first: a ledger may be older than Writ. Among Writ's lines they are not:
 * nobody else writes there, so such a line was put in.
 */
export function chainChecker(report: (line: number, reason: string) => void, anchors: readonly Anchor[]): ChainChecker {
  const newest = new Map<string, Newest>();
  const unmet = new Set(anchors);
  let records = 0;
  let foreign = 0;

  const checkAnchors = ({ writer, seq }: Link, digest: string, line: number): void => {
    for (const anchor of unmet) {
      if (anchor.writer !== writer || anchor.seq !== seq) continue;
      unmet.delete(anchor);
      if (anchor.hash !== toContentHash(digest)) {
        report(line, `record ${seq} of ${writer} is not the one that was anchored: the chain was made anew`);
      }
    }
  };

  const checkLink = (link: Link, { bytes, line, offset }: Line): void => {
    const { writer, seq } = link;
    const digest = lineDigest(bytes);
    const { moves, problem } = judge(link, digest, line, newest.get(writer));
    records += 1;
    if (problem !== undefined) report(problem.line, problem.reason);
    if (link.v !== knownVersion)
      report(line, `record version ${link.v}: this Writ knows ${knownVersion}, so update it`);
    if (unmet.size > 0) checkAnchors(link, digest, line);
    if (moves) newest.set(writer, { writer, seq, digest, line, offset, length: bytes.length });
  };

  const checkOther = (line: Line): void => {
    const value = parseJson(textOf(line.bytes));
    const link = isObject(value) ? linkIn(value.metadata) : null;
    if (link !== null) {
      checkLink(link, line);
    } else if (isObject(value)) {
      records += 1;
      foreign += 1;
      if (newest.size > 0)
        report(line.line, "a record in no chain, among records that are in one: Writ did not write it");
    } else if (!line.ended) {
      report(line.line, `cut off after ${line.bytes.length} bytes: the next append moves it to the quarantine folder`);
    } else if (newest.size > 0 || line.bytes.includes('"writer":"')) {
      report(line.line, "not valid JSON: the line was changed or damaged");
    } else {
      foreign += 1;
    }
  };

  return {
    check(line) {
      if (line.skipped !== undefined) {
        report(line.line, `longer than ${maxLineBytes / 1024 / 1024} MB (${line.skipped} bytes), which no record is`);
        return;
      }
      const link = readLink(line.bytes);
      if (link !== null) checkLink(link, line);
      else if (line.bytes.length > 0) checkOther(line);
    },
    end() {
      for (const { writer, seq } of unmet) {
        const line = newest.get(writer)?.line ?? 0;
        report(line, `record ${seq} of ${writer} was anchored and is missing after this line: the end was cut off`);
      }
      return { records, foreign, heads: [...newest.values()] };
    },
  };
}

/** The chain of a record that was written with its keys in another order, or by another version. */
function linkIn(metadata: unknown): Link | null {
  if (!isObject(metadata)) return null;
  const { v, writer, seq, prev } = metadata;
  if (typeof v !== "number" || typeof writer !== "string" || typeof seq !== "number") return null;
  return { v, writer, seq, prev: typeof prev === "string" ? prev.replace(/^sha256:/, "") : null };
}
