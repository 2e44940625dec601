import { basename, dirname, join } from "node:path";
import type { ChangedRun } from "@writ/contracts";
import { definitionsOf, hasSettings, isDefinition, partsIn, partsUsed, startedBy } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { readBytes } from "./files.ts";
import { foldersFrom } from "./folders.ts";
import type { Made } from "./made.ts";
import type { Running } from "./runs.ts";
import type { Workspace } from "./types.ts";
import type { Written } from "./written.ts";

/** A part of what defines a runner, as it is now. */
export interface Defined {
  readonly name: string;
  readonly runner: string;
  /** `null` where the command itself changes it before it runs. */
  readonly hash: string | null;
  readonly text: string;
  readonly why: ChangedRun["why"];
}

interface Around {
  readonly written: Written;
  readonly made: Made;
  readonly running: Running;
}

/** The parts of changed files that say what a runner does, and changed files those take more from. */
export async function definedFor(
  workspace: Workspace,
  runner: string,
  { written: { own, others }, made, running }: Around,
): Promise<Defined[]> {
  const whyOf = (path: string): ChangedRun["why"] | null => {
    if (made.paths.has(path)) return "made";
    if (own.has(path)) return "written";
    return others.has(path) ? "earlier" : null;
  };
  const inFilled = [...own.filled, ...others.filled].flatMap(({ path }) =>
    definitionsOf(runner).flatMap(({ files }) => files.map((name) => (path === "." ? name : `${path}/${name}`))),
  );
  const changed = [...new Set([...made.paths, ...own.paths, ...others.paths, ...inFilled])];
  const found: Defined[] = [];
  const add = (path: string, name: string, text: string): void => {
    const why = whyOf(path);
    const hash = why === "made" ? null : sha256(text);
    if (why !== null) found.push({ name: name === "" ? path : `${path}#${name}`, runner, hash, text, why });
  };
  for (const { files, part } of definitionsOf(runner)) {
    for (const path of changed.filter((one) => isDefinition(one, files))) {
      const text = readText(workspace, path);
      if (made.paths.has(path)) add(path, "", text ?? "");
      else if (text !== null) {
        const parts = partsIn(text, part);
        for (const name of partsUsed(runner, parts)) add(path, name, parts[name] ?? "");
      }
    }
  }
  for (const { folder, started } of startedIn(workspace, runner, running.cwd))
    for (const name of started.includes) {
      const { path } = await running.look(join(workspace.root, folder, name));
      add(path, "", readText(workspace, path) ?? "");
    }
  return found;
}

/** What the definitions of runners start. */
export interface StartedBy {
  /** As whole paths: scripts, folders that Python searches, and where the package manager seeks their programs. */
  readonly scripts: string[];
  readonly searched: string[];
  readonly tools: string[];
  /** Lines of linters and formatters. */
  readonly linters: string[];
}

/** What the definitions of these runners start. */
export async function scriptsOf(
  workspace: Workspace,
  runners: readonly string[],
  { cwd }: Pick<Running, "cwd">,
): Promise<StartedBy> {
  const found: StartedBy = { scripts: [], searched: [], tools: [], linters: [] };
  if (runners.length === 0) return found;
  const { analyse } = await import("./shell.ts");
  const { root } = workspace;
  for (const { folder, started } of runners.flatMap((runner) => startedIn(workspace, runner, cwd)))
    for (const line of started.lines) {
      const here = join(root, folder);
      const world = { runners: [], cwd: here, root };
      const {
        scripts = [],
        loads = [],
        searched = [],
        tools = [],
        programs,
        runners: lines = [],
      } = analyse(line, world);
      const whole = (path: string): string => (/^[/~]/.test(path) ? path : join(here, path));
      found.scripts.push(...[...scripts, ...loads].map(whole));
      found.searched.push(...searched.map(whole));
      const named = programs.filter((name) => /^[\w.][\w.-]*$/.test(name)).map((name) => `node_modules/.bin/${name}`);
      found.tools.push(...[...tools, ...named].map(whole));
      found.linters.push(...[...lines, ...programs].filter(hasSettings));
    }
  return found;
}

function startedIn(workspace: Workspace, runner: string, cwd: string) {
  const names = [...new Set(definitionsOf(runner).flatMap(({ files }) => files))];
  return foldersFrom(workspace.root, cwd).flatMap((folder) =>
    names.flatMap((name) => {
      const text = readText(workspace, folder + name);
      return text === null
        ? []
        : [{ folder: dirname(folder + name), started: startedBy(runner, basename(name), text) }];
    }),
  );
}

function readText({ root }: Workspace, path: string): string | null {
  const bytes = readBytes(join(root, path));
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
