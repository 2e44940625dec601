import { assurances, type Grant } from "@writ/contracts";
import { isRecord } from "../state/json-file.ts";

const sure: readonly unknown[] = assurances;
const isMaybeText = (value: unknown): boolean => value === undefined || typeof value === "string";

/** Whether a file holds a grant. One that does not is no grant, and permits nothing. */
export function isGrant(value: unknown): value is Grant {
  if (!isRecord(value) || !sure.includes(value.assurance) || typeof value.uses !== "number") return false;
  const texts = [value.id, value.binding, value.tool, value.command, value.risk, value.by, value.ticket];
  return (
    [...texts, value.createdAt, value.until].every((text) => typeof text === "string") &&
    (value.intent === null || typeof value.intent === "string") &&
    [value.usedAt, value.revokedAt].every(isMaybeText)
  );
}
