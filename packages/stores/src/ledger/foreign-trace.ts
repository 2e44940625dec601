import {
  type ContentHash,
  type MutationClass,
  mutationClasses,
  type TraceFile,
  type TraceFileMeta,
  type TraceRange,
  type TraceRecord,
} from "@writ/contracts";
import { toHash } from "./kind.ts";
import { firstText, isObject, listOf } from "./values.ts";

type Fields = Record<string, unknown>;

/**
 * A record some other tool wrote before Writ came: S1's without metadata, S0's flat one, or a near relative of these.
 * What it does not say is filled in so that no reader stumbles; its `writer` is empty, as it is in nobody's chain.
 */
export function parseForeignTrace(value: unknown, hash: ContentHash): TraceRecord | null {
  if (!isObject(value)) return null;
  const files = Array.isArray(value.files) ? value.files.flatMap((file) => toFile(file, value)) : toFile(value, value);
  if (files.length === 0) return null;
  const metadata = isObject(value.metadata) ? value.metadata : {};
  const id = firstText(value.id, value.trace_id) ?? `line-${hash.slice(-12)}`;
  const tool = firstText(metadata.tool, toolOf(value.tool), value.tool_name) ?? "unknown";
  const intent = firstText(metadata.intent, intentOf(value), ...files.flatMap(specificationsOf)) ?? null;
  return {
    id,
    timestamp: firstText(value.timestamp, value.time, value.created_at) ?? "",
    vcs: { revision_id: revisionOf(value.vcs) },
    files,
    metadata: {
      agent: firstText(metadata.agent, value.agent) ?? "unknown",
      session: firstText(metadata.session, sessionOf(value), files[0]?.conversations[0]?.url) ?? "unknown",
      tool,
      tool_name: tool,
      invocation_id: id,
      call_id: id,
      intent,
      mutation_class: classOf(value, metadata),
      files: Object.fromEntries(files.map((file) => [file.relative_path, coarse(file, value)])),
      lines: {},
      v: 1,
      writer: "",
      seq: 0,
      prev: null,
    },
  };
}

function toFile(file: unknown, record: Fields): TraceFile[] {
  const fields = isObject(file) ? file : { path: file };
  const path = firstText(fields.relative_path, fields.path, fields.file_path, fields.file);
  if (path === undefined) return [];
  const conversations = Array.isArray(fields.conversations) ? fields.conversations : [fields];
  return [{ relative_path: toPosix(path), conversations: conversations.map((one) => toConversation(one, record)) }];
}

function toConversation(value: unknown, record: Fields): TraceFile["conversations"][number] {
  const conversation = isObject(value) ? value : {};
  const contributor = isObject(conversation.contributor) ? conversation.contributor : {};
  const intent = intentOf(record);
  const related = listOf(conversation.related).flatMap(toRelated);
  return {
    url: firstText(conversation.url, conversation.id, sessionOf(record)) ?? "unknown",
    contributor: {
      entity_type: firstText(contributor.entity_type, contributor.type) ?? "AI",
      model_identifier: firstText(contributor.model_identifier, contributor.model_id, record.model) ?? "unknown",
    },
    ranges: listOf(conversation.ranges).flatMap(toRange),
    related: related.length > 0 || intent === undefined ? related : [{ type: "specification", value: intent }],
  };
}

/** A range without numbers claims no lines. */
function toRange(value: unknown): TraceRange[] {
  if (!isObject(value)) return [];
  const { start_line: start, end_line: end } = value;
  const content = firstText(value.content_hash);
  if (typeof start !== "number" || typeof end !== "number" || content === undefined) return [];
  return [{ start_line: start, end_line: end, content_hash: toHash(content) }];
}

function toRelated(value: unknown): { type: string; value: string }[] {
  if (!isObject(value)) return [];
  const text = firstText(value.value, value.url, value.id);
  return text === undefined ? [] : [{ type: firstText(value.type) ?? "specification", value: text }];
}

/** The hash in a flat record is of what was asked for, somewhere in the file: it claims no lines. */
function coarse(file: TraceFile, record: Fields): TraceFileMeta {
  const content = Array.isArray(record.files) ? undefined : firstText(record.content_hash);
  const after = content === undefined ? null : toHash(content);
  const hasRanges = file.conversations.some(({ ranges }) => ranges.length > 0);
  return { op: "modify", before: null, after, removed: 0, ...(hasRanges ? {} : { coarse: true }) };
}

function specificationsOf({ conversations }: TraceFile): string[] {
  return conversations.flatMap(({ related }) =>
    related.filter(({ type }) => type === "specification").map(({ value }) => value),
  );
}

/** Seen at the top, in the metadata, beside a conversation, and as a relation. */
function classOf(record: Fields, metadata: Fields): MutationClass {
  const conversations = listOf(record.files)
    .filter(isObject)
    .flatMap((file) => listOf(file.conversations))
    .filter(isObject);
  const beside = conversations.flatMap(({ meta }) => (isObject(meta) ? [meta.mutation_class] : []));
  const related = conversations
    .flatMap((conversation) => listOf(conversation.related))
    .flatMap((relation) => (isObject(relation) && relation.type === "mutation_class" ? [relation.value] : []));
  const named = [record.mutation_class, record.mutation_type, metadata.mutation_class, ...beside, ...related];
  return mutationClasses.find((known) => named.includes(known)) ?? "UNKNOWN";
}

const intentOf = (record: Fields) => firstText(record.intent_id, record.intentId, record.intent);
const sessionOf = (record: Fields) => firstText(record.session_id, record.sessionId, record.session, record.task_id);
const toolOf = (tool: unknown) => (isObject(tool) ? tool.name : tool);
const revisionOf = (vcs: unknown) =>
  (isObject(vcs) ? firstText(vcs.revision_id, vcs.revision) : undefined) ?? "unknown";
const toPosix = (path: string) => path.replaceAll("\\", "/").replace(/^(\.\/)+/, "");
