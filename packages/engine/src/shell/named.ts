import { type Finding, placed } from "./finding.ts";
import type { Arg } from "./syntax/arg.ts";

/** What the words of a command line name, as far as that can be told before it runs. */
export interface Names {
  /** Words that may be files, seen from where the command line starts. */
  readonly words: Set<string>;
  /** Parts of words that may be: values of options, what stands in a piece of code. */
  readonly parts: Set<string>;
  /** Those that may be folders or lack their ending, of commands that nobody sees through. */
  readonly trees: Set<string>;
  readonly patterns: Set<string>;
  readonly unplaced: Set<string>;
  /** Every folder a command stands in. */
  readonly dirs: Set<string>;
}

/** Nothing is named yet. */
export const noNames = (): Names => ({
  words: new Set(),
  parts: new Set(),
  trees: new Set(),
  patterns: new Set(),
  unplaced: new Set(),
  dirs: new Set([""]),
});

/** More words of one command line are not looked up as files. */
const mostWords = 512;
/** Nor in more folders. */
const mostFolders = 8;
/** Longer names no file system has. */
const longestName = 1024;
const breaks = /[\s"'`;|&()<>=,:@[\]{}$]+/;

/** What most words are: one name, in one spelling. */
const oneName = /^[\w.][\w./+-]*$/;

/** The parts of a text that may be names of files, each in every spelling a program may read it in. */
export function partsOf(text: string): string[] {
  if (oneName.test(text) && text.length <= longestName) return [text];
  const found = breaks.test(text) ? text.split(breaks).flatMap(readingsOf) : readingsOf(text);
  return found.filter((part) => part !== "" && part.length <= longestName);
}

function readingsOf(part: string): string[] {
  if (!part.startsWith("-")) return spellingsOf(part);
  // `-fscripts/x`, `-xfscripts/x`
  return part.startsWith("--") ? [] : [part.slice(2), part.slice(3)];
}

/** All of a word, or all of what it is told by an option (`--file=a b`, `-fa b`) or a sign: names may hold blanks. */
function wholesOf(literal: string): string[] {
  if (!literal.startsWith("-")) {
    const bare = literal.replace(/^(?:@|file:(?:\/\/)?)/, "");
    return bare === literal ? [literal] : [literal, bare];
  }
  const value = /^--?[\w.-]+=(.*)$/s.exec(literal)?.[1] ?? /^-[^-](.*)$/s.exec(literal)?.[1] ?? "";
  return /\s/.test(value) ? [value.replace(/^@/, "")] : [];
}

/** `file://./x` is `x` to some programs, `/ws/%78` is `/ws/x` in an address, and `~+` is the folder one stands in. */
function spellingsOf(part: string): string[] {
  if (!/^(~\+|\/\/)|%/.test(part)) return [part];
  const here = part.replace(/^~\+(?=\/|$)/, ".");
  const found = here.startsWith("//") ? [here, here.replace(/^\/+/, ""), here.replace(/^\/+/, "/")] : [here];
  return /%[\da-f]{2}/i.test(here) ? [...found, ...found.map(unescaped)] : found;
}

const unescaped = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });

/** What many programs are told first, and folders are called too. */
const verbs =
  /^(build|run|install|add|test|exec|start|deploy|release|publish|apply|compose|docs?|bin|dist|out|tools?)$/;

/** The shell puts a folder there that was left before, or somebody's home. */
const otherFolder = /^~(?!\/|\+\/|\+?$)/;

interface At {
  readonly dir: string | null;
  readonly from: string | null;
}

/** Notes what one command names. What runs or destroys must name all of it in a way that can be placed. */
export function nameWords(words: readonly Arg[], { dir, from }: At, finding: Finding, names: Names): void {
  const program = words[0]?.literal ?? "a program";
  const mustPlace = finding.class === "opaque" || finding.class === "risky";
  if (dir === null) {
    if (mustPlace) names.unplaced.add(`what ${program} finds in a folder that is not known`);
  } else names.dirs.add(dir);
  const own = changedBy(finding);
  const isWithin = (finding.effects ?? []).some(({ within }) => within === true);
  const add = (text: string, to: Set<string>): void => {
    const path = text === "" || text.length > longestName ? null : placed(text, { dir });
    // What a command changes by itself is no part of what an answer to it depends on.
    if (path !== null && !own.has(path)) to.add(path);
  };
  if (from !== null) add(from, names.words);
  if (mustPlace) for (const path of finding.loads ?? []) names.trees.add(path);
  const scripts = finding.scripts ?? [];
  for (let index = 0; index < words.length - 1; index += 1) {
    const { literal = null, pattern, numeric } = words[index + 1] ?? {};
    if (literal !== null) {
      const wholes = wholesOf(literal);
      for (const one of wholes) add(one, names.words);
      const parts = partsOf(literal);
      for (const part of parts) if (part !== literal) add(part, names.parts);
      if (!mustPlace) continue;
      if (otherFolder.test(literal)) names.unplaced.add(`what ${literal} means to ${program}`);
      const isVerb = index === 0 && verbs.test(literal) && !program.includes("/");
      if (isVerb && !scripts.includes(placed(literal, { dir }) ?? "")) continue;
      for (const one of wholes) add(one, names.trees);
      // Sentences and code name many things in passing.
      if (!/\s/.test(literal)) for (const part of parts) if (!part.startsWith("-")) add(part, names.trees);
    } else if (isWithin || numeric === true) continue;
    else if (pattern !== undefined) add(pattern, names.patterns);
    else if (mustPlace) names.unplaced.add(`a word for ${program} that is only known when it runs`);
  }
}

const nothing: ReadonlySet<string | null> = new Set();

/** The files a command changes itself. */
function changedBy({ effects = [] }: Finding): ReadonlySet<string | null> {
  const changed = effects.filter(({ op }) => op !== "exec");
  return changed.length === 0 ? nothing : new Set(changed.map(({ path }) => path));
}

/** What the whole command line names: its words, and whatever else in its text may be a file, in each of its folders. */
export function namesIn(text: string, names: Names): Record<"named" | "trees" | "patterns" | "unplaced", string[]> {
  const dirs = [...names.dirs].slice(0, mostFolders);
  const named = new Set([...names.words, ...names.parts]);
  for (const part of partsOf(text).slice(0, mostWords)) {
    for (const dir of dirs) {
      const path = placed(part, { dir });
      if (path !== null) named.add(path);
    }
  }
  const unplaced = [...names.unplaced];
  if (names.dirs.size > mostFolders) unplaced.push("what it names in more folders than are looked at");
  if (names.words.size > mostWords) unplaced.push("more words than are looked up as files");
  return {
    named: [...named].slice(0, mostWords),
    trees: [...names.trees].slice(0, mostWords),
    patterns: [...names.patterns],
    unplaced,
  };
}
