import * as z from "zod/mini";

/** The version of Agent Trace that Writ writes. */
export const agentTraceVersion = "0.1.0";

/** The key of Writ's own data under `metadata`, as the specification asks vendors to name theirs. */
export const agentTraceKey = "dev.writ";

/** Who made code, in the words of Agent Trace. */
export const ContributorKind = z.enum(["human", "ai", "mixed", "unknown"]);
export type ContributorKind = z.infer<typeof ContributorKind>;

const lineNumber = z.number().check(z.int(), z.gte(1));

const Contributor = z.looseObject({
  type: ContributorKind,
  /** `provider/model`, as models.dev spells them. */
  model_id: z.nullish(z.string().check(z.maxLength(250))),
});

const Range = z.looseObject({
  start_line: lineNumber,
  end_line: lineNumber,
  content_hash: z.nullish(z.string()),
  contributor: z.nullish(Contributor),
});

const Conversation = z.looseObject({
  url: z.nullish(z.string()),
  contributor: z.nullish(Contributor),
  ranges: z.array(Range),
  related: z.nullish(z.array(z.looseObject({ type: z.string(), url: z.string() }))),
});

const File = z.looseObject({ path: z.string(), conversations: z.array(Conversation) });

/**
 * A record of Agent Trace as others write it: what the specification requires must be there, `null` counts as absent,
 * and what a later version adds may be there. What Writ writes is held to `schema/agent-trace.schema.json`.
 */
export const ForeignAgentTrace = z.looseObject({
  version: z.string().check(z.regex(/^\d+\.\d+(\.\d+)?$/)),
  id: z.nullish(z.string()),
  timestamp: z.string(),
  vcs: z.nullish(z.looseObject({ type: z.string(), revision: z.string() })),
  tool: z.nullish(z.looseObject({ name: z.nullish(z.string()), version: z.nullish(z.string()) })),
  files: z.array(File),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
});
export type ForeignAgentTrace = z.infer<typeof ForeignAgentTrace>;

/** Who made a range or all ranges of a conversation. */
export interface AgentTraceContributor {
  type: ContributorKind;
  model_id?: string;
}

/** Lines of a file at the recorded revision. */
export interface AgentTraceRange {
  start_line: number;
  end_line: number;
  content_hash?: string;
  contributor?: AgentTraceContributor;
}

/** What one conversation did to a file. */
export interface AgentTraceConversation {
  url?: string;
  contributor?: AgentTraceContributor;
  ranges: AgentTraceRange[];
  related?: { type: string; url: string }[];
}

/** A record of Agent Trace 0.1.0 as Writ writes it. */
export interface AgentTrace {
  version: string;
  id: string;
  timestamp: string;
  vcs?: { type: "git" | "jj" | "hg" | "svn"; revision: string };
  tool?: { name: string; version: string };
  files: { path: string; conversations: AgentTraceConversation[] }[];
  metadata?: Record<string, unknown>;
}
