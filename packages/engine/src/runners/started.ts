import { definitionsOf, isDefinition } from "./definitions.ts";
import { partsIn, partsUsed } from "./parts.ts";

/** What a definition file has a runner start, and the files it takes more of that from. */
export interface Started {
  /** Command lines, each run where the file lies. */
  readonly lines: readonly string[];
  /** Names of files, seen from where this one lies. */
  readonly includes: readonly string[];
}

/** More lines of one file are not looked at. */
const mostLines = 500;

/** What a runner starts by a definition file of this name, as far as its text tells. */
export function startedBy(runner: string, file: string, text: string): Started {
  const definition = definitionsOf(runner).find(({ files }) => isDefinition(file, files));
  if (definition === undefined) return { lines: [], includes: [] };
  if (definition.part === "scripts" || definition.part === "tasks") {
    const parts = partsIn(text, definition.part);
    return { lines: partsUsed(runner, parts).map((name) => parts[name] ?? ""), includes: [] };
  }
  if (/^(GNU)?makefile$/i.test(file)) {
    return { lines: recipesIn(runner, joined(text)).slice(0, mostLines), includes: included(text, makeIncludes) };
  }
  if (/^\.?justfile$/i.test(file)) {
    return { lines: indented(joined(text)).slice(0, mostLines), includes: included(text, justImports) };
  }
  if (/^taskfile\.ya?ml$/i.test(file)) {
    return { lines: indented(text).map(yamlCommand).slice(0, mostLines), includes: included(text, taskIncludes) };
  }
  if (/^Procfile/.test(file)) {
    const lines = text.split(/\r?\n/).flatMap((line) => /^[\w-]+:[ \t]*(.+)$/.exec(line)?.[1] ?? []);
    return { lines: lines.slice(0, mostLines), includes: [] };
  }
  if (file.endsWith(".tf")) return { lines: [], includes: included(text, terraformModules) };
  return { lines: [], includes: [] };
}

const terraformModules = /^[ \t]*source[ \t]*=[ \t]*"(\.{1,2}\/[^"\s]+)"/gm;
const makeIncludes = /^[ \t]*(?:-|s)?include[ \t]+(.+)$/gm;
const justImports = /^(?:import|mod)\??[ \t]+(?:\w+[ \t]+)?["']([^"']+)["']/gm;
const taskIncludes = /^[ \t]+(?:\w[\w-]*|taskfile):[ \t]*["']?([\w./-]+\.ya?ml|\.{1,2}\/[\w./-]+)["']?[ \t]*$/gm;

const included = (text: string, form: RegExp): string[] =>
  [...text.matchAll(form)].flatMap(
    ([, names = ""]) =>
      names
        .split(/[ \t]+#/)[0]
        ?.trim()
        .split(/[ \t]+/) ?? [],
  );

const joined = (text: string): string => text.replaceAll(/[ \t]*\\\r?\n[ \t]*/g, " ");

/** What stands before a command line only says how it is told. */
const bare = (line: string): string => line.trim().replace(/^[@+-]+[ \t]*/, "");

const indented = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => /^[ \t]+\S/.test(line))
    .map(bare);

const yamlCommand = (line: string): string =>
  line.replace(/^(?:-[ \t]*)?(?:(?:cmd|sh):[ \t]*)?/, "").replace(/^(["'])(.*)\1$/s, "$2");

interface Rule {
  readonly needs: readonly string[];
  readonly lines: string[];
}

/** The recipes of the targets a line of `make` names, and of what those need; all where that cannot be told. */
function recipesIn(runner: string, text: string): string[] {
  const rules = new Map<string, Rule>();
  const variables = new Map<string, string>();
  let here: Rule[] = [];
  let first: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("\t")) {
      for (const rule of here) rule.lines.push(bare(line));
      continue;
    }
    const set = /^(?:export[ \t]+)?([\w.-]+)[ \t]*(?:::?|\?)?=[ \t]*(.*)$/.exec(line);
    if (set !== null) variables.set(set[1] ?? "", set[2]?.trim() ?? "");
    const rule = set === null ? /^([^#\s:=][^:=]*?)[ \t]*::?(?!=)([^;]*)(?:;(.*))?$/.exec(line) : null;
    if (rule === null) continue;
    const needs = (rule[2] ?? "").trim().split(/[ \t|]+/);
    here = (rule[1] ?? "").split(/[ \t]+/).map((target) => {
      const lines = [...(rules.get(target)?.lines ?? []), ...(rule[3] === undefined ? [] : [bare(rule[3])])];
      const made = { needs: [...needs, ...(rules.get(target)?.needs ?? [])], lines };
      rules.set(target, made);
      if (!target.startsWith(".")) first ??= target;
      return made;
    });
  }
  const valued = (line: string): string =>
    line
      .replaceAll(/\$[({]([\w.-]+)[)}]/g, (whole, name: string) => variables.get(name) ?? whole)
      .replaceAll("$$", "$");
  return used(runner, rules, first).flatMap(({ lines }) => lines.map(valued));
}

function used(runner: string, rules: ReadonlyMap<string, Rule>, first: string | undefined): Rule[] {
  const [, ...words] = runner.trim().split(/\s+/);
  const called = words.filter((word) => !/^-|=/.test(word));
  const todo = called.length > 0 ? called : first === undefined ? [] : [first];
  if (todo.some((target) => !rules.has(target))) return [...rules.values()];
  const seen = new Set<string>();
  for (let target = todo.pop(); target !== undefined; target = todo.pop()) {
    if (seen.has(target)) continue;
    seen.add(target);
    todo.push(...(rules.get(target)?.needs ?? []));
  }
  return [...seen].flatMap((target) => rules.get(target) ?? []);
}
