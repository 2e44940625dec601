import type { CommandClass, Effect } from "@writ/contracts";
import { type ParsedScript, parse } from "unbash";
import { handedTo } from "./environment/handed.ts";
import { type Finding, fold, opaque, placed, type Scene, type Where, type World } from "./finding.ts";
import { isKnownProgram, judge, programOf } from "./judging/judge.ts";
import { type Names, namesIn, nameWords, noNames } from "./named.ts";
import { withLoads } from "./run-files.ts";
import { withFolders } from "./run-folders.ts";
import type { Arg } from "./syntax/arg.ts";
import { legible } from "./syntax/legible.ts";
import type { Place, Walk } from "./syntax/shell-state.ts";
import { growTree, type NodeKind, type Tree, type TreeNode } from "./syntax/tree.ts";
import { namesSetByFunctions, walkScript } from "./syntax/walk.ts";
import { toArg } from "./syntax/words.ts";
import { underRules } from "./user-rules.ts";
import { personVerbIn, selectedIntent } from "./wrappers/writ-command.ts";

/** What a command line was found to do. */
export interface Analysis {
  readonly class: CommandClass;
  readonly effects: Effect[];
  /** Programs it starts, in order, without duplicates. */
  readonly programs: string[];
  /** Why it is not safe, each in words for a person. `person-only:<verb>` marks a `writ` command agents may not run. */
  readonly reasons: string[];
  /** Files it shows, as seen from where it starts. */
  readonly reads?: readonly string[];
  /** Files it runs as scripts, as seen from where it starts. */
  readonly scripts?: readonly string[];
  /** Files it may run beside those, where they are there. */
  readonly loads?: readonly string[];
  /** Files and folders it is given, which count as scripts where a session wrote them. */
  readonly fed?: readonly string[];
  /** Where it seeks tools of the repository. */
  readonly tools?: readonly string[];
  /** Words and file patterns that may name files, as seen from where it starts; only where it is not safe. */
  readonly named?: readonly string[];
  readonly patterns?: readonly string[];
  /** Words that may stand for more than one file. */
  readonly trees?: readonly string[];
  /** What it runs or names and nobody can place. */
  readonly unplaced?: readonly string[];
  /** Lines of the repository's own programs it runs. */
  readonly runners?: readonly string[];
  /** Some of it goes on after the command line has ended. */
  readonly goesOn?: true;
  /** What stands inside of what; only where it was asked for. */
  readonly tree?: TreeNode;
}

/** Scripts inside scripts inside scripts: nobody writes that by hand. */
const maxDepth = 8;
/** More commands in one line nobody reads either. */
const mostCommands = 1_000;
/** More files at once nobody has really looked at. */
const mostReads = 20;

/** How to look at a command line. */
export interface Look {
  /** Whether to tell what stands inside of what, which costs a little. */
  readonly tree?: boolean;
}

/**
 * What a command line does, as far as it can be proven without running it. Whatever is not proven is opaque.
 * `dir` is where it starts, seen from where its relative paths will be resolved; `null` when that is unknown.
 */
export function analyse(text: string, world: World, dir: string | null = "", look: Look = {}): Analysis {
  const tree = look.tree === true ? growTree() : undefined;
  const names = noNames();
  const budget = { left: mostCommands };
  const reading: Reading = { world, tree, programs: [], reads: [], names, depth: 0, budget };
  const findings = attempt(text, dir, reading);
  const ran = handedTo(reading.programs, fold(findings).handed ?? []);
  if (ran !== null) findings.push(ran);
  const { class: found } = fold(findings);
  const hidden = found === "opaque" || found === "risky" ? personVerbIn(text) : null;
  if (hidden !== null) findings.push(hidden);
  const whole = fold(findings);
  return {
    class: whole.class,
    effects: distinct(whole.effects ?? []),
    programs: [...new Set(reading.programs)],
    reasons: [...new Set(findings.flatMap(({ reason }) => reason?.split("; ") ?? []))],
    reads: [...new Set(reading.reads)].slice(0, mostReads),
    ...(whole.scripts !== undefined && { scripts: whole.scripts }),
    ...(whole.loads !== undefined && { loads: whole.loads }),
    ...(whole.fed !== undefined && { fed: whole.fed }),
    ...(whole.tools !== undefined && { tools: whole.tools }),
    ...(whole.class !== "safe" && namedBy(text, whole, names)),
    ...(whole.runners !== undefined && { runners: whole.runners }),
    ...(whole.goesOn === true && { goesOn: true }),
    ...(tree !== undefined && { tree: tree.root(whole) }),
  };
}

