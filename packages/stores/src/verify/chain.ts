import { basename } from "node:path";
import { parseJson } from "../ledger/json-text.ts";
import { type Link, maxLineBytes, readLink, textOf } from "../ledger/line.ts";
import type { Line } from "../ledger/lines.ts";
import { chainDigest, isTombstone } from "../ledger/tombstone.ts";
import { isObject } from "../ledger/values.ts";
import { writerIn } from "../publish/published-files.ts";
import type { AnchorCheck } from "./anchors.ts";
import type { Finding, Report } from "./finding.ts";
import { judge, type Newest } from "./judge.ts";
import type { Candidate } from "./misfits.ts";
import { maySettle, type Settled, type Stone, toStone } from "./settled.ts";

/** Checks the lines of one file, in their order. */
export interface ChainChecker {
  check(line: Line): void;
  /** After the last line. */
  end(): Checked;
}

/** What a file holds. */
export interface Checked {
  records: number;
  /** Lines from before Writ, or of other tools; they are in no chain. */
  foreign: number;
  heads: Newest[];
  stones: Stone[];
  /** Records in a format this Writ does not know, and the first of them. */
  newer: { count: number; line: number; version: number } | null;
  /** Noted heads of other working copies that are not here. */
  elsewhere: number;
}

/** What a check hears and is told. */
export interface ChainOptions {
  report: Report;
  anchors: AnchorCheck;
  settled: Settled;
  /** The file, by which what it says of settled things is known. */
  file: string;
  /** Hears of every line that is in a chain. */
  onLink?: ((candidate: Candidate) => void) | undefined;
}

/** Nothing is ever appended to a published file. */
const unended =
  "its last line has no end: a published file is written whole, so it was changed or cut, or attributes give it other bytes";

const size = ({ bytes: { length } }: Line): string => (length === 1 ? "1 byte" : `${length} bytes`);

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
export function chainChecker({ report, anchors, settled, file, onLink }: ChainOptions): ChainChecker {
  const newest = new Map<string, Newest>();
  const stones: Stone[] = [];
  let records = 0;
  let foreign = 0;
  let newer: Checked["newer"] = null;
  const isPublished = writerIn(basename(file)) !== null;

  const checkLink = (link: Link, { bytes, line, offset }: Line): void => {
    const { writer, seq, v, prev } = link;
    const digest = chainDigest(bytes);
    const before = newest.get(writer);
    const { moves, leaves, problem } = judge(link, digest, line, before);
    onLink?.({ writer, seq, prev, digest, line });
    records += 1;
    if (problem !== undefined) report(problem);
    if (v !== knownVersion) newer = { count: (newer?.count ?? 0) + 1, line: newer?.line ?? line, version: v };
    anchors.check(link, digest, line);
    if (!moves) return;
    const now = { writer, seq, digest, line, offset, length: bytes.length };
    if (leaves !== true || before === undefined) newest.set(writer, now);
    else {
      const { over: _, ...left } = before;
      newest.set(writer, { ...now, over: left });
    }
  };

  const checkOther = (line: Line): void => {
    const value = parseJson(textOf(line.bytes));
    const link = isObject(value) ? linkIn(value.metadata) : null;
    const aside = (reason: string) => report({ line: line.line, reason, remedy: "aside" } satisfies Finding);
    if (link !== null) {
      checkLink(link, line);
    } else if (isObject(value)) {
      records += 1;
      foreign += 1;
      if (newest.size > 0) aside("a record in no chain, among records that are in one: Writ did not write it");
      else if (isPublished) aside("a record in no chain, where Writ publishes only such as are in one");
    } else if (!line.ended) {
      aside(isPublished ? unended : `cut off after ${size(line)}: the next append moves it to the quarantine folder`);
    } else if (newest.size > 0 || isPublished || line.bytes.includes('"writer":"')) {
      aside("not valid JSON: the line was changed or damaged");
    } else {
      foreign += 1;
    }
  };

  return {
    check(line) {
      if (line.skipped !== undefined && newest.size === 0 && !isPublished) {
        foreign += 1;
        return;
      }
      if (line.skipped !== undefined) {
        const reason = `longer than ${maxLineBytes / 1024 / 1024} MB (${line.skipped} bytes), which no record is`;
        report({ line: line.line, reason, remedy: "aside" });
        return;
      }
      const { bytes } = line;
      const link = readLink(bytes);
      if (link === null) {
        if (bytes.length > 0) checkOther(line);
        return;
      }
      checkLink(link, line);
      if (isTombstone(bytes)) stones.push(toStone(line, link.writer));
      else if (maySettle(bytes)) settled.hear(bytes, { file, writer: link.writer, seq: link.seq });
    },
    end() {
      const elsewhere = anchors.end(newest);
      return { records, foreign, heads: [...newest.values()], stones, newer, elsewhere };
    },
  };
}

/** The chain of a record that was written with its keys in another order, or by another version. */
export function linkIn(metadata: unknown): Link | null {
  if (!isObject(metadata)) return null;
  const { v, writer, seq, prev } = metadata;
  if (typeof v !== "number" || typeof writer !== "string" || typeof seq !== "number") return null;
  return { v, writer, seq, prev: typeof prev === "string" ? prev.replace(/^sha256:/, "") : null };
}
