import type { Intent, IntentStatus } from "@writ/contracts";

/** An intent another one depends on, and how it stands; `null` where there is none of that id. */
export interface Relation {
  id: string;
  status: IntentStatus | null;
}

/** Whether what it stands for is still to be done. An id nobody has holds nothing up. */
export function isOpen({ status }: Relation): boolean {
  return status !== null && status !== "COMPLETE";
}

/** The intents one depends on, as they stand. */
export function dependenciesOf({ dependsOn = [] }: Intent, intents: readonly Intent[]): Relation[] {
  return dependsOn.map((id) => ({ id, status: intents.find((intent) => intent.id === id)?.status ?? null }));
}

/** The intents that depend on this one. */
export function dependentsOf({ id }: Intent, intents: readonly Intent[]): Relation[] {
  return intents
    .filter(({ dependsOn = [] }) => dependsOn.includes(id))
    .map(({ id: other, status }) => ({ id: other, status }));
}
