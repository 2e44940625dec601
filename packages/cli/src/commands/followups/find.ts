import { fail } from "@writ/contracts";
import { listFollowUps, type QueuedFollowUp } from "@writ/runtime";

/** The follow-up with this id that still waits. */
export async function requireFollowUp(root: string, id: string): Promise<QueuedFollowUp> {
  const found = (await listFollowUps(root)).find((one) => one.id === id);
  if (found?.status === "open") return found;
  const message = found === undefined ? `There is no follow-up ${id}.` : `${id} is ${found.status} already.`;
  throw fail("USAGE", { message, fix: "See what waits: writ followups" });
}
