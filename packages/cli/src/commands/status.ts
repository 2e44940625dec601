import type { UndoRecord } from "@writ/contracts";
import { defineCommand } from "../command.ts";
import { reachLines } from "../firing/reach.ts";
import { unrecordedLines } from "../firing/tell.ts";
import type { Unrecorded } from "../firing/unrecorded.ts";
import { grantJson, grantLines } from "../grants.ts";
import type { Context } from "../io.ts";
import { type Overview, readOverview } from "../overview.ts";
import { formatDuration } from "../text/duration.ts";
import { sayMoment } from "../text/moment.ts";
import { placeOf } from "../text/place.ts";
import { columns, plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { ticketLines } from "../tickets.ts";
import { sayAlarm } from "./alarms.ts";
import { sayBriefly } from "./followups/payload.ts";
import { sayLesson } from "./lesson.ts";
import { sayUndo } from "./undo-words.ts";

export default defineCommand({
  name: "status",
  summary: "Show how things stand: sessions, questions, proposals, findings",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["status", "everything a person should know now"],
    ["status --json", "the same for programs"],
  ],

  async run({ json }, context) {
    const writ = await context.openWrit();
    const overview = await readOverview(writ, context);
    if (json) context.print(JSON.stringify(toJson(overview), null, 2));
    else tell(overview, context);
    return 0;
  },
});

function toJson(overview: Overview) {
  const { unrecorded, reach, followUps, late, waitingHooks } = overview;
  const { root, mode, pause, intents, invalid, sessions, tickets, proposals, ledger, untrusted, observed, findings } =
    overview;
  return {
    root,
    mode,
    hooks: { wired: reach.wired, ...(reach.ofUser.length > 0 && { of_user: reach.ofUser }), find_writ: reach.isFound },
    pause,
    intents,
    invalid,
    sessions: sessions.map(({ id, agent, intent, startedAt, seenAt }) => ({
      id,
      agent,
      intent,
      started_at: startedAt,
      seen_at: seenAt,
    })),
    tickets: tickets.map(({ id, session, agent, intent, tool, risk, reasons, files, expiresAt }) => ({
      id,
      session,
      agent,
      intent,
      tool,
      risk,
      reasons,
      files,
      expires_at: expiresAt,
    })),
    grants: overview.grants.map(grantJson),
    proposals: proposals.map(({ id, name, ownedScope, reason, session, proposedAt }) => ({
      id,
      name,
      owned_scope: ownedScope,
      reason,
      session,
      proposed_at: proposedAt,
    })),
    ...(overview.lessons.length > 0 && { lessons: overview.lessons }),
    ledger,
    unpublished: overview.unpublished,
    alarms: overview.alarms,
    strays: overview.strays.map(strayJson),
    unrecorded: unrecorded === null ? null : unrecordedJson(unrecorded),
    ...(overview.unheard.length > 0 && {
      unheard: overview.unheard.map(({ agent, what, fix }) => ({ agent, message: what, fix })),
    }),
    untrusted,
    untrusted_hooks: waitingHooks,
    followups: followUps.map(({ id, hook, kind, at }) => ({ id, hook, kind, at })),
    late_hooks: late,
    observed,
    ...(overview.damaged.length > 0 && { damaged: overview.damaged }),
    findings,
  };
}

function sayNewest({ last, published }: Overview["ledger"]): string {
  if (last !== null) return `the last at ${visible(sayMoment(last))}`;
  return published ? "none of this working copy yet; those that commits brought: writ log" : "none yet";
}

function unrecordedJson({ files, unlooked, silent }: Unrecorded) {
  return {
    files,
    unlooked,
    silent: silent.map(({ session, files: changed }) => ({
      session: session.id,
      agent: session.agent,
      seen_at: session.seenAt,
      files: changed,
    })),
  };
}

