import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileState, TreeState } from "@writ/contracts";
import { foldName, guardedNames, isProtected, isSensitive } from "@writ/engine";
import { gitStates, type Visit } from "../git/git-files.ts";
import { isLink } from "../look/is-link.ts";
import { lookAt } from "../look/look-at.ts";

/** What of the sidecar only people and Writ's own commands change. */
const sidecarFiles = [
  "active_intents.yaml",
  "active_intents.yml",
  "config.yaml",
  ".intentignore",
  "writ.sh",
  "writ.ps1",
  ".gitignore",
  ".gitattributes",
  ".state/trust.json",
  ".state/pause.json",
  ".state/command",
  ".state/seal",
].map((name) => `.orchestration/${name}`);

/** Answers of users, each in a file of its own. */
const answerFolders = ["tickets", "grants"].map((name) => `.orchestration/.state/${name}`);
/** What a user relies on hooks to deny. Each is sealed; one that is deleted shows here. */
const guardsFolder = ".orchestration/.state/guards";
const answerName = /^\.orchestration\/\.state\/(?:tickets\/T|grants\/G)-.{6}\.json$/;

/** Whether a path holds an answer of a user. */
export const isAnswer = (path: string): boolean => answerName.test(path);

/** Whether earlier versions did not compare this file. */
export const isNewlyWatched = (path: string): boolean =>
  isAnswer(path) || /^\.orchestration\/(?:active_intents\.yml|writ\.ps1|\.state\/seal)$/.test(path);

/** Enough for settings; a folder with more is a package, not a setting. */
const mostFiles = 400;
const deepest = 4;

const unheard: Visit = () => {};

function entriesIn(folder: string, visit: Visit): Dirent[] {
  visit(folder);
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The files beneath a folder, as far as settings go. A link is one thing, wherever it leads. */
function* filesBelow(root: string, folder: string, visit: Visit, depth = 0): Generator<string> {
  if (depth === 0 && isLink(join(root, folder))) {
    yield folder;
    return;
  }
  for (const entry of entriesIn(join(root, folder), visit)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < deepest && entry.name !== "node_modules") yield* filesBelow(root, path, visit, depth + 1);
    } else yield path;
  }
}

function pathsIn(root: string, visit: Visit): string[] {
  const names = new Set(guardedNames().map(foldName));
  // Writ's own first: settings of agents that are many leave no room for what comes last.
  const found: string[] = [
    ...sidecarFiles,
    ...filesBelow(root, ".orchestration/plugins", visit),
    ...filesBelow(root, guardsFolder, visit),
  ];
  for (const entry of entriesIn(root, visit)) {
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
      found.push(...filesBelow(root, ".system/hooks", visit));
      continue;
    }
    for (const path of filesBelow(root, name, visit)) if (isProtected(path)) found.push(path);
  }
  return found.slice(0, mostFiles);
}

/** Looks at the protected and sensitive files at known places, which git may be told to ignore. */
export function lookAtGuarded(
  root: string,
  earlier: Pick<TreeState, "at" | "guarded"> | null = null,
  visit: Visit = unheard,
): Map<string, FileState> {
  return new Map([...lookAtAll(root, pathsIn(root, visit), earlier, visit), ...gitStates(root, visit)]);
}

/** Looks at the tickets and grants. */
export function lookAtAnswers(
  root: string,
  earlier: Pick<TreeState, "at" | "guarded"> | null = null,
  visit: Visit = unheard,
): Map<string, FileState> {
  const paths = answerFolders.flatMap((folder) =>
    entriesIn(join(root, folder), visit).map(({ name }) => `${folder}/${name}`),
  );
  return new Map(lookAtAll(root, paths.filter(isAnswer), earlier, visit));
}

function lookAtAll(
  root: string,
  paths: readonly string[],
  earlier: Pick<TreeState, "at" | "guarded"> | null,
  visit: Visit,
): [string, FileState][] {
  const at = earlier === null ? 0 : Date.parse(earlier.at);
  return paths.flatMap((path): [string, FileState][] => {
    visit(join(root, path));
    const state = lookAt(root, path, { state: earlier?.guarded.get(path), at });
    return state === null ? [] : [[path, state]];
  });
}
