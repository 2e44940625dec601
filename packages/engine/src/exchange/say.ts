import type { AgentTrace, AgentTraceConversation, TraceFile, TraceRange, TraceRecord } from "@writ/contracts";
import { toContributor } from "./contributor.ts";
import { toModelId } from "./model.ts";
import { toUri } from "./uri.ts";

/** The files of a trace in the words of Agent Trace. */
export function sayFiles(files: readonly TraceFile[]): AgentTrace["files"] {
  return files.map(({ relative_path: path, conversations }) => ({
    path,
    conversations: conversations.map(sayConversation),
  }));
}

function sayConversation(conversation: TraceFile["conversations"][number]): AgentTraceConversation {
  const { url, contributor, ranges, related } = conversation;
  return {
    ...(url !== "unknown" && { url: toUri("session", url) }),
    contributor: toContributor(contributor),
    ranges: ranges.filter(isRange).map(({ start_line, end_line, content_hash }) => ({
      start_line,
      end_line,
      ...(content_hash !== "" && { content_hash }),
    })),
    ...(related.length > 0 && {
      related: related.map(({ type, value }) => ({
        type,
        url: toUri(type === "specification" ? "intent" : "related", value),
      })),
    }),
  };
}

const isRange = ({ start_line: start, end_line: end }: TraceRange): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 1 && end >= 1;

/** The revision, where there is one. */
export function sayVcs({ revision_id: revision }: TraceRecord["vcs"]): Pick<AgentTrace, "vcs"> {
  return revision === "unknown" || revision === "" ? {} : { vcs: { type: "git", revision } };
}

/** Models that are spelled otherwise than in the trace, by their new spelling. */
export function sayModels(files: readonly TraceFile[]): Map<string, string> {
  const known = files.flatMap(({ conversations }) => conversations.map((one) => one.contributor.model_identifier));
  const spelled = new Map(known.map((model) => [toModelId(model) ?? "", model]));
  return new Map([...spelled].filter(([id, model]) => id !== "" && id !== model));
}
