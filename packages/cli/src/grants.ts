import { fail, type Grant, longestGrantHours, ProblemError, problem, type Ticket } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import type { Context } from "./io.ts";
import { cut } from "./text/cut.ts";
import { formatDuration, parseDuration } from "./text/duration.ts";
import { visible } from "./text/visible.ts";

/** No grant holds longer, in milliseconds. */
export const longest = longestGrantHours * 3_600_000;

/** Grants that hold now, oldest first. */
export async function grantsInForce(writ: Writ, now: string): Promise<Grant[]> {
  return (await writ.grants.list()).filter(({ until, revokedAt }) => revokedAt === undefined && until > now);
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

/** A grant in one line: id, intent, how long, how often, what. */
export function grantRow({ id, intent, until, uses, command }: Grant, now: string): string[] {
  const left = formatDuration(Date.parse(until) - Date.parse(now));
  const often = uses === 0 ? "not used yet" : uses === 1 ? "used once" : `used ${uses} times`;
  return [id, intent ?? "-", `another ${left}`, often, cut(command.replaceAll("\n", " ⏎ "), 100)];
}

/** What a person is told who has just given a grant. */
export function tellGrant({ id, intent, until }: Grant, { print, paint }: Context): void {
  print(`${paint.green("Granted")} ${visible(id)} until ${visible(until)}, under ${visible(intent ?? "no intent")}.`);
  print("The same command needs no other yes until then. Tell the agent to repeat the call.");
  print(`Take it back with: writ grants revoke ${visible(id)}`);
}
