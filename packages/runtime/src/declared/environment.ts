import { realpathSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";
import type { Hook } from "@writ/contracts";
import { fromRoot, liesWithHooks } from "./inside-root.ts";

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

/**
 * The folders programs are looked for in, without links: none that this repository, or the agent in it, could put a
 * program into, and none that is not there, since somebody could make it.
 */
export function searchPath(root: string, path: string | undefined): string[] {
  const here = realOf(root) ?? root;
  const folders = (path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const real = folders.flatMap((folder) => realOf(folder) ?? []);
  return [...new Set(real)].filter((folder) => folder !== here && fromRoot(here, folder) === null);
}

function realOf(folder: string): string | null {
  try {
    return realpathSync.native(folder);
  } catch {
    return null;
  }
}

/** Python looks beside its script first, where an agent may put a `json.py`. What lies with hooks is protected whole. */
const besideNothing = { PYTHONSAFEPATH: "1", PYTHONDONTWRITEBYTECODE: "1" };

/** What a handler's surroundings are made from. */
export interface Surroundings {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of whoever starts the handler. */
  readonly depth: number;
  /** The files of the handler that Python runs (`pythonFiles`). */
  readonly python?: readonly string[];
}

/** The variables a handler gets: the usual ones, those its definition names, and what Writ tells it. */
export function environmentOf(
  hook: Pick<Hook, "id" | "env">,
  { root, env, depth, python = [] }: Surroundings,
): Record<string, string> {
  const given: Record<string, string> = {};
  const names = [...usual, ...Object.keys(env).filter((name) => name.startsWith("LC_")), ...hook.env];
  for (const name of names) {
    const value = env[name];
    if (value !== undefined) given[name] = value;
  }
  if (given.PATH !== undefined && !hook.env.includes("PATH")) given.PATH = searchPath(root, given.PATH).join(delimiter);
  if (!python.every(liesWithHooks)) Object.assign(given, besideNothing);
  return { ...given, WRIT_HOOK_DEPTH: String(depth + 1), WRIT_HOOK_ID: hook.id, WRIT_ROOT: root };
}
