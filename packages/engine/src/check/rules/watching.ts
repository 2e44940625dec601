import type { DecisionRecord } from "@writ/contracts";
import { wordFor } from "../agreed.ts";
import type { CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import type { Gate } from "../gate.ts";
import { isAbsent, isCalled } from "../is-called.ts";
import { present } from "../made-in-range.ts";
import { shellWord } from "../shell-word.ts";

/** Signs that nobody watched: pauses, calls that were only observed, alarms, gaps. */
export const watching: Rule = (facts, gate) => [
  ...pauses(facts),
  ...unenforced(facts),
  ...alarms(facts),
  ...gaps(facts),
  ...strays(facts, gate),
];

function pauses({ decisions }: CheckFacts): Found[] {
  return decisions.flatMap((pause, at) => {
    if (pause.decision !== "paused") return [];
    const until = endOf(pause, decisions.slice(at + 1));
    return [
      {
        rule: "pause",
        message: `Writ was paused from ${pause.timestamp}${until === undefined ? "" : ` until ${until}`} by ${pause.by ?? "somebody"}.`,
        hint: "Look closely at what agents did in that time: nothing was refused.",
      },
    ];
  });
}

/** A pause may be ended before its time, or give way to another; each working copy has its own. */
function endOf({ until, metadata }: DecisionRecord, later: readonly DecisionRecord[]): string | undefined {
  const next = later.find(
    (one) => (one.decision === "resumed" || one.decision === "paused") && one.metadata.writer === metadata.writer,
  );
  return next !== undefined && (until === undefined || next.timestamp < until) ? next.timestamp : until;
}

/** Calls that would have been refused or asked about, had Writ been asked to. */
function unenforced(facts: CheckFacts): Found[] {
  const filesOf = present(facts);
  return facts.traces.flatMap((trace) => {
    const { would, intent } = trace.metadata;
    if (would === undefined) return [];
    return filesOf(trace).map(
      ({ path }): Found => ({
        rule: "not-enforced",
        path,
        message: `${path} was changed by a call that was only recorded, in a pause or in observe mode: ${would.code}.`,
        hint: "Look at the change as if an agent had asked for it now.",
        ...(intent === null ? {} : { intent }),
      }),
    );
  });
}

/** Protected files that changed while a call ran, and that nobody has said they looked at. */
function alarms({ decisions }: CheckFacts): Found[] {
  return decisions.flatMap((alarm, at) => {
    if (alarm.decision !== "alarm") return [];
    const [path] = alarm.paths ?? [];
    if (path === undefined || isSeen(decisions.slice(at + 1), path)) return [];
    return [
      {
        rule: "open-alarm",
        path,
        message: `${path} is protected and changed at ${alarm.timestamp} without Writ having done it; nobody has looked at it.`,
        hint: "Look at it, then run where it happened: writ alarms acknowledge --all",
      },
    ];
  });
}

const isSeen = (later: readonly DecisionRecord[], path: string): boolean =>
  later.some(
    ({ decision, by, paths = [] }) =>
      by !== undefined && (decision === "acknowledged" || decision === "approved") && paths.includes(path),
  );

function gaps({ decisions }: CheckFacts): Found[] {
  // One without a tool tells of the daemon: its calls were decided all the same.
  const found = decisions.filter(({ decision, tool }) => decision === "gap" && tool !== undefined);
  const [first] = found;
  if (first === undefined) return [];
  return [
    {
      rule: "gap",
      message: `${found.length === 1 ? "There is a gap" : `There are ${found.length} gaps`} in what was watched, the first at ${first.timestamp}.`,
      hint: "What changed meanwhile may have no record. In the working copy where it happened, run: writ doctor",
    },
  ];
}

/** Files a command changed outside of its intent's scope, which are part of the change all the same. */
function strays(facts: CheckFacts, { assurance }: Gate): Found[] {
  const { decisions, files } = facts;
  const settled = files.filter((file) => wordFor(file, facts, assurance.sensitive).state === "agreed");
  const open = files.filter((file) => !settled.includes(file));
  return decisions.flatMap((stray, at) => {
    if (stray.decision !== "strayed") return [];
    return (stray.paths ?? []).flatMap((name) =>
      isUndone(decisions.slice(at + 1), name)
        ? []
        : open
            .filter((file) => isCalled(file, name) && !isAbsent(facts, stray, file))
            .map(({ path }) => strayed(stray, name, path)),
    );
  });
}

function strayed({ timestamp, intent }: DecisionRecord, name: string, path: string): Found {
  const moved = path === name ? "" : ` It is ${path} now.`;
  return {
    rule: "stray",
    path,
    message: `A command changed ${name} at ${timestamp}, outside of ${intent === null ? "any intent" : `the scope of ${intent}`}.${moved}`,
    hint: `Take it out of the change, or say that it belongs there: writ approve --file ${shellWord(path)}`,
    ...(intent === null ? {} : { intent }),
  };
}

const isUndone = (later: readonly DecisionRecord[], path: string): boolean =>
  later.some(({ decision, paths = [] }) => decision === "undone" && paths.includes(path));
