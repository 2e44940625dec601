import type { BlameLine, Intent, TraceRecord } from "@writ/contracts";
import type { Workspace } from "../workspace/types.ts";
import { intentIn } from "./change.ts";
import type { IntentFacts, IntentShare, Why } from "./types.ts";

/** What is known of each intent; a file of intents that cannot be read leaves only their ids, and why. */
export async function intentReader({ intents }: Workspace): Promise<(id: string) => IntentFacts> {
  const read = await intents.read();
  const known = new Map(read.state === "ok" ? read.intents.map((intent) => [intent.id, intent]) : []);
  const unread = read.state === "invalid" ? { unread: read.reason } : {};
  return (id) => ({ ...toFacts(id, known.get(id)), ...unread });
}

function toFacts(id: string, intent: Intent | undefined): IntentFacts {
  return {
    id,
    name: intent?.name ?? null,
    status: intent?.status ?? null,
    constraints: intent?.constraints ?? [],
    criteria: intent?.acceptanceCriteria ?? [],
  };
}

/** What was done to a file under each intent, the newest first. */
export function sharesOf(
  lines: readonly BlameLine[],
  traces: readonly TraceRecord[],
  intentOf: (id: string) => IntentFacts,
): IntentShare[] {
  const made = new Map<string, number>();
  for (const { author, intent } of lines)
    if (author === "ai" && intent !== null) made.set(intent, (made.get(intent) ?? 0) + 1);
  const byIntent = new Map<string, TraceRecord[]>();
  for (const record of traces) {
    const intent = intentIn(record);
    if (intent !== null) byIntent.set(intent, [...(byIntent.get(intent) ?? []), record]);
  }
  return [...byIntent]
    .map(([id, records]) => ({
      ...intentOf(id),
      lines: made.get(id) ?? 0,
      changes: records.length,
      sessions: new Set(records.map(({ metadata }) => metadata?.session)).size,
      models: [...new Set(records.flatMap(modelsIn))].sort(),
      first: records[0]?.timestamp ?? "",
      last: records.at(-1)?.timestamp ?? "",
    }))
    .sort((one, other) => (one.last > other.last ? -1 : 1));
}

/** Lines of agents that no intent is known of, by why that is so. */
export function intentlessIn(lines: readonly BlameLine[]): Why["intentless"] {
  const counts = { none: 0, erased: 0, imported: 0 };
  for (const { author, intent, erased, imported } of lines)
    if (author === "ai" && intent === null)
      counts[erased === true ? "erased" : imported === true ? "imported" : "none"] += 1;
  return counts;
}

function modelsIn({ files }: TraceRecord): string[] {
  return files.flatMap(({ conversations }) => conversations.map((one) => one.contributor.model_identifier));
}
