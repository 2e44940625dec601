import type { AskedLine } from "@writ/contracts";
import { type ParsedScript, parse } from "unbash";
import { askedLine } from "./asked-line.ts";
import { type Finding, fold, opaque, placed, type Scene, unread, type Where, type World } from "./finding.ts";
import { isKnownProgram, judge, programOf, toolOf } from "./judging/judge.ts";
import { type Names, nameWords } from "./named.ts";
import { onlyListed } from "./only-listed.ts";
import { withLoads } from "./run-files.ts";
import { withFolders } from "./run-folders.ts";
import { shownBy } from "./shown-files.ts";
import type { Arg } from "./syntax/arg.ts";
import { namesSetByFunctions } from "./syntax/function-names.ts";
import { legible } from "./syntax/legible.ts";
import { runsMoreInSh } from "./syntax/posix.ts";
import type { Place, Walk } from "./syntax/shell-state.ts";
import type { NodeKind, Tree } from "./syntax/tree.ts";
import { none } from "./syntax/variables.ts";
import { walkScript } from "./syntax/walk.ts";
import { underRules } from "./user-rules.ts";

/** Scripts inside scripts inside scripts: nobody writes that by hand. */
const maxDepth = 8;

/** What is gathered while a command line is read. */
export interface Reading {
  readonly world: World;
  readonly tree: Tree | undefined;
  readonly programs: string[];
  readonly reads: string[];
  readonly naming: ((names: Names) => void)[];
  readonly asked: AskedLine[];
  readonly depth: number;
  readonly budget: { left: number };
  /** Programs that the command around this one starts; `null` for a script. */
  readonly started?: (string | null)[];
}

/** What each command of a text does. */
export function read(text: string, dir: string | null, reading: Reading): Finding[] {
  if (reading.depth > maxDepth) return [tooMuch("it is nested too deeply")];
  const { doubt, texts } = legible(text);
  const findings: Finding[] = doubt === null ? [] : [{ ...opaque(doubt), unplaced: [doubt] }];
  for (const one of texts) walkText(one, dir, findings, reading);
  if (reading.budget.left <= 0) findings.push(tooMuch("it holds more commands than can be looked at"));
  return findings;
}

/** What was not looked at may run anything. */
const tooMuch = (reason: string): Finding => ({ ...opaque(reason), unplaced: [reason] });

function walkText(text: string, dir: string | null, findings: Finding[], reading: Reading): void {
  const { world, tree, budget } = reading;
  const script = parse(text);
  const walk: Walk = {
    findings,
    defined: new Set(),
    forgotten: new Set(),
    movers: new Set(),
    frozen: new Set(),
    functionNames: /\(\s*\)|\bfunction\b/.test(text) ? namesSetByFunctions(script) : none,
    budget,
    depth: 0,
    tree,
    isKnownProgram,
    parse: parseInner,
    enter: (inner, shell) => walkScript(inner, shell, walk),
    whole: (at) => wholePath(at, world.cwd),
    judge: (words, place) => judgeAt(words, place, reading),
  };
  walkScript(script, { dir, functions: new Set(), variables: new Map() }, walk);
  // What an agent calls its shell may be a plain sh; whatever is more than safe is looked at anyway.
  if (reading.depth === 0 && runsMoreInSh(text, script) && fold(findings).class === "safe")
    findings.push(unread("a plain sh would run more of it than bash"));
}

/** Scripts that the shell itself evaluates: only what needs no second look. */
function parseInner(text: string): ParsedScript | null {
  return legible(text).doubt === null ? parse(text) : null;
}

function wholePath(dir: string | null, cwd: string | undefined): string | null {
  if (dir === null || /^[/~]/.test(dir)) return dir;
  if (cwd === undefined) return null;
  return dir === "" ? cwd : `${cwd.replace(/\/+$/, "")}/${dir}`;
}

function judgeAt(words: readonly Arg[], place: Place, reading: Reading): Finding {
  const { dir, input, from, redirected } = place;
  const name = words[0]?.literal;
  if (typeof name === "string") {
    const program = programOf(name);
    reading.programs.push(program);
    reading.reads.push(...shownBy(program, words, dir));
  }
  const started: (string | null)[] = [];
  // Most commands start no other, and a copy costs more than the rest of this.
  let copy: Reading | null = null;
  const deeper = (): Reading => (copy ??= Object.assign({}, reading, { depth: reading.depth + 1, started }));
  reading.budget.left -= 1;
  const tooDeep = reading.depth >= maxDepth || reading.budget.left <= 0;
  const scene: Scene = {
    world: reading.world,
    dir,
    input,
    from,
    redirected,
    toolOf,
    command: (inner, where = "here") => {
      started.push(inner[0]?.literal ?? null);
      if (tooDeep) return tooMuch("it is nested too deeply");
      const at = { dir: folderOf(where, dir), input, from, redirected };
      return noted("inner", inner, reading.tree, () => judgeAt(inner, at, deeper()));
    },
    script: (text, where = "here") => {
      started.push(null);
      if (tooDeep) return tooMuch("it is nested too deeply");
      return noted("script", [], reading.tree, () => fold(read(text, folderOf(where, dir), deeper())));
    },
  };
  const judged = onlyListed(words, loader.test(name ?? "") ? judgeLoaded(words, scene) : judge(words, scene));
  const known = withFolders(words, scene, withLoads(words, scene, judged));
  const ruled = underRules(words, scene, known, started);
  reading.started?.push(...started);
  // No rule lets a file run that nobody can name.
  const finding = known.unplaced !== undefined && ruled.class === "runs" ? known : ruled;
  reading.naming.push((names) => nameWords(words, { dir, from: from ?? null }, finding, names));
  const asked = askedLine(words, dir, finding, isKnownProgram);
  if (asked !== null) reading.asked.push(asked);
  // A file that is started by its path may hold anything.
  const isFile = finding.class === "opaque" && typeof name === "string" && programOf(name).includes("/");
  const script = isFile ? placed(name, { dir }) : null;
  return script === null ? finding : fold([finding, { class: "safe", scripts: [script] }]);
}

/** The program that loads programs can be called by itself: then it runs the first file it is given. */
const loader = /\/ld(-linux|-musl)?[\w.-]*\.so(\.\d+)?$/;

function judgeLoaded(words: readonly Arg[], scene: Scene): Finding {
  const at = words.findIndex(({ literal }, index) => index > 0 && literal?.startsWith("-") !== true);
  const inner = at === -1 ? [] : [scene.command(words.slice(at))];
  return fold([judge(words, scene), ...inner]);
}

function folderOf(where: Where, dir: string | null): string | null {
  if (where === "here") return dir;
  if (where === "anywhere" || where.folder === null) return null;
  return placed(where.folder, { dir });
}

function noted(kind: NodeKind, words: readonly Arg[], tree: Tree | undefined, step: () => Finding): Finding {
  if (tree === undefined) return step();
  tree.open(kind);
  if (kind === "inner") tree.name(null, words);
  const finding = step();
  tree.close(finding);
  return finding;
}
