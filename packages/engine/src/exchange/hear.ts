import type { ContributorKind, TraceFile, TraceRecord } from "@writ/contracts";
import { fromContributor } from "./contributor.ts";
import { fromUri } from "./uri.ts";

interface Contributor {
  type: ContributorKind;
  model_id?: string | null | undefined;
}

interface Conversation {
  url?: string | null | undefined;
  contributor?: Contributor | null | undefined;
  ranges: readonly {
    start_line: number;
    end_line: number;
    content_hash?: string | null | undefined;
    contributor?: Contributor | null | undefined;
  }[];
  related?: readonly { type: string; url: string }[] | null | undefined;
}

/** The files of an Agent Trace record as a trace has them. `models` knows how models were spelled before. */
export function hearFiles(
  files: readonly { path: string; conversations: readonly Conversation[] }[],
  models: ReadonlyMap<string, string>,
): TraceFile[] {
  return files.map(({ path, conversations }) => ({
    relative_path: path,
    conversations: conversations.flatMap((conversation) => hearConversation(conversation, models)),
  }));
}

/** A range may name a contributor of its own, a trace's may not: such ranges become a conversation of their own. */
function hearConversation(conversation: Conversation, models: ReadonlyMap<string, string>): TraceFile["conversations"] {
  const { url, contributor, ranges, related } = conversation;
  const shared = {
    url: url === undefined || url === null ? "unknown" : fromUri("session", url),
    related: (related ?? []).map(({ type, url: value }) => ({
      type,
      value: fromUri(type === "specification" ? "intent" : "related", value),
    })),
  };
  const groups = new Map<string, Conversation["ranges"][number][]>();
  for (const range of ranges) {
    const key = JSON.stringify(fromContributor(range.contributor ?? contributor, models));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [range]);
    else group.push(range);
  }
  const made = groups.size === 0 ? [[]] : [...groups.values()];
  return made.map((own) => ({
    url: shared.url,
    contributor: fromContributor(own[0]?.contributor ?? contributor, models),
    ranges: own.map(({ start_line, end_line, content_hash }) => ({
      start_line,
      end_line,
      content_hash: content_hash ?? "",
    })),
    related: shared.related,
  }));
}

/** The revision of an Agent Trace record as a trace has it. */
export function hearVcs(vcs: { revision: string } | null | undefined): TraceRecord["vcs"] {
  return { revision_id: vcs?.revision ?? "unknown" };
}
