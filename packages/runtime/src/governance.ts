import { lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { type GitFolders, gitFolders, gitTop } from "./git/folders.ts";
import { homeFolder } from "./home-folder.ts";

/** The folder a workspace is recognised by. */
export const sidecarName = ".orchestration";

/** What a repository was set up for: intents and records, or nothing but event hooks. */
export type Governance = "governed" | "hooks-only";

/** What is recorded of a repository. `roots` are the workspaces in it, from its top; `.` is the top itself. */
interface GovernanceRecord {
  readonly kind: Governance;
  readonly roots: readonly string[];
}

const fileName = "governed";
/** In the git folder of one work tree: a user took Writ out of it, while other work trees keep it. */
const releasedName = "released";

/** Where the state of Writ lies that belongs to a user and to no repository. */
export function userStateFolder(home: string = homeFolder()): string {
  const { XDG_STATE_HOME: named = "" } = process.env;
  return join(isAbsolute(named) ? named : join(home, ".local", "state"), "writ");
}

/** For a folder outside git the path is repeated below the user's state, so that a shell finds the record without a hash. */
const recordOutsideGit = (root: string): string =>
  join(userStateFolder(), "folders", root.replace(/^([A-Za-z]):/, "$1"), fileName);

/** Where it is recorded what `root` was set up for: outside of the work tree, which a deleted sidecar leaves no trace in. */
export function governanceFile(root: string): string {
  const folders = gitFolders(root);
  return folders === null ? recordOutsideGit(root) : join(folders.shared, "writ", fileName);
}

/** Where it is noted which sessions of a workspace have not ended, beside that, for each work tree by itself. */
export function sessionsFile(root: string): string {
  const folders = gitFolders(root);
  if (folders === null) return join(dirname(recordOutsideGit(root)), "sessions.json");
  const name = encodeURIComponent(relative(gitTop(root) ?? root, root)) || ".";
  return join(folders.own, "writ", "sessions", `${name}.json`);
}

/** Whether anything has this name, be it a link to nothing. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Whether the sidecar of a workspace does not exist. */
export const isSidecarGone = (root: string): boolean => !isThere(join(root, sidecarName));

function read(file: string): GovernanceRecord | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    // A record that cannot be read still says that there is one.
    return { kind: "governed", roots: ["."] };
  }
  const [kind, ...roots] = text.split("\n").map((line) => line.trim());
  const named = roots.filter((root) => root !== "" && !isAbsolute(root) && !root.split("/").includes(".."));
  return { kind: kind === "hooks-only" ? kind : "governed", roots: named.length === 0 ? ["."] : named };
}

/** What the repository around a folder was set up for; `null` where that was never recorded. */
export function readGovernance(folder: string): Governance | null {
  const file = governanceFile(folder);
  return read(file)?.kind ?? null;
}

const contains = (outer: string, inner: string): boolean => {
  const way = relative(outer, inner);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};

/**
 * The outermost workspace around `folder` that was set up and has lost its sidecar; `null` where there is none. `top` is
 * the top of the git work tree, `null` outside git. Both are real paths.
 */
export function lostWorkspace(folder: string, top: string | null): string | null {
  if (top === null) return lostOutsideGit(folder);
  const folders = gitFolders(top);
  if (folders === null || isReleased(folders)) return null;
  const record = read(join(folders.shared, "writ", fileName));
  if (record?.kind !== "governed") return null;
  const roots = record.roots.map((root) => join(top, root)).filter((root) => contains(root, folder));
  return roots.filter(isSidecarGone).sort((one, other) => one.length - other.length)[0] ?? null;
}

function lostOutsideGit(folder: string): string | null {
  let lost: string | null = null;
  for (let here = folder; ; here = dirname(here)) {
    if (read(recordOutsideGit(here))?.kind === "governed" && isSidecarGone(here)) lost = here;
    if (dirname(here) === here) return lost;
  }
}

const isReleased = ({ own }: GitFolders): boolean => isThere(join(own, "writ", releasedName));

/** Records what a workspace was set up for. What cannot be written is not recorded: the sidecar counts all the same. */
export function recordGovernance(root: string, kind: Governance = "governed"): void {
  const top = gitTop(root);
  const file = governanceFile(root);
  const own = top === null ? "." : relative(top, root).split(sep).join("/") || ".";
  const known = read(file);
  try {
    const folders = gitFolders(root);
    if (folders !== null) rmSync(join(folders.own, "writ", releasedName), { force: true });
    if (known?.kind === kind && known.roots.includes(own)) return;
    // Hooks in one folder do not end the guard over another.
    if (known?.kind === "governed" && kind === "hooks-only") return;
    const roots = known?.kind === kind ? [...new Set([...known.roots, own])].sort() : [own];
    mkdirSync(dirname(file), { recursive: true });
    const next = `${file}.${process.pid}.new`;
    writeFileSync(next, `${[kind, ...roots].join("\n")}\n`);
    renameSync(next, file);
  } catch {
    // A read-only git folder.
  }
}

/** The records this process has seen, and how. */
const seen = new Map<string, { file: string; stamp: string }>();

function stampOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.ino} ${stats.size} ${stats.ctimeMs}`;
}

/** Records a workspace that has its sidecar, such as one that an earlier version set up, or whose record was changed. */
export function noteGovernance(root: string): void {
  const known = seen.get(root);
  if (known !== undefined && known.stamp !== "" && known.stamp === stampOf(known.file)) return;
  if (isSidecarGone(root)) return;
  recordGovernance(root);
  const file = governanceFile(root);
  seen.set(root, { file, stamp: stampOf(file) });
}

/** Takes the record of a workspace away; where other work trees of the repository `isShared` with rely on it, only for this one. */
export function releaseGovernance(root: string, isShared: boolean): void {
  seen.delete(root);
  const file = governanceFile(root);
  const folders = gitFolders(root);
  rmSync(sessionsFile(root), { force: true });
  if (folders !== null) removeEmpty(dirname(sessionsFile(root)), folders.own);
  if (isShared && folders !== null) {
    if (!isThere(file)) return;
    mkdirSync(join(folders.own, "writ"), { recursive: true });
    writeFileSync(join(folders.own, "writ", releasedName), "");
    return;
  }
  rmSync(file, { force: true });
  if (folders !== null) rmSync(join(folders.own, "writ", releasedName), { force: true });
  removeEmpty(dirname(file), folders === null ? dirname(userStateFolder()) : folders.shared);
}

/** Removes folders that are empty, upwards to `end`. */
function removeEmpty(folder: string, end: string): void {
  for (let here = folder; here !== end && contains(end, here); here = dirname(here)) {
    try {
      rmdirSync(here);
    } catch {
      return;
    }
  }
}
