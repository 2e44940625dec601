import { type ContentHash, publishedFileKeys, type TraceFileMeta, type TraceRecord } from "@writ/contracts";
import { type Link, lineDigest, toContentHash } from "./line.ts";
import { isObject, listOf } from "./values.ts";

/**
 * What stands in a ledger where a record was erased. It keeps the erased line's hash and its place in the chain, so
 * that the line after it still fits; of a change also which lines of which files it made, as positions and hashes, so
 * that nobody else is taken for their author. Who did it, with what, and under which intent is gone. A record has one
 * tombstone, whoever makes it and whenever: so it can be told from a forged one, and two erasures of it are the same.
 */
interface Tombstone {
  hash: ContentHash;
  id: string;
  timestamp: string;
  source?: ContentHash;
  source_seq?: number;
  files?: Record<string, TraceFileMeta>;
  ranges?: Record<string, [start: number, end: number, content: ContentHash][]>;
  lines?: Record<string, string[]>;
}

/** The hash comes first, so that it is found without parsing. */
const opening = Buffer.from('{"tombstone":{"hash":"sha256:');
const hashEnd = opening.length + 64;
/** The third byte tells nearly all other lines apart. */
const third = opening[2];

/** Whether a line is a tombstone. */
export function isTombstone(line: Buffer): boolean {
  return line[2] === third && line.length > hashEnd && line.subarray(0, opening.length).equals(opening);
}

/** Hex digits of the hash a line has in its chain: of its bytes, or of those that stood there before they were erased. */
export function chainDigest(line: Buffer): string {
  return isTombstone(line) ? line.toString("latin1", opening.length, hashEnd) : lineDigest(line);
}

/** What is kept of a file: positions and hashes. Names of what is in it are not. */
export const keptOfFile: readonly (keyof TraceFileMeta)[] = publishedFileKeys.filter(
  (key) => !/^(?:class|symbols|symbol_lines)$/.test(key),
);

/** The tombstone for a record, as a line. A decision leaves nothing but its place. */
export function toTombstone(record: object, place: Link & { digest: string }): string {
  const { v, writer, seq, prev, digest } = place;
  const { id, timestamp, files, metadata }: { id?: unknown; timestamp?: unknown; files?: unknown; metadata?: unknown } =
    record;
  const { source, source_seq, files: changed, lines } = isObject(metadata) ? metadata : {};
  const isTrace = Array.isArray(files) && isObject(changed);
  const stone = {
    hash: toContentHash(digest),
    id,
    timestamp,
    source,
    source_seq,
    ...(isTrace && { files: placesIn(changed), ranges: rangesOf(files), lines }),
    v,
    writer,
    seq,
    prev: prev === null ? null : toContentHash(prev),
  };
  return JSON.stringify({ tombstone: stone });
}

function placesIn(files: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(files).map(([path, meta]) => {
    const parts = keptOfFile.flatMap((key) => (isObject(meta) && key in meta ? [[key, meta[key]] as const] : []));
    return [path, Object.fromEntries(parts)] as const;
  });
  return Object.fromEntries(kept);
}

function rangesOf(files: readonly unknown[]): Record<string, unknown> {
  const found = files.filter(isObject).map(({ relative_path: path, conversations }): [string, unknown] => {
    const ranges = listOf(conversations)
      .filter(isObject)
      .flatMap((conversation) => listOf(conversation.ranges).filter(isObject));
    return [String(path), ranges.map((range) => [range.start_line, range.end_line, range.content_hash])];
  });
  return Object.fromEntries(found);
}

/** Whether a parsed line is a tombstone, be it of a change or a decision. */
export function isStone(value: unknown): value is { tombstone: Tombstone & Link } {
  return isObject(value) && isObject(value.tombstone) && typeof value.tombstone.hash === "string";
}

/** The change a tombstone stands for, as far as anything is left of it; `null` for any other line. */
export function parseErased(value: unknown): TraceRecord | null {
  if (!isStone(value)) return null;
  const { hash: _, id, timestamp, source, source_seq, files, ranges, lines, ...link } = value.tombstone;
  if (typeof id !== "string" || typeof timestamp !== "string" || !isObject(files)) return null;
  // One that says nothing of the lines still tells that there were some.
  const claims: Record<string, unknown> = isObject(ranges) ? ranges : {};
  const paths = [...new Set([...Object.keys(files), ...Object.keys(claims)])];
  return {
    id,
    timestamp,
    vcs: { revision_id: "unknown" },
    files: paths.map((path) => ({ relative_path: path, conversations: [toClaim(claims[path])] })),
    metadata: {
      agent: "unknown",
      session: "erased",
      tool: "erased",
      tool_name: "erased",
      invocation_id: id,
      call_id: id,
      intent: null,
      mutation_class: "UNKNOWN",
      files: Object.fromEntries(Object.entries(files).filter(([, meta]) => isObject(meta))),
      lines: isObject(lines) ? lines : {},
      erased: true,
      ...(typeof source === "string" && { source }),
      ...(typeof source_seq === "number" && { source_seq }),
      v: 1,
      writer: String(link.writer),
      seq: Number(link.seq),
      prev: link.prev,
    },
  };
}

function toClaim(claimed: unknown): TraceRecord["files"][number]["conversations"][number] {
  const ranges = listOf(claimed).flatMap((range) => {
    const [start, end, content] = listOf(range);
    const isWhole = typeof start === "number" && typeof end === "number" && typeof content === "string";
    return isWhole ? [{ start_line: start, end_line: end, content_hash: content }] : [];
  });
  return { url: "erased", contributor: { entity_type: "AI", model_identifier: "unknown" }, ranges, related: [] };
}
