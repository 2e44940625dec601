import { type Dirent, readdirSync, readlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { FileState } from "@writ/contracts";
import { gitFolders } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import { sha256 } from "../../hash.ts";
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

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What of a config can run something, and of the configs it takes in; `null` where there is no such file. */
function configText(file: string, isModule: boolean, depth = 0): string | null {
  try {
    const text = textIn(file);
    if (text === null) return null;
    const others = includedIn(text).map((path) => path.replace(/^~(?=\/)/, homedir()));
    const included =
      depth < deepest ? others.map((path) => configText(resolve(dirname(file), path), false, depth + 1)) : [];
    return [gitConfigDigestText(text, isModule), ...included].filter(Boolean).join("\n");
  } catch {
    return null;
  }
}

/** Git itself writes branches and remotes into its config all the time: only what can run something counts. */
function configState(folder: string, name: string, isModule: boolean): [string, FileState][] {
  const state = lookAt(folder, name);
  if (state === null) return [];
  const text = configText(join(folder, name), isModule);
  // One that git made by itself need not have been there.
  if (text === "" && (isModule || name !== "config")) return [];
  return [[name, { ...state, hash: text === null ? "stat:unreadable" : sha256(text) }]];
}

/** What git runs by itself. A link to a folder is one thing, with what git would run there. */
function hookStates(folder: string): [string, FileState][] {
  const hooks = join(folder, "hooks");
  const looked = (names: readonly string[]): [string, FileState][] =>
    names.flatMap((name) => {
      const state = lookAt(hooks, name);
      return state === null ? [] : [[`hooks/${name}`, state]];
    });
  if (!isLink(hooks)) {
    const names = entriesIn(hooks).map(({ name }) => name);
    return looked(names.filter((name) => !name.endsWith(".sample")));
  }
  const link = lookAt(folder, "hooks");
  const there = looked(hookNames).map(([name, { hash }]) => [name, hash]);
  return link === null ? [] : [["hooks", { ...link, hash: sha256(JSON.stringify([readlinkSync(hooks), there])) }]];
}

/** The folders of submodules, from git's own; a submodule's name may have slashes. */
export function* modulesIn(shared: string, folder = "modules", depth = 0): Generator<string> {
  for (const entry of entriesIn(join(shared, folder))) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) continue;
    const inner = entriesIn(join(shared, path)).map(({ name }) => name);
    if (inner.includes("HEAD")) yield path;
    if (inner.includes("HEAD") && inner.includes("modules")) yield* modulesIn(shared, `${path}/modules`, depth + 1);
    else if (!inner.includes("HEAD") && depth < deepest) yield* modulesIn(shared, path, depth + 1);
  }
}

/** A file of rules as far as it says something: git itself puts one with remarks alone into every repository. */
function ruleState(folder: string, name: string): [string, FileState][] {
  const state = lookAt(folder, name);
  const bytes = state === null ? null : bytesAt(folder, name, state);
  if (state === null || bytes === null) return [];
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  const rules = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return rules.length === 0 ? [] : [[name, { ...state, hash: sha256(rules.join("\n")) }]];
}

/** The same of a repository inside another one, from the folder its git keeps. */
export function innerStates(folder: string): [string, FileState][] {
  const configs = ["config", "config.worktree"].flatMap((name) => configState(folder, name, true));
  const rules = ["info/exclude", "info/attributes"].flatMap((name) => ruleState(folder, name));
  return [...configs, ...rules, ...hookStates(folder)];
}

/** What git runs by itself, and what says so, under the names it has in an ordinary repository. */
export function gitStates(root: string): [string, FileState][] {
  const folders = gitFolders(root);
  if (folders === null) return [];
  const { shared } = folders;
  const trees = entriesIn(join(shared, "worktrees")).map(({ name }) => `worktrees/${name}/config.worktree`);
  const rules = ["info/exclude", "info/attributes"].flatMap((name): [string, FileState][] => {
    const state = lookAt(shared, name);
    return state === null ? [] : [[name, state]];
  });
  const modules = [...modulesIn(shared)].flatMap((path): [string, FileState][] =>
    innerStates(join(shared, path)).map(([name, state]) => [`${path}/${name}`, state]),
  );
  const configs = ["config", "config.worktree", ...trees].flatMap((name) => configState(shared, name, false));
  return [...configs, ...rules, ...hookStates(shared), ...modules].map(([name, state]) => [`.git/${name}`, state]);
}
