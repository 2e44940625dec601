import type { Ticket } from "@writ/contracts";
import { isRecord, isStrings } from "../state/json-file.ts";

const statuses: readonly unknown[] = [
  "open",
  "approved",
  "rejected",
  "used",
  "expired",
  "closed",
] satisfies Ticket["status"][];

/** Whether a file holds a ticket. One that does not is no ticket, and approves nothing. */
export function isTicket(value: unknown): value is Ticket {
  if (!isRecord(value) || !statuses.includes(value.status)) return false;
  const texts = [value.id, value.binding, value.session, value.agent, value.tool, value.risk, value.detail];
  const times = [value.createdAt, value.expiresAt];
  return (
    [...texts, ...times].every((text) => typeof text === "string") &&
    (value.intent === null || typeof value.intent === "string") &&
    isStrings(value.reasons) &&
    isStrings(value.files) &&
    (value.globs === undefined || isStrings(value.globs))
  );
}
