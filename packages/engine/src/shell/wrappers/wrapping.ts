import type { Effect } from "@writ/contracts";
import { searchedBy } from "../code/python-shadows.ts";
import { judgeExport, whySetting } from "../environment/environment.ts";
import { mayBeRun } from "../environment/handed.ts";
import {
  changes,
  type Finding,
  fold,
  opaque,
  placed,
  risky,
  runs,
  runsFile,
  type Scene,
  safe,
  type Where,
} from "../finding.ts";
import type { Judge } from "../judging/rule.ts";
import { type Arg, literal, literals, mayBeOption } from "../syntax/arg.ts";
import { differsInSh } from "../syntax/posix.ts";

/** How a program that runs another one is called: options first, some words of its own, then what it runs. */
export interface Wrapping {
  /** Letters without and with a value, then long names without and with one. */
  readonly flags?: string;
  readonly valued?: string;
  readonly long?: readonly string[];
  readonly longValued?: readonly string[];
  /** Other words that begin with a dash: `-5`. */
  readonly words?: RegExp;
  /** Words of its own before the command: a duration, a lock file. */
  readonly skip?: number;
  /** What the value of an option must look like; with any other nobody knows what it does. */
  readonly forms?: Readonly<Record<string, RegExp>>;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: true;
  /** Options whose value is a file it writes, or a folder it runs the command in. */
  readonly writes?: readonly string[];
  readonly folders?: readonly string[];
  /** What follows is put together and given to a shell. */
  readonly joins?: true;
  /** An option whose value is given to a shell. */
  readonly text?: readonly string[];
  /** What it does apart from what it runs: then it is risky whatever that is. */
  readonly risk?: string;
  /** What it runs goes on after it has ended. */
  readonly goesOn?: true;
  /** Nothing to run is harmless. */
  readonly alone?: true;
}

interface Taken {
  readonly options: readonly { readonly name: string; readonly value?: Arg }[];
  readonly rest: readonly Arg[];
  /** An option that is not known, and where it stands; what follows it is a guess. */
  readonly stray?: string;
  readonly strayAt?: number;
}

/** A judge for a program that runs what it is given. */
export function wrapping(spec: Wrapping): Judge {
  return (args, scene, program) => {
    const taken = takeLeading(args, spec);
    const findings: Finding[] = [];
    if (spec.risk !== undefined) findings.push(risky(`${program} ${spec.risk}`, program));
    if (taken.stray !== undefined)
      findings.push(opaque(`${program}: ${taken.stray} is not known to be harmless`, program));
    findings.push(...oddValues(taken, spec, program), ...writtenBy(taken, spec, scene, program));
    const rest = [...taken.rest];
    for (let count = spec.skip ?? 0; count > 0 && rest.length > 0; count -= 1) {
      // A word nobody knows may be several, and the last of them a program.
      if (rest.shift()?.single !== true) findings.push(opaque(`what ${program} runs is not known`, program));
    }
    if (spec.assigns === true) findings.push(...takeAssignments(rest, scene, program));
    findings.push(innerOf(rest, taken, spec, scene, program));
    if (spec.goesOn === true) findings.push({ class: "safe", goesOn: true });
    return fold(findings);
  };
}

function innerOf(rest: readonly Arg[], { options }: Taken, spec: Wrapping, scene: Scene, program: string): Finding {
  const text = options.filter(({ name }) => spec.text?.includes(name)).at(-1)?.value;
  if (text !== undefined) return judgeText([text], scene, program);
  if (rest.length === 0) return spec.alone === true ? safe : opaque(`what ${program} runs is not known`, program);
  const folder = options.filter(({ name }) => spec.folders?.includes(name)).at(-1)?.value;
  if (spec.joins === true) return judgeText(rest, scene, program);
  if (rest[0] !== undefined && rest[0].literal !== null && mayBeOption(rest[0])) {
    return opaque(`what ${program} runs is not known`, program);
  }
  return scene.command(rest, folder === undefined ? "here" : { folder: folder.literal });
}

/** Words that a shell reads again: a word nobody knows may then hold any command. */
export function judgeText(words: readonly Arg[], scene: Scene, program: string, where: Where = "here"): Finding {
  const texts = literals(words);
  if (texts !== null) return judgeScript(texts.join(" "), scene, program, where);
  const guess = words.map(({ literal }) => literal ?? '"$unknown"').join(" ");
  const unknown = opaque(`what ${program} runs is only known when it runs`, program);
  return fold([runsFile(unknown, null, scene, program), scene.script(guess, where)]);
}

