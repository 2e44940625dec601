import type { DecisionRecord } from "@writ/contracts";
import type { IntentLife, Relation } from "@writ/runtime";
import { grantJson } from "../../../grants.ts";
import type { Context } from "../../../io.ts";
import { sayMoment } from "../../../text/moment.ts";
import { columns, plural } from "../../../text/table.ts";
import { whatOf } from "../../../tickets.ts";

/** How many of each are shown to a person; programs get all. */
const shown = 20;

/** What became of an intent, for programs: snake_case, as on disk. */
export function lifeJson(life: IntentLife) {
  return {
    dependencies: life.dependencies,
    dependents: life.dependents,
    evidence: life.evidence,
    steps: life.steps.map(({ timestamp, decision, agent, session, by, assurance, code, globs, reason }) => {
      return { at: timestamp, decision, agent, session, by, assurance, code, globs, reason };
    }),
    files: life.files.map(({ path, symbols, changes, lastAt }) => ({ path, symbols, changes, last_at: lastAt })),
    sessions: life.sessions.map(({ lastAt, ...session }) => ({ ...session, last_at: lastAt })),
    models: life.models,
    open_tickets: life.tickets.map(({ id, tool, risk, reasons, files, globs, expiresAt }) => {
      return { id, tool, risk, reasons, files, ...(globs && { globs }), expires_at: expiresAt };
    }),
    grants: life.grants.map(grantJson),
    older_records: life.more,
  };
}

/** The same in words. */
export function lifeLines(
  life: IntentLife,
  nameOf: (by: string) => string,
  { paint }: Pick<Context, "paint">,
): string[] {
  const section = (title: string, rows: readonly (readonly string[])[], newestLast = false): string[] => {
    if (rows.length === 0) return [];
    const left = rows.length - shown;
    const kept = newestLast ? rows.slice(-shown) : rows.slice(0, shown);
    const more = left > 0 ? [paint.dim(`    ${plural(left, newestLast ? "older one" : "more")}; all with --json`)] : [];
    return [`  ${title}:`, ...(newestLast ? more : []), ...columns(kept, "    "), ...(newestLast ? [] : more)];
  };
  const related = ({ id, status }: Relation) => [id, status ?? "not there"];
  return [
    ...section("depends on", life.dependencies.map(related)),
    ...section("others depend on it", life.dependents.map(related)),
    ...section(
      "steps",
      life.steps.map((step) => stepRow(step, nameOf)),
      true,
    ),
    ...section(
      "files",
      life.files.map(({ path, symbols, changes }) => [path, plural(changes, "change"), symbols.join(" ")]),
    ),
    ...section(
      "sessions",
      life.sessions.map(({ id, agent, models, changes, lastAt, active }) => {
        const state = active ? "working on it" : "";
        return [id, agent, models.join(" "), plural(changes, "change"), sayMoment(lastAt), state];
      }),
      true,
    ),
    ...section(
      "open tickets",
      life.tickets.map((ticket) => [ticket.id, ticket.tool, ticket.risk, whatOf(ticket).split("\n")[0] ?? ""]),
    ),
    ...section(
      "grants",
      life.grants.map(({ id, command, until }) => [id, command.split("\n")[0] ?? "", `until ${sayMoment(until)}`]),
    ),
  ];
}

function stepRow(step: DecisionRecord, nameOf: (by: string) => string): string[] {
  const { timestamp, decision, agent, session, by, globs = [], reason } = step;
  const who = by === undefined ? `${agent} (${session})` : nameOf(by);
  const at = sayMoment(timestamp);
  if (decision === "selected") return [at, decision, who, ""];
  if (decision === "failed") return [at, "not done", who, openWords(reason ?? "")];
  return [at, decision, who, [...globs, ...(reason === undefined ? [] : [reason])].join(" ")];
}

/** `criteria:1,3` in words. */
function openWords(reason: string): string {
  const numbers = /^criteria:([\d,]+)$/.exec(reason)?.[1]?.split(",") ?? [];
  if (numbers.length === 0) return reason;
  return `${numbers.length === 1 ? "criterion" : "criteria"} ${numbers.join(", ")} did not hold`;
}
