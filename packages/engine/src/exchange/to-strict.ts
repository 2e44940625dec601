import {
  type AgentTrace,
  type AgentTraceContributor,
  type AgentTraceConversation,
  agentTraceKey,
  agentTraceVersion,
  ForeignAgentTrace,
} from "@writ/contracts";
import { idFor } from "./ids.ts";
import type { Means } from "./means.ts";
import { isUri } from "./uri.ts";

/** Notes what a strict record has no place for, by where it stood. */
type Keep = (at: string, value: unknown) => void;

/**
 * Somebody else's record as the strictest reader wants it. What does not fit (a later version's fields, an id that is
 * no UUID, an address that is none) is kept under Writ's own key, by where it stood. `null` for what is no record.
 */
export function toStrict(value: unknown, { hash, toUtc }: Means): AgentTrace | null {
  const read = ForeignAgentTrace.safeParse(value);
  if (!read.success) return null;
  const given = read.data;
  const kept: Record<string, unknown> = {};
  const keep: Keep = (at, what) => {
    kept[at] = what;
  };
  const timestamp = toUtc(given.timestamp);
  if (timestamp === null) return null;
  const id = idFor(given.id, value, hash);
  if (given.version !== agentTraceVersion) keep("/version", given.version);
  if (typeof given.id === "string" && given.id !== id) keep("/id", given.id);
  if (timestamp !== given.timestamp) keep("/timestamp", given.timestamp);
  for (const [key, extra] of others(given, ["version", "id", "timestamp", "vcs", "tool", "files", "metadata"]))
    keep(`/${key}`, extra);
  const strict: AgentTrace = {
    version: agentTraceVersion,
    id,
    timestamp,
    ...strictVcs(given.vcs, keep),
    ...strictTool(given.tool, keep),
    files: given.files.map((file, at) => {
      for (const [key, extra] of others(file, ["path", "conversations"])) keep(`/files/${at}/${key}`, extra);
      const place = `/files/${at}/conversations`;
      return {
        path: file.path,
        conversations: file.conversations.map((one, nth) => strictConversation(one, `${place}/${nth}`, keep)),
      };
    }),
  };
  const metadata = withKept(given.metadata ?? undefined, kept);
  return metadata === undefined ? strict : { ...strict, metadata };
}

function withKept(metadata: Record<string, unknown> | undefined, kept: Record<string, unknown>) {
  if (Object.keys(kept).length === 0) return metadata;
  const own = metadata?.[agentTraceKey];
  const known = typeof own === "object" && own !== null ? own : {};
  const before = "kept" in known && typeof known.kept === "object" ? known.kept : {};
  return { ...metadata, [agentTraceKey]: { ...known, kept: { ...kept, ...before } } };
}

function strictVcs(vcs: ForeignAgentTrace["vcs"], keep: Keep): Pick<AgentTrace, "vcs"> {
  if (vcs === undefined || vcs === null) return {};
  const { type, revision } = vcs;
  if (type !== "git" && type !== "jj" && type !== "hg" && type !== "svn") {
    keep("/vcs", vcs);
    return {};
  }
  for (const [key, extra] of others(vcs, ["type", "revision"])) keep(`/vcs/${key}`, extra);
  return { vcs: { type, revision } };
}

function strictTool(tool: ForeignAgentTrace["tool"], keep: Keep): Pick<AgentTrace, "tool"> {
  if (tool === undefined || tool === null) return {};
  for (const [key, extra] of others(tool, ["name", "version"])) keep(`/tool/${key}`, extra);
  return { tool: { name: tool.name ?? "unknown", version: tool.version ?? "unknown" } };
}

type GivenConversation = ForeignAgentTrace["files"][number]["conversations"][number];

function strictConversation(given: GivenConversation, at: string, keep: Keep): AgentTraceConversation {
  const { url, contributor, ranges, related } = given;
  for (const [key, extra] of others(given, ["url", "contributor", "ranges", "related"])) keep(`${at}/${key}`, extra);
  const isAddress = typeof url === "string" && isUri(url);
  if (typeof url === "string" && !isAddress) keep(`${at}/url`, url);
  const addresses = (related ?? []).flatMap((relation, nth) => {
    if (!isUri(relation.url)) {
      keep(`${at}/related/${nth}`, relation);
      return [];
    }
    for (const [key, extra] of others(relation, ["type", "url"])) keep(`${at}/related/${nth}/${key}`, extra);
    return [{ type: relation.type, url: relation.url }];
  });
  return {
    ...(isAddress && { url }),
    ...strictContributor(contributor, at, keep),
    ranges: ranges.map((range, nth) => {
      const place = `${at}/ranges/${nth}`;
      for (const [key, extra] of others(range, ["start_line", "end_line", "content_hash", "contributor"]))
        keep(`${place}/${key}`, extra);
      const { start_line, end_line, content_hash } = range;
      return {
        start_line,
        end_line,
        ...(typeof content_hash === "string" && { content_hash }),
        ...strictContributor(range.contributor, place, keep),
      };
    }),
    ...(related !== undefined && related !== null && { related: addresses }),
  };
}

function strictContributor(
  given: GivenConversation["contributor"],
  at: string,
  keep: Keep,
): { contributor?: AgentTraceContributor } {
  if (given === undefined || given === null) return {};
  for (const [key, extra] of others(given, ["type", "model_id"])) keep(`${at}/contributor/${key}`, extra);
  const { type, model_id: model } = given;
  return { contributor: { type, ...(typeof model === "string" && { model_id: model }) } };
}

function others(fields: object, known: readonly string[]): [string, unknown][] {
  return Object.entries(fields).filter(([key]) => !known.includes(key));
}