/** These read a text as the shell does whose grammar is followed. */
const sameGrammar = /^(bash|zsh|eval|trap)$/;

/** A text that a shell reads again: any but these may be a plain `sh`. */
export function judgeScript(text: string, scene: Scene, program: string, where: Where = "here"): Finding {
  const finding = scene.script(text, where);
  if (sameGrammar.test(program) || !differsInSh(text)) return finding;
  return fold([opaque("a plain sh reads it in another way", program), finding]);
}

const oddValues = ({ options }: Taken, { forms = {} }: Wrapping, program: string): Finding[] =>
  options
    .filter(({ name, value }) => forms[name]?.test(value?.literal ?? "?") === false)
    .map(({ name }) => opaque(`${program}: what follows ${name} is not known to be harmless`, program));

function writtenBy({ options }: Taken, { writes = [] }: Wrapping, scene: Scene, program: string): Finding[] {
  return options
    .filter(({ name }) => writes.includes(name))
    .map(({ value }) => {
      const name = value?.literal ?? null;
      // To some of them a name that begins so is a program.
      const path = name === null || /^[|!]/.test(name) ? null : placed(name, scene);
      if (path === null) return opaque(`${program} writes a file that cannot be named`, program);
      const effect: Effect = { op: "modify", path, certainty: "inferred" };
      return path === "/dev/null" || path === "-" ? safe : changes([effect]);
    });
}

/** Takes `NAME=value` off; only names that change nothing but data are harmless. */
function takeAssignments(rest: Arg[], scene: Scene, program: string): Finding[] {
  const findings: Finding[] = [];
  for (;;) {
    const { literal, head } = rest[0] ?? { literal: null, head: "" };
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(literal ?? head) ?? [];
    if (name === undefined) return findings;
    const known = literal === null ? null : (value ?? null);
    const does = judgeExport(name, known);
    if (mayBeRun(name, known)) findings.push({ class: "safe", handed: [name] });
    if (does === "unknown") {
      const reason = whySetting(name);
      findings.push({ ...opaque(reason, program), unplaced: [reason] });
    }
    if (does === "runs") findings.push(runs(program, name));
    if (name === "PYTHONPATH" && known !== null) findings.push({ class: "safe", searched: searchedBy(known, scene) });
    rest.shift();
  }
}

/** The options before the first word that is none. */
export function takeLeading(args: readonly Arg[], spec: Wrapping): Taken {
  const options: { name: string; value?: Arg }[] = [];
  const rest = [...args];
  for (let arg = rest[0]; arg !== undefined && mayBeOption(arg); arg = rest[0]) {
    if (arg.literal === null && arg.single && arg.head === "") break;
    const strayAt = args.length - rest.length;
    rest.shift();
    if (arg.literal === "--") break;
    const taken = arg.literal === null ? null : takeOption(arg.literal, rest, spec);
    if (taken === null)
      return { options, rest: rest.slice(firstWord(rest)), stray: arg.literal ?? "an unknown option", strayAt };
    options.push(...taken);
  }
  return { options, rest };
}

const firstWord = (args: readonly Arg[]): number => {
  const at = args.findIndex((arg) => !mayBeOption(arg));
  return at === -1 ? args.length : at;
};

function takeOption(text: string, rest: Arg[], spec: Wrapping): { name: string; value?: Arg }[] | null {
  if (spec.words?.test(text)) return [{ name: text }];
  if (text.startsWith("--")) return takeLong(text.slice(2), rest, spec);
  const taken: { name: string; value?: Arg }[] = [];
  for (let index = 1; index < text.length; index += 1) {
    const name = text.charAt(index);
    if (spec.flags?.includes(name)) {
      taken.push({ name });
      continue;
    }
    if (!spec.valued?.includes(name)) return null;
    const glued = text.slice(index + 1);
    const value = glued === "" ? rest.shift() : literal(glued);
    return value?.single ? [...taken, { name, value }] : null;
  }
  return taken;
}

function takeLong(text: string, rest: Arg[], spec: Wrapping): { name: string; value?: Arg }[] | null {
  const [name = "", ...given] = text.split("=");
  if (given.length === 0 && spec.long?.includes(name)) return [{ name }];
  if (!spec.longValued?.includes(name)) return null;
  const value = given.length > 0 ? literal(given.join("=")) : rest.shift();
  return value?.single ? [{ name, value }] : null;
}
