import { type Dirent, readdirSync, readlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FileState } from "@writ/contracts";
import { gitFolders, gitTop } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import { sha256 } from "../../hash.ts";
import { homeFolder } from "../../home-folder.ts";
import { bytesAt } from "../look/copies.ts";
import { isLink } from "../look/is-link.ts";
import { lookAt } from "../look/look-at.ts";
import { gitConfigDigestText, includedIn } from "./git-config.ts";

/** A config may take in others, which take in others. */
const deepest = 4;

/** The names under which git looks for something to run. */
const hookNames =
  "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change".split(
    " ",
  );

/** Hears of every file and folder an answer depends on, whether it exists or not. */
export type Visit = (file: string) => void;
const unheard: Visit = () => {};

function entriesIn(folder: string, visit: Visit = unheard): Dirent[] {
  visit(folder);
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What of a config can run something, and of the configs it takes in; `null` where there is no such file. */
function configText(file: string, isModule: boolean, visit: Visit, depth = 0): string | null {
  visit(file);
  try {
    const text = textIn(file);
    if (text === null) return null;
    const others = includedIn(text).map((path) => path.replace(/^~(?=\/)/, homeFolder));
    const included =
      depth < deepest ? others.map((path) => configText(resolve(dirname(file), path), false, visit, depth + 1)) : [];
    return [gitConfigDigestText(text, isModule), ...included].filter(Boolean).join("\n");
  } catch {
    return null;
  }
}

/** Git itself writes branches and remotes into its config all the time: only what can run something counts. */
function configState(folder: string, name: string, isModule: boolean, visit: Visit): [string, FileState][] {
  visit(join(folder, name));
  const state = lookAt(folder, name);
  if (state === null) return [];
  const text = configText(join(folder, name), isModule, visit);
  // One that git made by itself need not have been there.
  if (text === "" && (isModule || name !== "config")) return [];
  return [[name, { ...state, hash: text === null ? "stat:unreadable" : sha256(text) }]];
}

/** What git runs by itself. A link to a folder is one thing, with what git would run there. */
function hookStates(folder: string, visit: Visit): [string, FileState][] {
  const hooks = join(folder, "hooks");
  const looked = (names: readonly string[]): [string, FileState][] =>
    names.flatMap((name) => {
      visit(join(hooks, name));
      const state = lookAt(hooks, name);
      if (state === null) return [];
      // Git runs only what may be executed.
      const isOff = state.kind === "file" && (state.mode & 0o111) === 0 && process.platform !== "win32";
      return [[`hooks/${name}`, isOff ? { ...state, hash: `off:${state.hash}` } : state]];
    });
  if (!isLink(hooks)) {
    const names = entriesIn(hooks, visit).map(({ name }) => name);
    return looked(names.filter((name) => !name.endsWith(".sample")));
  }
  visit(hooks);
  const link = lookAt(folder, "hooks");
  const there = looked(hookNames).map(([name, { hash }]) => [name, hash]);
  return link === null ? [] : [["hooks", { ...link, hash: sha256(JSON.stringify([readlinkSync(hooks), there])) }]];
}

/** The folders of submodules, from git's own; a submodule's name may have slashes. */
export function* modulesIn(shared: string, folder = "modules", depth = 0, visit: Visit = unheard): Generator<string> {
  for (const entry of entriesIn(join(shared, folder), visit)) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) continue;
    const inner = entriesIn(join(shared, path), visit).map(({ name }) => name);
    if (inner.includes("HEAD")) yield path;
    if (inner.includes("HEAD") && inner.includes("modules"))
      yield* modulesIn(shared, `${path}/modules`, depth + 1, visit);
    else if (!inner.includes("HEAD") && depth < deepest) yield* modulesIn(shared, path, depth + 1, visit);
  }
}

/** A file of rules as far as it says something: git itself puts one with remarks alone into every repository. */
function ruleState(folder: string, name: string, visit: Visit): [string, FileState][] {
  visit(join(folder, name));
  const state = lookAt(folder, name);
  const bytes = state === null ? null : bytesAt(folder, name, state);
  if (state === null || bytes === null) return [];
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  const rules = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return rules.length === 0 ? [] : [[name, { ...state, hash: sha256(rules.join("\n")) }]];
}

/** The same of a repository inside another one, from the folder its git keeps. */
export function innerStates(folder: string, visit: Visit = unheard): [string, FileState][] {
  const configs = ["config", "config.worktree"].flatMap((name) => configState(folder, name, true, visit));
  const rules = ["info/exclude", "info/attributes"].flatMap((name) => ruleState(folder, name, visit));
  return [...configs, ...rules, ...hookStates(folder, visit)];
}

/** What git runs by itself, and what says so, under the names it has in an ordinary repository. */
export function gitStates(root: string, visit: Visit = unheard): [string, FileState][] {
  const folders = gitFolders(root);
  if (folders === null) return [];
  const { own, shared } = folders;
  // Files say where the repository of a linked work tree lies, and may say so of any. A folder changes with every commit.
  const dotGit = join(gitTop(root) ?? root, ".git");
  if (own !== dotGit) visit(dotGit);
  visit(join(own, "commondir"));
  const trees = entriesIn(join(shared, "worktrees"), visit).map(({ name }) => `worktrees/${name}/config.worktree`);
  const rules = ["info/exclude", "info/attributes"].flatMap((name): [string, FileState][] => {
    visit(join(shared, name));
    const state = lookAt(shared, name);
    return state === null ? [] : [[name, state]];
  });
  const modules = [...modulesIn(shared, "modules", 0, visit)].flatMap((path): [string, FileState][] =>
    innerStates(join(shared, path), visit).map(([name, state]) => [`${path}/${name}`, state]),
  );
  const configs = ["config", "config.worktree", ...trees].flatMap((name) => configState(shared, name, false, visit));
  return [...configs, ...rules, ...hookStates(shared, visit), ...modules].map(([name, state]) => [
    `.git/${name}`,
    state,
  ]);
}
