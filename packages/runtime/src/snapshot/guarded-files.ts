import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FileState, TreeState } from "@writ/contracts";
import { foldName, guardedNames, isProtected, isSensitive } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { gitConfigDigestText } from "./git-config.ts";
import { lookAt } from "./look-at.ts";

/** What of the sidecar only people and Writ's own commands change. */
const sidecarFiles = [
  "active_intents.yaml",
  "config.yaml",
  ".intentignore",
  "writ.sh",
  ".gitignore",
  ".gitattributes",
  ".state/trust.json",
  ".state/pause.json",
  ".state/command",
].map((name) => `.orchestration/${name}`);

/** Enough for settings; a folder with more is a package, not a setting. */
const mostFiles = 400;
const deepest = 4;

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The files beneath a folder, as far as settings go. */
function* filesBelow(root: string, folder: string, depth = 0): Generator<string> {
  for (const entry of entriesIn(join(root, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < deepest && entry.name !== "node_modules") yield* filesBelow(root, path, depth + 1);
    } else yield path;
  }
}

/** Where git keeps what this work tree shares with others; `null` where that is not in the workspace. */
function gitFolder(root: string): string | null {
  const dotGit = join(root, ".git");
  const stats = statSync(dotGit, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isDirectory()) return dotGit;
  try {
    const [, target] = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, "utf8")) ?? [];
    const own = target === undefined ? null : resolve(root, target.trim());
    return own === null ? null : resolve(own, readFileSync(join(own, "commondir"), "utf8").trim());
  } catch {
    return null;
  }
}

/** What git runs by itself, under the names it has in an ordinary repository. */
function gitStates(root: string): [string, FileState][] {
  const folder = gitFolder(root);
  if (folder === null) return [];
  const names = ["config", "info/exclude", "info/attributes"];
  const hooks = entriesIn(join(folder, "hooks")).filter(({ name }) => !name.endsWith(".sample"));
  return [...names, ...hooks.map(({ name }) => `hooks/${name}`)].flatMap((name): [string, FileState][] => {
    const state = lookAt(folder, name);
    if (state === null) return [];
    return [[`.git/${name}`, name === "config" ? { ...state, hash: configHash(join(folder, name)) } : state]];
  });
}

/** Git itself writes branches and remotes into its config all the time: only what can run something counts. */
function configHash(file: string): string {
  try {
    return sha256(gitConfigDigestText(readFileSync(file, "utf8")));
  } catch {
    return "stat:unreadable";
  }
}

function pathsIn(root: string): string[] {
  const names = new Set(guardedNames().map(foldName));
  const found: string[] = [...sidecarFiles];
  for (const entry of entriesIn(root)) {
    const { name } = entry;
    if (name === ".git" || name === ".orchestration") continue;
    const isGuarded = names.has(foldName(name));
    if (!entry.isDirectory()) {
      if (isGuarded || (name.startsWith(".env") && isSensitive(name))) found.push(name);
      continue;
    }
    if (!isGuarded && name !== ".system" && name !== ".github" && name !== ".vscode" && name !== ".clinerules")
      continue;
    if (name === ".system") {
      found.push(...filesBelow(root, ".system/hooks"));
      continue;
    }
    for (const path of filesBelow(root, name)) if (isProtected(path)) found.push(path);
  }
  found.push(...filesBelow(root, ".orchestration/plugins"));
  return found.slice(0, mostFiles);
}

/** Looks at the protected and sensitive files at known places, which git may be told to ignore. */
export function lookAtGuarded(root: string, earlier: TreeState | null = null): Map<string, FileState> {
  const at = earlier === null ? 0 : Date.parse(earlier.at);
  const found = pathsIn(root).flatMap((path): [string, FileState][] => {
    const state = lookAt(root, path, { state: earlier?.guarded.get(path), at });
    return state === null ? [] : [[path, state]];
  });
  return new Map([...found, ...gitStates(root)]);
}
