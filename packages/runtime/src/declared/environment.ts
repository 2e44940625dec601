import { delimiter, isAbsolute } from "node:path";
import type { Hook } from "@writ/contracts";
import { fromRoot } from "./inside-root.ts";

/** What a program needs to find itself at home. Everything else, agents' keys above all, stays with the agent. */
const usual = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "TZ",
  "TMPDIR",
  // Windows.
  "TEMP",
  "TMP",
  "SystemRoot",
  "SystemDrive",
  "windir",
  "ComSpec",
  "PATHEXT",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "ProgramData",
  "ProgramFiles",
];

/** How many handlers deep this process is: one started by a handler is 1. */
export function depthIn(env: Readonly<Record<string, string | undefined>>): number {
  const said = env.WRIT_HOOK_DEPTH;
  if (said === undefined || said === "") return 0;
  const depth = Number(said);
  // What nobody can read does not make it shallower.
  return Number.isInteger(depth) && depth >= 0 ? Math.min(depth, 99) : 1;
}

/** The folders programs are looked for in: none that this repository, or the agent in it, could put a program into. */
export function searchPath(root: string, path: string | undefined): string[] {
  return (path ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && folder !== root && fromRoot(root, folder) === null);
}

/** What a handler's surroundings are made from. */
export interface Surroundings {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of whoever starts the handler. */
  readonly depth: number;
}

/** The variables a handler gets: the usual ones, those its definition names, and what Writ tells it. */
export function environmentOf(
  hook: Pick<Hook, "id" | "env">,
  { root, env, depth }: Surroundings,
): Record<string, string> {
  const given: Record<string, string> = {};
  const names = [...usual, ...Object.keys(env).filter((name) => name.startsWith("LC_")), ...hook.env];
  for (const name of names) {
    const value = env[name];
    if (value !== undefined) given[name] = value;
  }
  if (given.PATH !== undefined && !hook.env.includes("PATH")) given.PATH = searchPath(root, given.PATH).join(delimiter);
  return { ...given, WRIT_HOOK_DEPTH: String(depth + 1), WRIT_HOOK_ID: hook.id, WRIT_ROOT: root };
}
