import type { AskedLine, CommandClass, Effect } from "@writ/contracts";
import { distinct } from "../distinct.ts";
import { nameValues, withPythonPath } from "./assigned-values.ts";
import { distinctEffects } from "./distinct-effects.ts";
import { handedTo } from "./environment/handed.ts";
import { type Finding, fold, opaque, type World, worse } from "./finding.ts";
import { type Names, namesIn, noNames } from "./named.ts";
import { type Reading, read } from "./reading.ts";
import { growTree, type TreeNode } from "./syntax/tree.ts";
import { personVerbIn } from "./wrappers/writ-command.ts";

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
  /** Folders where Python finds modules before its own. */
  readonly searched?: readonly string[];
  /** Files and folders it is given, which count as scripts where a session wrote them. */
  readonly fed?: readonly string[];
  /** Where it seeks tools of the repository. */
  readonly tools?: readonly string[];
  /** Words and file patterns that may name files, as seen from where it starts; only where it is not safe. */
  readonly named?: readonly string[];
  readonly patterns?: readonly string[];
  /** Words that may stand for more than one file. */
  readonly trees?: readonly string[];
  /** Its commands that nobody sees through or that may do damage. */
  readonly asked?: readonly AskedLine[];
  /** What it runs or names and nobody can place. */
  readonly unplaced?: readonly string[];
  /** Why the reading list does not have it, where nothing worse is known of it. */
  readonly unlisted?: readonly string[];
  /** Lines of the repository's own programs it runs. */
  readonly runners?: readonly string[];
  /** Some of it goes on after the command line has ended. */
  readonly goesOn?: true;
  /** What stands inside of what; only where it was asked for. */
  readonly tree?: TreeNode;
}

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
  const budget = { left: mostCommands };
  const reading: Reading = { world, tree, programs: [], reads: [], naming: [], asked: [], depth: 0, budget };
  const findings = attempt(text, dir, reading);
  const handed = findings.flatMap((finding) => finding.handed ?? []);
  const ran = handed.length === 0 ? null : handedTo(reading.programs, handed);
  if (ran !== null) findings.push(ran);
  const found = findings.reduce<CommandClass>((worst, finding) => worse(worst, finding.class), "safe");
  const hidden = found === "opaque" || found === "risky" ? personVerbIn(text) : null;
  if (hidden !== null) findings.push(hidden);
  const folded = fold(findings);
  const names = namesOf(folded, reading);
  const whole = withPythonPath(folded, names);
  nameValues(whole, names);
  // Put together by assigning: every decision on a command passes here, and spreading what may be absent is slow.
  const analysis: { -readonly [K in keyof Analysis]: Analysis[K] } = {
    class: whole.class,
    effects: distinctEffects(whole.effects ?? []),
    programs: distinct(reading.programs),
    reasons: distinct([
      ...findings.flatMap(({ reason }) => reason?.split("; ") ?? []),
      // Beside anything worse, that it is not read only goes without saying.
      ...(whole.class === "runs" ? (whole.unlisted ?? []) : []),
    ]),
    reads: distinct(reading.reads).slice(0, mostReads),
  };
  if (whole.scripts !== undefined) analysis.scripts = whole.scripts;
  if (whole.loads !== undefined) analysis.loads = whole.loads;
  if (whole.searched !== undefined) analysis.searched = whole.searched;
  if (whole.fed !== undefined) analysis.fed = whole.fed;
  if (whole.tools !== undefined) analysis.tools = whole.tools;
  if (whole.class !== "safe") Object.assign(analysis, namedBy(text, whole, names));
  if (reading.asked.length > 0) analysis.asked = reading.asked;
  if (whole.runners !== undefined) analysis.runners = whole.runners;
  if (whole.class === "runs" && whole.unlisted !== undefined) analysis.unlisted = whole.unlisted;
  if (whole.goesOn === true) analysis.goesOn = true;
  if (tree !== undefined) analysis.tree = tree.root(whole);
  return analysis;
}

/** It changes files, or nobody sees through it: it may read whatever its text names in passing. */
const isOpen = ({ class: found, effects = [] }: Finding): boolean =>
  found === "opaque" || found === "risky" || effects.some(({ op }) => op !== "exec");

function namesOf(whole: Finding, { naming }: Reading): Names {
  const names = noNames();
  // What only reads is never asked about, so no answer depends on what it names.
  if (whole.class !== "safe" || whole.values !== undefined) for (const name of naming) name(names);
  return names;
}

/** What an answer to the command line is bound to beside its scripts, and what nobody can bind it to. */
function namedBy(
  text: string,
  whole: Finding,
  names: Names,
): Pick<Analysis, "named" | "trees" | "patterns" | "unplaced"> {
  // Of what only runs the repository's own programs the words are enough.
  const { named, trees, patterns, unplaced } = namesIn(isOpen(whole) ? text : "", names);
  const all = distinct([...(whole.unplaced ?? []), ...unplaced]);
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
