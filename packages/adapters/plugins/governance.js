// Whether a repository was set up for Writ, wherever its sidecar has gone: read by the plugins, which are one file each and
// have no packages beside them. `packages/runtime/src/governance.ts` writes the records.
import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** @param {string} path */
function textIn(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/**
 * The git folder that all work trees of a repository share.
 * @param {string} top
 */
function commonFolder(top) {
  const dotGit = join(top, ".git");
  if (statSync(dotGit).isDirectory()) return dotGit;
  const target = /^gitdir: (.+)$/m.exec(textIn(dotGit) ?? "")?.[1]?.trim();
  if (target === undefined) return dotGit;
  const own = resolve(top, target);
  return resolve(own, textIn(join(own, "commondir"))?.trim() ?? "");
}

/**
 * @param {string} record
 * @param {string} start from the top of the repository, with `/`
 */
function includes(record, start) {
  const [kind, ...roots] = record.split("\n").map((line) => line.trim());
  const named = roots.filter((root) => root !== "");
  if (kind === "hooks-only") return false;
  return named.length === 0 || named.some((root) => root === "." || `${start}/`.startsWith(`${root}/`));
}

/** @param {string} folder */
function isRecordedOutsideGit(folder) {
  const { XDG_STATE_HOME: named = "" } = process.env;
  const state = join(isAbsolute(named) ? named : join(homedir(), ".local", "state"), "writ", "folders");
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(state, here, "governed"))) return true;
    if (dirname(here) === here) return false;
  }
}

/**
 * Whether a folder belongs to a repository that is recorded as governed.
 * @param {string} folder
 */
export function isGoverned(folder) {
  try {
    for (let top = folder; ; top = dirname(top)) {
      if (existsSync(join(top, ".git"))) {
        const record = textIn(join(commonFolder(top), "writ", "governed"));
        return record !== null && includes(record, relative(top, folder).split(sep).join("/"));
      }
      if (dirname(top) === top) return isRecordedOutsideGit(folder);
    }
  } catch {
    return false;
  }
}
