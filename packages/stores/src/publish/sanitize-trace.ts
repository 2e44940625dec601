import {
  type ContentHash,
  type ImportMark,
  isPlainAddress,
  isPlainModel,
  isPlainName,
  publishedFileKeys,
  publishedTraceKeys,
  type TraceFile,
  type TraceFileMeta,
  type TraceMetadata,
  type TraceRecord,
} from "@writ/contracts";
import type { Draft } from "../ledger/chain-lines.ts";
import { isInside, pick } from "./allowed.ts";

/**
 * A change as it is published: the fields that are named, and no others. Whatever a later version or somebody else adds
 * to a live record stays in the working copy. `source` is the hash of the live line, and
 * `source_seq` its place in the live chain: the published one is another.
 */
export function toPublishedTrace(record: TraceRecord, source: ContentHash): Draft & Pick<TraceRecord, "vcs" | "files"> {
  const { id, timestamp, metadata } = record;
  const would = metadata.would && { would: pick(metadata.would, ["verdict", "code"]) };
  const files = record.files.filter((file) => isInside(file.relative_path)).map(fileOf);
  const origin = { source_seq: metadata.seq, source };
  const published = {
    ...pick(metadata, publishedTraceKeys),
    ...(metadata.raced && { raced: metadata.raced.filter(isInside) }),
    files: mapInside(metadata.files, metaOf),
    lines: mapInside(metadata.lines, (prints) => prints),
    ...would,
  };
  const shared = { id, timestamp, vcs: { revision_id: record.vcs.revision_id } };
  if (metadata.imported === undefined) return { ...shared, files, metadata: { ...published, ...origin } };
  // What somebody else said stays marked as that; how they put it stays here.
  const mark = { imported: markOf(metadata.imported) };
  const names = plainNames(metadata);
  const vcs = { revision_id: plain(shared.vcs.revision_id) };
  return { ...shared, vcs, files: files.map(plainFile), metadata: { ...published, ...names, ...mark, ...origin } };
}

function fileOf({ relative_path, conversations }: TraceFile): TraceFile {
  return {
    relative_path,
    conversations: conversations.map(({ url, contributor, ranges, related }) => ({
      url,
      contributor: pick(contributor, ["entity_type", "model_identifier"]),
      ranges: ranges.map((range) => pick(range, ["start_line", "end_line", "content_hash"])),
      related: related.map((relation) => pick(relation, ["type", "value"])),
    })),
  };
}

/** In the order of the live record, so that a copy can be told from a forgery without parsing both. */
function metaOf(meta: TraceFileMeta): TraceFileMeta {
  const { change, since, from } = meta;
  const isShared = from === undefined || isInside(from);
  return {
    ...pick(meta, isShared ? publishedFileKeys : publishedFileKeys.filter((key) => key !== "from")),
    ...(change && { change: pick(change, ["length", "kept"]) }),
    ...(since && { since: pick(since, ["length", "kept", "version", "unknown", "lines"]) }),
  };
}

/** By path, without the paths that lead out. */
function mapInside<T>(byPath: Readonly<Record<string, T>> | undefined, map: (one: T) => T): Record<string, T> {
  const inside = Object.entries(byPath ?? {}).filter(([path]) => isInside(path));
  return Object.fromEntries(inside.map(([path, one]) => [path, map(one)]));
}

const plain = (text: string, isPlain = isPlainName): string => (isPlain(text) ? text : "unknown");

/** The names of a record that others wrote, who may have put anything there. */
function plainNames({ agent, session, tool, tool_name, invocation_id, call_id, intent }: TraceMetadata) {
  return {
    agent: plain(agent),
    session: plain(session, isPlainAddress),
    tool: plain(tool),
    tool_name: plain(tool_name),
    invocation_id: plain(invocation_id),
    call_id: plain(call_id),
    intent: intent !== null && isPlainName(intent) ? intent : null,
  };
}

/** Whatever else stands there may be anything, a password too. */
const hash =
  /^(?:(?:sha-?(?:1|224|256|384|512)|md5|murmur3|xxh(?:32|64|3|128)|blake(?:2b|2s|3)|crc32|fnv1a):)?[0-9a-f]{8,128}$/i;

function plainFile({ relative_path, conversations }: TraceFile): TraceFile {
  return {
    relative_path,
    conversations: conversations.map(({ url, contributor, ranges, related }) => ({
      url: plain(url, isPlainAddress),
      contributor: {
        entity_type: plain(contributor.entity_type),
        model_identifier: plain(contributor.model_identifier, isPlainModel),
      },
      ranges: ranges.map((range) => ({
        ...range,
        content_hash: hash.test(range.content_hash) ? range.content_hash : "",
      })),
      related: related.filter(({ type, value }) => isPlainName(type) && isPlainAddress(value)),
    })),
  };
}

function markOf({ id, ...mark }: ImportMark): ImportMark {
  return { ...pick(mark, ["format", "at"]), ...(id !== undefined && isPlainName(id) && { id }) };
}
