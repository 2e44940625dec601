import { join } from "node:path";
import { shimPath } from "@writ/adapters";
import { callsWrit } from "@writ/adapters/wiring";
import type { Wiring } from "@writ/contracts";
import { readIfThere } from "../../files.ts";
import { error, type Finding, note, ok, warning } from "../finding.ts";
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

/** What to say about the files of an agent. */
export function wiredFindings(wiring: Named, files: readonly FoundFile[], presence: Presence): Finding[] {
  const state = stateOf(files);
  const broken = files.filter(({ problem }) => problem !== null);
  const isUsed = state !== "not wired" || presence.inRepository;
  if (broken.length > 0 && isUsed) return broken.map(({ problem }) => cannotBeRead(wiring, problem ?? "", state));
  return [says[state](wiring, files, presence)].flatMap((finding) => finding ?? []);
}

function cannotBeRead({ agent }: Named, problem: string, state: WiredState): Finding {
  const level = state === "not wired" ? warning : error;
  return level("wired", problem, `Mend the file by hand, then run: writ init --agent ${agent}`);
}

const init = ({ agent }: Named): string => `Run: writ init --agent ${agent}`;

const says: Record<WiredState, (wiring: Named, files: readonly FoundFile[], presence: Presence) => Finding | null> = {
  wired: (_, files) => ok("wired", `wired in ${list(files)}`),
  outdated(wiring, files) {
    const old = files.filter(({ state }) => state === "outdated");
    return warning("wired", `${list(old)}: ${reasonOf(old)}, so not as this version of Writ does it.`, init(wiring));
  },
  partly(wiring, files) {
    const absent = files.filter(({ state }) => state === "absent");
    if (files[0]?.state === "absent")
      return error(
        "wired",
        `${list(absent)} has no hooks of Writ, so nothing ${wiring.title} does is checked.`,
        init(wiring),
      );
    const missing = absent.map(({ path, purpose }) => `the ${purpose} in ${path}`).join(" and ");
    return warning("wired", `Its hooks are wired, but something is missing: ${missing}.`, init(wiring));
  },
  "not wired"(wiring, _, { inRepository, onMachine }) {
    const { title } = wiring;
    if (inRepository)
      return warning("wired", `${title} is used here and not wired, so nothing it does is checked.`, init(wiring));
    return onMachine
      ? note("wired", `On this machine, and not wired here. If it is to work here: writ init --agent ${wiring.agent}`)
      : null;
  },
};

/** `a`, `a and b`, `a, b and c` */
function list(files: readonly FoundFile[]): string {
  const paths = files.map(({ path }) => path);
  return [paths.slice(0, -1).join(", "), paths.at(-1) ?? ""].filter((part) => part !== "").join(" and ");
}

function reasonOf(files: readonly FoundFile[]): string {
  const lines = files.flatMap(({ installed: { hooks } }) => hooks.map(({ line }) => line));
  return lines.some((line) => !line.includes(shimPath))
    ? "written by hand"
    : "changed since, or written by another version";
}

/** Settings in the home folder that call Writ as well, so that each call is checked twice. */
export async function homeFindings(home: string, [hooks]: readonly FoundFile[]): Promise<Finding[]> {
  if (hooks === undefined) return [];
  const text = (await readIfThere(join(home, hooks.path)).catch(() => null))?.toString("utf8") ?? "";
  if (!text.split("\n").some(callsWrit)) return [];
  const file = `~/${hooks.path}`;
  if (hooks.state === "absent")
    return [note("wired", `${file} calls Writ, in every repository where it is on the path.`)];
  return [
    warning("wired", `${file} calls Writ too, so every call is checked twice.`, `Take Writ's hooks out of ${file}`),
  ];
}
