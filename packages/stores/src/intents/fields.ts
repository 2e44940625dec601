import type { Intent, IntentStatus } from "@writ/contracts";

/** What an entry of `active_intents.yaml` may say, by the name it has in the program. */
export type Field = Exclude<keyof Intent, "proposed" | "criteria">;
/** The fields that are lists. */
export type ListField =
  | "ownedScope"
  | "constraints"
  | "acceptanceCriteria"
  | "dependsOn"
  | "relatedFiles"
  | "recentHistory";

/** The lists whose items name something: only text can do that, each on a line of its own. */
export const namingFields: Partial<Record<ListField, string>> = {
  ownedScope: "a scope",
  relatedFiles: "a related file",
  dependsOn: "an intent to depend on",
};

/** How each field is spelled in a file Writ writes (R31). */
export const diskNames: Record<Field, string> = {
  id: "id",
  name: "name",
  status: "status",
  ownedScope: "owned_scope",
  constraints: "constraints",
  acceptanceCriteria: "acceptance_criteria",
  dependsOn: "depends_on",
  relatedFiles: "related_files",
  recentHistory: "recent_history",
  quick: "quick",
};

/** The list fields, in the order they are written. */
export const listFields: readonly ListField[] = [
  "ownedScope",
  "constraints",
  "acceptanceCriteria",
  "dependsOn",
  "relatedFiles",
  "recentHistory",
];

/** Spellings met in the wild, without case, dashes and underscores; the first that is there counts (R32, R33). */
export const spellings: Record<Field, readonly string[]> = {
  id: ["id", "intentid"],
  name: ["name", "title", "summary", "description"],
  status: ["status", "state"],
  ownedScope: ["ownedscope", "ownedscopes", "scope", "scopes", "ownedpaths"],
  constraints: ["constraints", "constraint"],
  acceptanceCriteria: ["acceptancecriteria", "acceptancecriterion", "acceptance", "criteria"],
  dependsOn: ["dependson"],
  relatedFiles: ["relatedfiles", "relatedfile"],
  recentHistory: ["recenthistory", "history"],
  quick: ["quick"],
};

/** The keys the list of intents is found under, likewise. */
export const rootSpellings: readonly string[] = ["activeintents", "intents", "intentledger"];

/** A key without what people vary: case, dashes, underscores, spaces. */
export const bare = (key: string): string => key.toLowerCase().replaceAll(/[\s_-]/g, "");

/** Where a status of the wild stands; `proposed` grants nothing until a person accepts it. */
const statuses: Record<IntentStatus | "proposed", readonly string[]> = {
  PENDING: ["pending", "todo", "open", "planned", "created", "new", "ready", "queued", "backlog", "notstarted"],
  IN_PROGRESS: ["inprogress", "active", "started", "doing", "wip", "ongoing", "inreview", "review", "reopened"],
  BLOCKED: ["blocked", "onhold", "paused", "waiting", "deferred", "suspended"],
  COMPLETE: ["complete", "completed", "done", "closed", "finished", "resolved", "cancelled", "canceled", "archived"],
  proposed: ["proposed", "proposal", "draft", "suggested"],
};

/** The status a word of the file stands for; `null` for one nobody knows (R37). */
export function toStatus(word: string): { status: IntentStatus; proposed: boolean } | null {
  const wanted = bare(word);
  const has = (key: IntentStatus | "proposed") => statuses[key].includes(wanted);
  if (has("proposed")) return { status: "PENDING", proposed: true };
  for (const status of ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"] as const) {
    if (has(status)) return { status, proposed: false };
  }
  return null;
}
