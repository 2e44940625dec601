import { fail, type Grant, longestGrantHours, ProblemError, problem, type Ticket } from "@writ/contracts";
import { isInForce, type Writ } from "@writ/runtime";
import type { Context } from "./io.ts";
import { formatDuration, parseDuration } from "./text/duration.ts";
import { sayMoment } from "./text/moment.ts";
import { drawFor, shownLines } from "./text/show.ts";
import { columns as inColumns, plural } from "./text/table.ts";
import { visible } from "./text/visible.ts";

/** No grant holds longer, in milliseconds. */
export const longest = longestGrantHours * 3_600_000;

/** Grants that hold now, oldest first. */
export async function grantsInForce(writ: Writ, now: string): Promise<Grant[]> {
  return (await writ.grants.list()).filter((grant) => isInForce(grant, now));
}

/** The length a person typed, in milliseconds. */
export function requireLength(typed: string): number {
  const ms = parseDuration(typed);
  if (ms !== null && ms <= longest) return ms;
  throw fail("USAGE", {
    message: `${typed} is no length for a grant.`,
    fix: `Say 30m, 1h or 2h30m; at most ${longestGrantHours}h.`,
  });
}

/** Throws for a ticket that can only be approved once. */
export function requireGrantable({ id, standing }: Ticket): void {
  if (standing !== undefined) return;
  const message = `Ticket ${id} asks for a change of files or of scope, which is approved one at a time.`;
  throw new ProblemError({
    ...problem("BLOCKED_BY_POLICY", { message, ticket: id }),
    hint: `Approve it once: writ approve ${id}`,
  });
}

/** A grant as programs read it. */
export function grantJson({ id, command, tool, intent, risk, createdAt, until, by, ticket, uses, usedAt }: Grant) {
  return {
    id,
    command,
    tool,
    intent,
    risk,
    by,
    ticket,
    created_at: createdAt,
    until,
    uses,
    used_at: usedAt ?? null,
  };
}

/** Each grant in a line (id, intent, how long, how often), and under it the whole command, or the first lines of it. */
export function grantLines(
  grants: readonly Grant[],
  { now, paint, columns }: Pick<Context, "now" | "paint" | "columns">,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const heads = inColumns(grants.map((grant) => headOf(grant, now())));
  return grants.flatMap(({ command }, at) => {
    const lines = shownLines(command, columns, ["    | ", "    : "], drawFor(command, paint));
    const left = lines.length - most;
    const more = left > 0 ? [`    … ${plural(left, "more line")}: writ grants`] : [];
    return [heads[at] ?? "", ...lines.slice(0, most), ...more];
  });
}

function headOf({ id, intent, until, uses }: Grant, now: string): string[] {
  const left = formatDuration(Date.parse(until) - Date.parse(now));
  const often = uses === 0 ? "not used yet" : uses === 1 ? "used once" : `used ${uses} times`;
  return [id, intent ?? "-", `another ${left}`, often];
}

/** What a person is told who has just given a grant. */
export function tellGrant({ id, intent, until }: Grant, { print, paint }: Context): void {
  print(
    `${paint.green("Granted")} ${visible(id)} until ${visible(sayMoment(until))}, under ${visible(intent ?? "no intent")}.`,
  );
  print("The same command needs no other yes until then. Tell the agent to repeat the call.");
  print(`Take it back with: writ grants revoke ${visible(id)}`);
}
