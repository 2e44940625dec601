import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileState, TreeState } from "@writ/contracts";
import { foldName, guardedNames, isProtected, isSensitive } from "@writ/engine";
import { gitStates } from "../git/git-files.ts";
import { isLink } from "../look/is-link.ts";
import { lookAt } from "../look/look-at.ts";

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

/** The files beneath a folder, as far as settings go. A link is one thing, wherever it leads. */
function* filesBelow(root: string, folder: string, depth = 0): Generator<string> {
  if (depth === 0 && isLink(join(root, folder))) {
    yield folder;
    return;
  }
  for (const entry of entriesIn(join(root, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < deepest && entry.name !== "node_modules") yield* filesBelow(root, path, depth + 1);
    } else yield path;
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
