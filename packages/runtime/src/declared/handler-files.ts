import { accessSync, constants, existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import type { Hook } from "@writ/contracts";
import { entryAt } from "./entry-at.ts";
import { searchPath } from "./environment.ts";
import { fromRoot } from "./inside-root.ts";
import { scriptIn } from "./interpreter.ts";

/** One file of the repository that a handler consists of. */
interface HandlerFile {
  /** As the command names it, from the root. */
  readonly name: string;
  /** Where it really is. */
  readonly path: string;
}

/** What is there of a handler. */
export interface Handler {
  readonly files: readonly HandlerFile[];
  /** The program with its arguments, or the module's file alone. */
  readonly command: readonly string[];
  /** Why it cannot be run; `null` when it can. */
  readonly problem: string | null;
  /** Whether its bytes can be told: what is missing or lies elsewhere nobody can vouch for. */
  readonly isWhole: boolean;
}

/** Where handlers are looked for. */
export interface Places {
  readonly root: string;
  /** Writ's own hooks and their modules. */
  readonly builtins: string | null;
  readonly path: string | undefined;
}

type Seen = { file: HandlerFile; stats: Stats } | { problem: string } | "missing" | "elsewhere";

/** A word of a command as a file of the repository. */
function seen(root: string, word: string): Seen {
  const full = resolve(root, word);
  const name = fromRoot(root, full);
  if (name === null)
    return full === root ? { problem: `${word} names the whole repository; name the file to run` } : "elsewhere";
  if (entryAt(full) === undefined) return "missing";
  try {
    const path = realpathSync.native(full);
    if (fromRoot(root, path) === null) return { problem: `${word} is, or lies behind, a link out of the repository` };
    const stats = statSync(path);
    if (stats.isDirectory())
      return { problem: `${word} is a folder, and nobody can vouch for all that is in it; name the file to run` };
    return stats.isFile() ? { file: { name, path }, stats } : { problem: `${word} is not a regular file` };
  } catch {
    return { problem: `${word} is a link to nothing` };
  }
}

const isPath = (word: string): boolean => word.includes("/") || (sep === "\\" && word.includes("\\"));

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Where a program without a path is; never in the repository, which would have to be named. */
function onPath({ root, path }: Places, program: string): string | null {
  const endings = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  for (const folder of searchPath(root, path)) {
    const found = endings.map((ending) => join(folder, program + ending)).find(mayRun);
    // `npm link` puts links into the path that lead back into repositories.
    if (found !== undefined && fromRoot(root, realpathSync.native(found)) === null) return found;
  }
  return null;
}

const unusable = (problem: string, files: readonly HandlerFile[] = [], isWhole = false): Handler => ({
  files,
  command: [],
  problem,
  isWhole,
});

/** The program of a script. */
function programOf(places: Places, word: string): Handler {
  const { root } = places;
  if (!isPath(word)) {
    const found = onPath(places, word);
    if (found !== null) return { files: [], command: [found], problem: null, isWhole: true };
    const isHere = typeof seen(root, word) === "object";
    const hint = isHere ? `; the file of the repository is ./${word}` : "";
    return unusable(`there is no program ${word} on the PATH${hint}`, [], true);
  }
  const here = seen(root, word);
  if (here === "elsewhere") {
    if (!isAbsolute(word)) return unusable(`${word} lies outside the repository`);
    const problem = mayRun(word) ? null : `there is no program ${word}`;
    return { files: [], command: [word], problem, isWhole: true };
  }
  if (here === "missing") return unusable(`there is no file ${word}`);
  if ("problem" in here) return unusable(here.problem);
  const { file } = here;
  if (process.platform !== "win32" && !mayRun(file.path))
    return unusable(`${word} is not executable; make it so with: chmod +x ${word}`, [file], true);
  return { files: [file], command: [file.path], problem: null, isWhole: true };
}

/** Every further word that names a file of the repository is part of the handler: it is what an interpreter runs. */
function withArguments(root: string, program: Handler, words: readonly string[], script: string | null): Handler {
  const files = [...program.files];
  for (const word of words) {
    const here = seen(root, word);
    if (word === script && (here === "missing" || (here === "elsewhere" && !existsSync(resolve(root, word)))))
      return unusable(`there is no file ${word}`, files);
    if (typeof here === "string") continue;
    if ("problem" in here) return unusable(here.problem, files);
    files.push(here.file);
  }
  return { ...program, files, command: program.problem === null ? [...program.command, ...words] : [] };
}

const moduleEndings = /\.[cm]?[jt]s$/;

function moduleOf({ root, builtins }: Places, word: string): Handler {
  const own = /^builtin:([A-Za-z0-9_-]+)$/.exec(word)?.[1];
  if (word.startsWith("builtin:")) {
    const path = own === undefined || builtins === null ? null : join(builtins, `${own}.mjs`);
    if (path === null || entryAt(path)?.isFile() !== true) return unusable(`Writ has no module ${word}`, [], true);
    return { files: [], command: [path], problem: null, isWhole: true };
  }
  const here = seen(root, word);
  if (here === "missing") return unusable(`there is no file ${word}`);
  if (here === "elsewhere") return unusable(`${word} lies outside the repository`);
  if ("problem" in here) return unusable(here.problem);
  if (!moduleEndings.test(here.file.path))
    return unusable(`${word} is no module; its name must end in .js, .mjs, .cjs, .ts, .mts or .cts`, [here.file], true);
  return { files: [here.file], command: [here.file.path], problem: null, isWhole: true };
}

/** Looks at what a hook would run, right now. */
export function handlerOf(hook: Pick<Hook, "handler">, places: Places): Handler {
  const [first = "", ...rest] = hook.handler.command;
  const found = hook.handler.kind === "module" ? moduleOf(places, first) : programOf(places, first);
  return withArguments(places.root, found, rest, scriptIn(hook.handler.command));
}

/** The file below the root that a name really is; `null` where there is none. */
export type RealName = (name: string) => string | null;

/** As the disk has it. */
function realNameIn(root: string): RealName {
  return (name) => {
    const here = seen(root, name);
    return typeof here === "object" && "file" in here ? fromRoot(root, here.file.path) : null;
  };
}

/** The files of the repository a command names, be they there or not: who writes them writes the handler. */
export function handlerNames(root: string, hook: Pick<Hook, "handler">, realName = realNameIn(root)): string[] {
  return hook.handler.command.flatMap((word, at) => {
    if (word.startsWith("builtin:")) return [];
    const name = fromRoot(root, resolve(root, word));
    if (name === null) return [];
    const real = realName(name);
    if (real !== null) return real === name ? [name] : [name, real];
    if (at > 0) return word === scriptIn(hook.handler.command) ? [name] : [];
    return isPath(word) || hook.handler.kind === "module" ? [name] : [];
  });
}
