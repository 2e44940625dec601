import type { Hook } from "@writ/contracts";
import { barredFiles, hooksLog, type KnownHook, type LostGuard, lossWords } from "@writ/runtime";
import { isBuiltin, readHooks } from "../commands/hooks/known.ts";
import { sayMatch, stateOf } from "../commands/hooks/state-words.ts";
import { placeOf } from "../text/place.ts";
import { plural } from "../text/table.ts";
import { type Check, error, type Finding, note, ok, warning } from "./finding.ts";
import { type LastRun, logProblem, readLastRuns } from "./hook-log.ts";

const about = "event hooks";

/** The hooks of the repository: which run, why the others do not, and how the last run of each ended. */
export const eventHooks: Check = async (_root, context) => {
  const { hooks, findings, isOn, root, lost } = await readHooks(context);
  const guards = lost.map(lostGuard);
  if (!isOn) return guards.length > 0 ? guards : [ok(about, "off: there is no folder .system/")];
  const broken = findings.map(({ file, line, severity, message }) =>
    (severity === "error" ? error : warning)(
      about,
      `${placeOf({ file, line })}: ${message}`,
      "Mend the line, then run: writ hooks validate",
    ),
  );
  const running = hooks.filter((known) => stateOf(known) === "on");
  const last = await readLastRuns(root);
  return [
    ok(about, running.length === 0 ? "none is on" : `${plural(running.length, "hook")} on`),
    ...broken,
    ...unwritten(root),
    ...guards,
    ...hooks.filter(({ hook }) => lost.every((guard) => guard.hook.id !== hook.id)).flatMap(idle),
    ...running.flatMap(({ hook }) => failed(hook, last.get(hook.id))),
    ...running.filter(({ hook }) => !last.has(hook.id)).flatMap(({ hook }) => filtered(hook)),
  ];
};

/** What hooks say is lost where it cannot be written down, and nobody else would tell. */
function unwritten(root: string): Finding[] {
  const problem = logProblem(root);
  const fix = "Make it yours to write to, or move it out of the way: Writ makes what it needs";
  const barred = barredFiles(root).filter(({ path }) => problem?.startsWith(`${path} `) !== true);
  return [
    ...(problem === null ? [] : [error(about, `What hooks do is not written down: ${problem}.`, fix)]),
    ...barred.map(({ path, reason }) =>
      error(about, `${path} ${reason}, so nothing is written there.`, `Remove ${path}: Writ makes what it needs`),
    ),
  ];
}

function lostGuard({ hook: { id }, loss }: LostGuard): Finding {
  const mend = `Look at it with: writ trust --hook ${id}. To do without it: writ trust --revoke ${id}`;
  return error(about, `The guard ${id} ${lossWords[loss]}, so what it guards is refused.`, mend);
}

/** Why a hook does not run, and what mends it. What is switched off on purpose is only worth a word. */
function idle(known: KnownHook): Finding[] {
  const { hook, off, problem } = known;
  // Writ's own are off unless somebody asks for them.
  if (isBuiltin(hook) && stateOf(known) !== "unusable") return [];
  const look = `Look at it with: writ trust --hook ${hook.id}`;
  switch (stateOf(known)) {
    case "on":
    case "replaced":
      return [];
    case "off":
      return [
        note(
          about,
          `${hook.id} does not run: it ${off}`,
          hook.enabled ? undefined : `To switch it on, say enabled: true in ${hook.source}`,
        ),
      ];
    case "untrusted":
      return [warning(about, `${hook.id} does not run: nobody has trusted it yet.`, look)];
    case "changed":
      return hook.onFailure === "deny"
        ? [error(about, `The guard ${hook.id} changed since it was trusted, so what it guards is refused.`, look)]
        : [warning(about, `${hook.id} does not run: it changed since it was trusted.`, look)];
    case "unusable":
      return [warning(about, `${hook.id} cannot run: ${problem}`, mending(problem ?? "", hook.source))];
  }
}

/** A reason may bring its own command. */
function mending(problem: string, source: string): string {
  const command = /: (chmod \+x .+)$/.exec(problem)?.[1];
  return command ?? `Mend handler.command in ${source}, then run: writ hooks validate`;
}

/** A hook that is on and has not run: what it filters by is why, or no such event has come yet. */
function filtered(hook: Hook): Finding[] {
  if (isBuiltin(hook) || Object.keys(hook.match).length === 0) return [];
  const why = `Nothing it matches has happened lately: ${sayMatch(hook)}`;
  const look = `See why it is passed over with: writ hooks run ${hook.events[0]} --hook ${hook.id} --dry`;
  return [note(about, `${hook.id} is on and has not run. ${why}.`, look)];
}

function failed({ id, events }: Hook, run: LastRun | undefined): Finding[] {
  if (run === undefined || (run.status !== "failed" && run.status !== "timeout")) return [];
  const how = run.status === "timeout" ? "took too long" : "failed";
  const why = run.reason === "" ? "" : `: ${run.reason}`;
  return [
    warning(
      about,
      `${id} ${how} when it last ran (${run.time})${why}`,
      `Try it with: writ hooks run ${run.event || events[0]} --hook ${id}, or look into ${hooksLog}`,
    ),
  ];
}
