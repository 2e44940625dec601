import { join } from "node:path";
import { levelMark, shimPath } from "@writ/adapters";
import { installedIn, isFormerLine, readSettings } from "@writ/adapters/wiring";
import type { Wiring } from "@writ/contracts";
import { readIfThere } from "../../files.ts";
import { error, type Finding, note, ok, warning } from "../finding.ts";
import { listed } from "./listed.ts";
import type { Presence } from "./presence.ts";
import type { FoundFile } from "./wired-files.ts";

/** How far an agent is connected. */
export type WiredState = "wired" | "partly" | "outdated" | "not wired";

/** Several agents read this one, so that it tells of none of them alone. */
const sharedFile = ".mcp.json";

/** How far the files connect their agent. Without hooks the rest is of no use. */
export function stateOf([hooks, ...others]: readonly FoundFile[]): WiredState {
  const own = others.filter(({ path }) => path !== sharedFile);
  if (hooks === undefined || hooks.state === "absent")
    return own.some(({ state }) => state !== "absent") ? "partly" : "not wired";
  if ([hooks, ...others].some(({ state }) => state === "outdated")) return "outdated";
  return others.some(({ state }) => state === "absent") ? "partly" : "wired";
}

type Named = Pick<Wiring, "agent" | "title">;

/** What is known of an agent beside its files. */
export interface Known extends Presence {
  /** Paths `init` wrote down as wired. */
  readonly recorded: ReadonlySet<string>;
  /** Files that are not wired since they are everybody's, and the agent is wired for one person. */
  readonly leftOut: readonly FoundFile[];
}

/** What to say about the files of an agent. */
export function wiredFindings(wiring: Named, files: readonly FoundFile[], known: Known): Finding[] {
  const state = stateOf(files);
  // Without hooks the rest is of no use, and perhaps another agent's.
  const own = state === "not wired" ? files.slice(0, 1) : files.filter((file) => !known.leftOut.includes(file));
  const isUsed = state !== "not wired" || known.inRepository || isLost(own, known);
  const stuck = (isUsed ? own : []).flatMap((file) => stuckFinding(wiring, file, state, known) ?? []);
  const found = stuck.length > 0 ? stuck : [says[stateOf(own)](wiring, own, known) ?? []].flat();
  return [...found, ...known.leftOut.map((file) => leftOutFinding(wiring, file))];
}

/** Whether something `init` wired is no longer so. */
const isLost = (files: readonly FoundFile[], { recorded }: Known): boolean =>
  files.some(({ path, state }) => state === "absent" && recorded.has(path));

/** A file into which `init` could not put anything either. */
function stuckFinding({ agent }: Named, file: FoundFile, state: WiredState, known: Known): Finding | null {
  const level = state === "not wired" && !isLost([file], known) ? warning : error;
  const { path, problem, isLink } = file;
  const then = `then run: writ init --agent ${agent}`;
  if (isLink && file.state !== "wired")
    return level("wired", `${path} is a symbolic link, which Writ does not edit.`, `Replace it by a file, ${then}`);
  return problem === null ? null : level("wired", problem, `Mend the file by hand, ${then}`);
}

function leftOutFinding({ agent }: Named, { path, purpose }: FoundFile): Finding {
  const said = `${path} is tracked by git, so the ${purpose} is left out for you alone`;
  const instead = "the model selects its intent with: writ intent select ID";
  return note("wired", `${said}; ${instead}. To register it for everybody: writ init --agent ${agent} --team`);
}

const init = ({ agent }: Named): string => `Run: writ init --agent ${agent}`;

const says: Record<WiredState, (wiring: Named, files: readonly FoundFile[], known: Known) => Finding | null> = {
  wired: (_, files) => ok("wired", `wired in ${list(files)}`),
  outdated(wiring, files) {
    const old = files.filter(({ state }) => state === "outdated");
    return warning("wired", `${list(old)}: ${reasonOf(old)}, so not as this version of Writ does it.`, init(wiring));
  },
  partly(wiring, files, known) {
    const absent = files.filter(({ state }) => state === "absent");
    if (files[0]?.state === "absent")
      return error(
        "wired",
        `${list(absent)} has no hooks of Writ, so nothing ${wiring.title} does is checked.`,
        init(wiring),
      );
    const missing = absent.map(({ path, purpose }) => `the ${purpose} in ${path}`).join(" and ");
    const level = isLost(absent, known) ? error : warning;
    return level("wired", `Its hooks are wired, but something is missing: ${missing}.`, init(wiring));
  },
  "not wired"(wiring, files, known) {
    const { title } = wiring;
    const { inRepository, onMachine } = known;
    if (isLost(files, known))
      return error(
        "wired",
        `${list(files)} has no hooks of Writ any more, so nothing ${title} does is checked.`,
        init(wiring),
      );
    if (inRepository)
      return warning("wired", `${title} is used here and not wired, so nothing it does is checked.`, init(wiring));
    return onMachine
      ? note("wired", `On this machine, and not wired here. If it is to work here: writ init --agent ${wiring.agent}`)
      : null;
  },
};

const list = (files: readonly FoundFile[]): string => listed(files.map(({ path }) => path));

function reasonOf(files: readonly FoundFile[]): string {
  const lines = files.flatMap(({ installed: { hooks } }) => hooks.map(({ line }) => line));
  if (lines.some((line) => !line.includes(shimPath))) return "written by hand";
  return lines.some(isFormerLine)
    ? "an earlier hook line, which takes an empty or foreign shim for consent"
    : "changed since, or written by another version";
}

/** What to say of an agent that is connected in the settings of its user, in these files. */
export function connectedFinding(
  { title }: Pick<Wiring, "title">,
  files: readonly string[],
  isWired: boolean,
): Finding {
  const where = `in your own settings (${listed(files)})`;
  if (!isWired) return ok("wired", `connected ${where}`);
  return note("wired", `${title} is connected ${where} too. One of the two hooks answers each call.`);
}

/** Settings in the home folder that call Writ in every folder, as people wrote them by hand for an early version. */
export async function homeFindings(home: string, [hooks]: readonly FoundFile[]): Promise<Finding[]> {
  if (hooks === undefined) return [];
  const text = (await readIfThere(join(home, hooks.path)).catch(() => null))?.toString("utf8") ?? "";
  const byHand = installedIn(readSettings(hooks.path, text)).hooks.filter(({ line }) => !line.includes(levelMark));
  if (byHand.length === 0) return [];
  const file = `~/${hooks.path}`;
  if (hooks.state === "absent")
    return [note("wired", `${file} calls Writ, in every repository where it is on the path.`)];
  return [
    warning("wired", `${file} calls Writ too, so every call is checked twice.`, `Take Writ's hooks out of ${file}`),
  ];
}