function tell(overview: Overview, context: Context): void {
  const { print, paint, now } = context;
  const { mode, pause, intents, invalid, sessions, tickets, proposals, ledger, untrusted, observed, findings } =
    overview;
  const section = (title: string, lines: readonly string[]) => {
    if (lines.length === 0) return;
    print(paint.bold(title));
    for (const line of lines) print(line);
  };
  print(
    `${paint.bold(visible(overview.root))}  ${mode === "enforce" ? paint.green(mode) : paint.yellow(`${mode}: nothing is refused`)}`,
  );
  for (const line of reachLines(overview.reach)) print(paint.yellow(line));
  for (const { what, fix } of overview.unheard) print(paint.yellow(`${what} ${fix}`));
  if (pause !== null) {
    const left = formatDuration(Date.parse(pause.until) - Date.parse(now()));
    print(paint.yellow(`Paused for another ${left}: ${visible(pause.reason)}. End it with: writ pause --end`));
  }
  if (invalid !== null) print(paint.red(`Changes are refused: ${visible(invalid.file)}: ${visible(invalid.reason)}`));
  else
    print(
      `${plural(intents.total, "intent")}, open: ${intents.open.map(visible).join(" ") || "none (add one with: writ intent add)"}`,
    );
  print(`${size(ledger.bytes)} of records, ${sayNewest(ledger)}`);
  for (const line of damagedLines(overview.damaged)) print(paint.red(line));
  for (const line of unpublishedLines(overview.unpublished)) print(paint.yellow(line));
  for (const line of unrecordedLines(overview.unrecorded, now()))
    print(line.isLoud ? paint.yellow(line.text) : paint.dim(line.text));
  section(
    "Protected files that changed (writ alarms acknowledge <id>, or --all)",
    overview.alarms.map(sayAlarm).map(indented),
  );
  section("Changed outside their scope (writ undo)", columns(overview.strays.map(sayUndo)));
  section(
    "Sessions",
    columns(sessions.map(({ id, agent, intent, seenAt }) => [id, agent, intent ?? "no intent yet", sayMoment(seenAt)])),
  );
  section("Waiting for your answer (writ approve, writ reject)", ticketLines(tickets, context).map(indented));
  section("May run without a question (writ grants)", grantLines(overview.grants, context, 2));
  section(
    "Proposed intents (writ intent accept)",
    columns(proposals.map(({ id, name, ownedScope }) => [id, name, ownedScope.join(" ")])),
  );
  section("Proposed lessons (writ lesson accept)", columns(overview.lessons.map(sayLesson)));
  section(
    "The config loosens these, without effect until: writ trust",
    untrusted.map((key) => `  ${key}`),
  );
  section(
    "Hooks that do not run until: writ trust",
    columns(overview.waitingHooks.map((waiting) => [waiting.id, sayWaiting(waiting), waiting.file])),
  );
  section(
    "Follow-ups hooks ask for (writ followups)",
    columns(overview.followUps.map((one) => [one.id, one.hook, sayBriefly(one)])),
  );
  section("Hooks that outlive their event", sayLate(overview.late));
  section(
    "Would have been refused or asked, in 7 days",
    columns(observed.map(({ code, times, advice }) => [`${times} x`, code, advice])),
  );
  section(
    "Findings",
    findings.map(
      ({ file, line, severity, message }) => `  ${placeOf({ file, line })}: ${severity}: ${visible(message)}`,
    ),
  );
}

/** A damaged file counts as missing: what it allowed is asked about again. */
function damagedLines(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const names = files.slice(0, 3).map((name) => visible(`.orchestration/.state/${name}`));
  const more = files.length > names.length ? ` and ${files.length - names.length} more` : "";
  const are = files.length === 1 ? "is damaged and counts" : "are damaged and count";
  return [
    `${plural(files.length, "state file")} ${are} as missing: ${names.join(", ")}${more}. Delete what you do not need, then select the intent, approve or trust again.`,
  ];
}

/** Elsewhere nobody knows of them: to a clone, such lines are a person's. */
function unpublishedLines(count: number): string[] {
  if (count === 0) return [];
  const are = count === 1 ? "is" : "are";
  return [
    `${plural(count, "recorded change")} ${are} committed without the record, as where the commit hook did not run: the next commit takes it along, or stage it now with: writ publish`,
  ];
}

const indented = (line: string): string => `  ${line}`;

function strayJson({ id, at, session, agent, intent, tool, files }: UndoRecord) {
  return { id, at, session, agent, intent, tool, files: files.map(({ path }) => path) };
}

function sayLate({ waiting, running }: Overview["late"]): string[] {
  const counted = (number: number, what: string) => (number === 0 ? [] : [`  ${number} ${what}`]);
  return [
    ...counted(running, "still running"),
    ...counted(waiting, "done; what they say comes with the next event of a session"),
  ];
}

function sayWaiting({ state, refuses }: Overview["waitingHooks"][number]): string {
  if (refuses) return `a guard (${state}): what it guards is refused`;
  return state === "untrusted" ? "nobody has trusted it yet" : "changed since it was trusted";
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
