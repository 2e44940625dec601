import type { AgentTraceContributor, ContributorKind, TraceFile } from "@writ/contracts";
import { toModelId } from "./model.ts";

type Contributor = TraceFile["conversations"][number]["contributor"];

const entities: Readonly<Record<ContributorKind, string>> = {
  ai: "AI",
  human: "HUMAN",
  mixed: "MIXED",
  unknown: "UNKNOWN",
};

/** Who made something, in the words of Agent Trace. */
export function kindOf(entity: string): ContributorKind {
  const word = entity.trim().toLowerCase();
  if (word === "ai" || word === "human" || word === "mixed") return word;
  return /^(?:agent|assistant|llm|model)$/.test(word) ? "ai" : "unknown";
}

/** A contributor of a trace as Agent Trace has it. */
export function toContributor({ entity_type: entity, model_identifier: model }: Contributor): AgentTraceContributor {
  const id = toModelId(model);
  return { type: kindOf(entity), ...(id !== undefined && { model_id: id }) };
}

/** The way back; `models` knows how the trace spelled them. */
export function fromContributor(
  contributor: { type: ContributorKind; model_id?: string | null | undefined } | null | undefined,
  models: ReadonlyMap<string, string>,
): Contributor {
  const id = contributor?.model_id ?? undefined;
  return {
    entity_type: entities[contributor?.type ?? "unknown"],
    model_identifier: id === undefined ? "unknown" : (models.get(id) ?? id),
  };
}
