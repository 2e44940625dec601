import type { Effect } from "@writ/contracts";
import { type Finding, opaque, risky, type Scene, standing } from "../finding.ts";
import { type Arg, unknownArg } from "../syntax/arg.ts";
import { outsideIn } from "./elsewhere.ts";
import { namedIn } from "./options.ts";
import { scratchOutputs } from "./outputs.ts";
import type { Options } from "./rule.ts";
import { steers } from "./steering.ts";

/** A command as its entry divides it, for the words about it. */
export interface Subject {
  /** `npm test` */
  readonly line: string;
  /** `npm` */
  readonly program: string;
}

/** What one word does that the entry names as dangerous, or `null`. */
export function dangerIn(
  text: string,
  options: Options,
  { line, program }: Subject,
  effects: readonly Effect[] = [],
): Finding | null {
  if (!text.startsWith("-")) return null;
  const { risky: perils = {}, opaque: doubts = {} } = options;
  const peril = namedIn(text, Object.keys(perils), options);
  if (peril !== null) return risky(`${line} ${text}: ${perils[peril] ?? ""}`, program, effects);
  const doubt = namedIn(text, Object.keys(doubts), options);
  return doubt === null ? null : opaque(`${line} ${text}: ${doubts[doubt] ?? ""}`, program);
}

/** Why what runs may not be the repository's own, or `null`. */
export function pointedElsewhere(
  args: readonly Arg[],
  options: Options,
  scene: Scene,
  subject: Subject,
): Finding | null {
  const { line, program } = subject;
  if (standing(scene) === "unknown") return opaque(`${line} runs in a folder that is not known`, program);
  for (let index = 0; index < args.length; index += 1) {
    const { literal, head, expands } = args[index] ?? unknownArg;
    if (expands) return opaque(`${line} is given an argument that is not known`, program);
    const text = literal ?? head;
    const danger = dangerAt(args, index, options, subject);
    if (danger !== null) return { ...danger, ...steeredBy(args, options, scene, subject) };
    if (isOrder(text, args[index - 1], options)) return opaque(`${line} ${text} does more than look`, program);
  }
  const [outside] = outsideOf(args, scene);
  if (outside === undefined) return null;
  const reason = `${line} is pointed outside of the workspace by ${outside}`;
  return { ...opaque(reason, program), ...steeredBy(args, options, scene, subject) };
}

/** All the words that have it run other code than its line says. */
export function steeredBy(
  args: readonly Arg[],
  options: Options,
  scene: Scene,
  subject: Subject,
): Pick<Finding, "steered"> {
  const turning = args.flatMap(({ literal, head }, index) =>
    dangerAt(args, index, options, subject)?.class === "opaque" ? [literal ?? head] : [],
  );
  const steered = [...turning, ...outsideOf(args, scene)];
  return steered.length === 0 ? {} : { steered };
}

function outsideOf(args: readonly Arg[], scene: Scene): string[] {
  const outside = args.filter((arg) => outsideIn([arg], scene) !== null);
  if (outside.length === 0) return [];
  const scratch = scratchOutputs(args);
  return outside.flatMap((arg) => (scratch.has(arg) ? [] : (arg.literal ?? arg.pattern ?? [])));
}

function dangerAt(args: readonly Arg[], index: number, options: Options, subject: Subject): Finding | null {
  const text = args[index]?.literal ?? args[index]?.head ?? "";
  const next = args[index + 1]?.literal;
  const danger = dangerIn(text, options, subject) ?? steering(text, next, options, subject);
  return danger === null || isMild(text, next, options) ? null : danger;
}

/** Whether the entry knows the value for one with which that option does no more than it should. */
function isMild(text: string, next: string | null | undefined, { mild = {} }: Options): boolean {
  const [, spelled = "", joined] = /^(--?[\w.-]+)(?:[=:](.*))?$/s.exec(text) ?? [];
  const value = joined ?? next;
  return Object.entries(mild).some(
    ([name, values]) =>
      typeof value === "string" &&
      spelled === (name.startsWith("-") ? name : name.length === 1 ? `-${name}` : `--${name}`) &&
      values.test(value),
  );
}

function steering(
  text: string,
  next: string | null | undefined,
  options: Options,
  { line, program }: Subject,
): Finding | null {
  const why = steers(text, next, options);
  return why === null ? null : opaque(`${line} ${text}: ${why}`, program);
}

/** A word that is an order, and surely no value of the option before it. */
function isOrder(text: string, before: Arg | undefined, options: Options): boolean {
  const { orders, valued = "", longValued = [], writes = [] } = options;
  if (orders?.test(text) !== true) return false;
  const name = before?.literal?.replace(/^--?/, "") ?? "";
  return !(before?.literal?.startsWith("-") === true && [...valued, ...longValued, ...writes].includes(name));
}
