import type { TraceRecord } from "@writ/contracts";
import { parseForeignTrace } from "./foreign-trace.ts";
import { type RecordKind, toHash } from "./kind.ts";
import { parseErased } from "./tombstone.ts";
import { isObject } from "./values.ts";

/** Code changes, S1's record (R89, R90). Others' records are read as well (R99). */
export const traceKind: RecordKind<TraceRecord> = {
  parse: (value, hash) => (isTrace(value) ? value : (parseErased(value) ?? parseForeignTrace(value, hash))),
  intents: ({ metadata, files }) => unique([metadata.intent, ...files.flatMap(specificationsOf)]),
  files: ({ metadata, files }) =>
    unique(files.flatMap(({ relative_path: path }) => [path, metadata.files[path]?.from, ...givenTo(metadata, path)])),
  session: ({ metadata }) => metadata.session,
  hashes: ({ metadata, files }) => [
    ...files.flatMap(({ conversations }) =>
      conversations.flatMap(({ ranges }) => ranges.map((range) => toHash(range.content_hash))),
    ),
    ...Object.values(metadata.files).flatMap(({ after }) => (after === null ? [] : [toHash(after)])),
  ],
  decision: () => null,
};

/** The files that lines went to which were taken out of this one. */
function givenTo({ files }: TraceRecord["metadata"], path: string): string[] {
  const given: unknown = files[path]?.given;
  if (!Array.isArray(given)) return [];
  return given.flatMap((run: unknown) => (Array.isArray(run) && typeof run[2] === "string" ? [run[2]] : []));
}

function specificationsOf({ conversations }: TraceRecord["files"][number]): string[] {
  const related = conversations.flatMap((conversation) => conversation.related);
  return related.filter(({ type }) => type === "specification").map(({ value }) => value);
}

function unique(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === "string"))];
}

/** Whether a line is one that Writ wrote. Its parts are looked at as far as readers rely on them. */
function isTrace(value: unknown): value is TraceRecord {
  if (!isObject(value) || !isObject(value.metadata) || !isObject(value.vcs)) return false;
  const { metadata } = value;
  return (
    typeof value.id === "string" &&
    typeof value.timestamp === "string" &&
    typeof value.vcs.revision_id === "string" &&
    Array.isArray(value.files) &&
    value.files.every(isTraceFile) &&
    typeof metadata.writer === "string" &&
    typeof metadata.seq === "number" &&
    typeof metadata.session === "string" &&
    (metadata.intent === null || typeof metadata.intent === "string") &&
    isObject(metadata.files) &&
    Object.values(metadata.files).every(isObject) &&
    isObject(metadata.lines)
  );
}

function isTraceFile(file: unknown): boolean {
  return (
    isObject(file) &&
    typeof file.relative_path === "string" &&
    Array.isArray(file.conversations) &&
    file.conversations.every(
      (conversation) =>
        isObject(conversation) &&
        isObject(conversation.contributor) &&
        Array.isArray(conversation.ranges) &&
        conversation.ranges.every((range) => isObject(range) && typeof range.content_hash === "string") &&
        Array.isArray(conversation.related) &&
        conversation.related.every(isObject),
    )
  );
}