/** What an answer to the command line is bound to beside its scripts, and what nobody can bind it to. */
function namedBy(
  text: string,
  whole: Finding,
  names: Names,
): Pick<Analysis, "named" | "trees" | "patterns" | "unplaced"> {
  const { named, trees, patterns, unplaced } = namesIn(text, names);
  const all = [...new Set([...(whole.unplaced ?? []), ...unplaced])];
  return {
    ...(named.length > 0 && { named }),
    ...(trees.length > 0 && { trees }),
    ...(patterns.length > 0 && { patterns }),
    ...(all.length > 0 && { unplaced: all }),
  };
}

/** A fault in the parser or in ours must not let anything through. */
function attempt(text: string, dir: string | null, reading: Reading): Finding[] {
  try {
    return read(text, dir, reading);
  } catch {
    return [{ ...opaque("it could not be read"), unplaced: ["what it runs"] }];
  }
}

/** The id in `writ intent select ID`, when that is the whole command line: the handshake by shell. */
export function writIntentSelect(text: string): string | null {
  if (legible(text).doubt !== null) return null;
  const script = parse(text);
  const [statement, ...more] = script.commands;
  const command = statement?.command;
  if (script.errors?.length || more.length > 0 || command?.type !== "Command" || statement?.background === true) {
    return null;
  }
  if (command.name === undefined || command.prefix.length > 0 || command.redirects.length > 0) return null;
  const words = [command.name, ...command.args].map((word) => (word.type === "Word" ? toArg(word) : null));
  return words.includes(null) ? null : selectedIntent(words.filter((word) => word !== null));
}

interface Reading {
  readonly world: World;
  readonly tree: Tree | undefined;
  readonly programs: string[];
  readonly reads: string[];
  readonly names: Names;
  readonly depth: number;
  readonly budget: { left: number };
  /** Programs that the command around this one starts; `null` for a script. */
  readonly started?: (string | null)[];
}

function read(text: string, dir: string | null, reading: Reading): Finding[] {
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
    functionNames: /\(\s*\)|\bfunction\b/.test(text) ? namesSetByFunctions(script) : new Map(),
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
    reading.programs.push(programOf(name));
    if (showers.has(programOf(name))) reading.reads.push(...shownBy(words.slice(1), dir));
  }
  const started: (string | null)[] = [];
  const deeper = { ...reading, depth: reading.depth + 1, started };
  reading.budget.left -= 1;
  const tooDeep = deeper.depth > maxDepth || reading.budget.left <= 0;
  const scene: Scene = {
    world: reading.world,
    dir,
    input,
    from,
    redirected,
    command: (inner, where = "here") => {
      started.push(inner[0]?.literal ?? null);
      if (tooDeep) return tooMuch("it is nested too deeply");
      const at = { dir: folderOf(where, dir), input, from, redirected };
      return noted("inner", inner, reading.tree, () => judgeAt(inner, at, deeper));
    },
    script: (text, where = "here") => {
      started.push(null);
      if (tooDeep) return tooMuch("it is nested too deeply");
      return noted("script", [], reading.tree, () => fold(read(text, folderOf(where, dir), deeper)));
    },
  };
  const judged = loader.test(name ?? "") ? judgeLoaded(words, scene) : judge(words, scene);
  const known = withFolders(words, scene, withLoads(words, scene, judged));
  const ruled = underRules(words, scene, known, started);
  reading.started?.push(...started);
  // No rule lets a file run that nobody can name.
  const finding = known.unplaced !== undefined && ruled.class === "runs" ? known : ruled;
  nameWords(words, { dir, from: from ?? null }, finding, reading.names);
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

/** What these print is what their files hold, so whoever ran them has seen it. */
const showers: ReadonlySet<string> = new Set(["cat", "head", "tail", "nl", "less", "more", "bat", "sed"]);

/** The words that may be files; one that is none is remembered as a file that is not there. */
function shownBy(args: readonly Arg[], dir: string | null): string[] {
  const names = args.flatMap(({ literal }) => (typeof literal === "string" && /^[^-]/.test(literal) ? [literal] : []));
  return names.flatMap((name) => placed(name, { dir }) ?? []);
}

/** The same effect twice is one, unless something was copied, moved or linked in between: then it may be on another file. */
function distinct(effects: readonly Effect[]): Effect[] {
  const seen = new Set<string>();
  let doors = 0;
  return effects.filter(({ op, path, from, certainty, ifFolder, ifThere, within, to, carries, output }) => {
    const key = JSON.stringify([op, path, from, certainty, ifFolder, ifThere, within, to, carries, output]);
    const isDoor = within === true || [from, to, carries].some((end) => end !== undefined);
    const isNew = isDoor ? !seen.has(key) : !seen.has(`${doors} ${key}`);
    if (isNew && isDoor) doors += 1;
    seen.add(isDoor ? key : `${doors} ${key}`);
    return isNew;
  });
}
