import type { Intent } from "@writ/contracts";
import { dependentsOf, isOpen, ownedOf, type Writ } from "@writ/runtime";
import { readIntents } from "../../../intents.ts";
import { plural } from "../../../text/table.ts";
import { openTickets } from "../../../tickets.ts";

/** How many files are named. */
const shown = 3;

/** What a person who closes an intent may have overlooked. */
export async function notesOf(
  writ: Writ,
  intent: Intent,
  uncommitted: readonly string[] | null,
  now: string,
  isPlan = false,
): Promise<string[]> {
  const { id } = intent;
  const tickets = (await openTickets(writ, now)).filter((ticket) => ticket.intent === id).map((ticket) => ticket.id);
  const files = ownedOf(intent, uncommitted ?? []);
  const sessions = (await writ.sessions.list()).filter((one) => one.intent === id && one.endedAt === undefined);
  const waiting = dependentsOf(intent, await readIntents(writ)).filter(isOpen);
  return [
    ...(tickets.length === 0
      ? []
      : [
          `${plural(tickets.length, "ticket")} of it still ${tickets.length === 1 ? "waits" : "wait"}: ${tickets.join(", ")}`,
        ]),
    ...(files.length === 0 ? [] : [`${plural(files.length, "file")} of it not committed: ${named(files)}`]),
    ...sessions.map(
      (session) =>
        `session ${session.id} (${session.agent}) has it taken up; its changes ${isPlan ? "would be" : "are"} refused ${isPlan ? "then" : "now"}`,
    ),
    ...(waiting.length === 0 ? [] : [`these depend on it: ${waiting.map((other) => other.id).join(", ")}`]),
  ];
}

function named(files: readonly string[]): string {
  const left = files.length - shown;
  return [...files.slice(0, shown), ...(left > 0 ? [`and ${left} more`] : [])].join(", ");
}
