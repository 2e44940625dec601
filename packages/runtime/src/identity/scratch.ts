import { tmpdir } from "node:os";
import { isAbsolute, join, resolve, sep } from "node:path";
import type { FileFact } from "@writ/contracts";
import { homeFolders } from "../home-folder.ts";
import { split, walk } from "./walk.ts";

/** Where agents keep plans and notes of a session, from the user's home. */
const planFolders = [
  ".claude/plans",
  ".cursor/plans",
  ".gemini/tmp",
  ".qwen/tmp",
  ".copilot/session-state",
  ".local/share/opencode/plans",
];
/** The same, from the workspace root. */
const workspacePlanFolders = [".opencode/plans", ".kilo/plans", ".kilocode/plans"];

/** Whether a path from the root lies where an agent keeps its plans. */
export function isPlanned(path: string): boolean {
  return workspacePlanFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Whether a path is, or lies in, the folder where a daemon says how to reach it: whoever writes there answers for it. */
export function isDaemons(path: string): boolean {
  const { XDG_RUNTIME_DIR: runtime = "" } = process.env;
  const own = isAbsolute(runtime) ? realPath(join(runtime, "writ")) : [];
  return (
    /^(?:\/private)?\/tmp\/writ-\d+(?:\/|$)/.test(path) || own.some((folder) => `${path}/`.startsWith(`${folder}/`))
  );
}

/** What lies beneath a folder outside of the workspace and must not change along with it. */
export function heldBeneath(real: string, realRoot: string): FileFact["holds"] {
  const folder = real.endsWith(sep) ? real : real + sep;
  const held = [
    { path: realRoot, what: "the workspace" },
    ...daemonFolders().map((path) => ({ path, what: "where Writ's daemon says how to reach it" })),
  ].filter(({ path }) => path.startsWith(folder));
  return held.length === 0 ? undefined : held;
}

function daemonFolders(): string[] {
  const { XDG_RUNTIME_DIR: runtime = "" } = process.env;
  const named = [`/tmp/writ-${process.getuid?.() ?? 0}`, ...(isAbsolute(runtime) ? [join(runtime, "writ")] : [])];
  return [...new Set(named.flatMap((path) => [path, ...realPath(path)]))];
}

/**
 * The real paths of the folders that are writable without a scope: the system's temporary folders, agents' plan
 * folders, and what the config adds. A folder need not exist yet.
 */
export function scratchFolders(root: string, configured: readonly string[] = []): string[] {
  const folders = [
    ...temporaryFolders(),
    ...homes().flatMap((home) => planFolders.map((folder) => join(home, folder))),
    ...workspacePlanFolders.map((folder) => join(root, folder)),
    ...configured.map((folder) => (isAbsolute(folder) ? folder : join(root, folder))),
  ];
  return [...new Set(folders.flatMap(realPath))];
}

/**
 * An environment variable must not open a folder (design 5), so `TMPDIR` counts only where it names a place the
 * system itself sets aside for temporary files.
 */
function temporaryFolders(): string[] {
  if (process.platform === "win32") {
    const own = homes().map((home) => join(home, "AppData", "Local", "Temp"));
    return [...own, "C:\\Windows\\Temp"];
  }
  const own = realPath(tmpdir()).filter((folder) => /^(?:\/private)?\/var\/folders\/|^\/run\/user\/\d+\//.test(folder));
  return ["/tmp", "/var/tmp", ...own];
}

function homes(): string[] {
  return homeFolders().filter((home) => home !== sep);
}

function realPath(folder: string): string[] {
  const { root, segments } = split(resolve(folder));
  const found = walk(root, segments);
  return found.ok ? [found.real] : [];
}
