import type { CommandClass, Effect } from "@writ/contracts";
import { parse } from "unbash";
import { type Arg, toArg } from "./arg.ts";
import { type Finding, fold, opaque, placed, type Scene, type World } from "./finding.ts";
import { isKnownProgram, judge, programOf } from "./judge.ts";
import { type Walk, walkScript } from "./walk.ts";
import { personVerbIn, selectedIntent } from "./writ-command.ts";

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
}

/** Longer input is not read: nobody could check it by eye either. */
const maxLength = 100_000;
/** Scripts inside scripts inside scripts: nobody writes that by hand. */
const maxDepth = 8;
/** More files at once nobody has really looked at. */
const mostReads = 20;

/**
 * What a command line does, as far as it can be proven without running it. Whatever is not proven is opaque.
 * `dir` is where it starts, seen from where its relative paths will be resolved; `null` when that is unknown.
 */
export function analyse(text: string, world: World, dir: string | null = ""): Analysis {
  const programs: string[] = [];
  const reads: string[] = [];
  const findings = read(text, dir, { world, programs, reads, depth: 0 });
  const hidden = fold(findings).class === "opaque" || fold(findings).class === "risky" ? personVerbIn(text) : null;
  if (hidden !== null) findings.push(hidden);
  const whole = fold(findings);
  return {
    class: whole.class,
    effects: distinct(whole.effects ?? []),
    programs: [...new Set(programs)],
    reasons: [...new Set(findings.flatMap(({ reason }) => reason?.split("; ") ?? []))],
    reads: [...new Set(reads)].slice(0, mostReads),
  };
}

/** The id in `writ intent select ID`, when that is the whole command line: the handshake by shell. */
export function writIntentSelect(text: string): string | null {
  if (unreadable(text) !== null) return null;
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
  readonly programs: string[];
  readonly reads: string[];
  readonly depth: number;
}

function read(text: string, dir: string | null, reading: Reading): Finding[] {
  const reason = reading.depth > maxDepth ? "it is nested too deeply" : unreadable(text);
  if (reason !== null) return [opaque(reason)];
  const findings: Finding[] = [];
  const walk: Walk = {
    findings,
    defined: new Set(),
    forgotten: new Set(),
    movers: new Set(),
    isKnownProgram,
    judge: (words, at, input) => judgeAt(words, at, input, reading),
  };
  walkScript(parse(text), { dir, functions: new Set() }, walk);
  return findings;
}

function judgeAt(words: readonly Arg[], dir: string | null, input: string | null, reading: Reading): Finding {
  const name = words[0]?.literal;
  if (typeof name === "string") {
    reading.programs.push(programOf(name));
    if (showers.has(programOf(name))) reading.reads.push(...shownBy(words.slice(1), dir));
  }
  const deeper = { ...reading, depth: reading.depth + 1 };
  const scene: Scene = {
    world: reading.world,
    dir,
    input,
    command: (inner, where = "here") =>
      deeper.depth > maxDepth
        ? opaque("it is nested too deeply")
        : judgeAt(inner, where === "here" ? dir : null, null, deeper),
    script: (text) => fold(read(text, dir, deeper)),
  };
  return judge(words, scene);
}

/** What these print is what their files hold, so whoever ran them has seen it. */
const showers: ReadonlySet<string> = new Set(["cat", "head", "tail", "nl", "less", "more", "bat", "sed"]);

/** The words that may be files; one that is none is remembered as a file that is not there. */
function shownBy(args: readonly Arg[], dir: string | null): string[] {
  const names = args.flatMap(({ literal }) => (typeof literal === "string" && /^[^-]/.test(literal) ? [literal] : []));
  return names.flatMap((name) => placed(name, { dir }) ?? []);
}

/** What makes the text we read differ from what a person sees or the shell runs. */
function unreadable(text: string): string | null {
  if (text.length > maxLength) return "it is too long to be read";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters looked for
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Cf}/u.test(text)) return "it holds control or invisible characters";
  // Inside of a word the parser reads on differently from the shell: after `$` it misses an expansion.
  if (/[^ \t\n]\\\n(?![ \t])/.test(text)) return "a word goes on in the next line";
  return null;
}

function distinct(effects: readonly Effect[]): Effect[] {
  const seen = new Set<string>();
  return effects.filter(({ op, path, from, certainty, ifFolder }) => {
    const key = JSON.stringify([op, path, from, certainty, ifFolder]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
