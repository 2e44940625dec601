import type { Effect } from "@writ/contracts";
import { placed, type Scene } from "../finding.ts";
import { type Arg, literal as known } from "../syntax/arg.ts";
import { type Option, type OptionSpec, parseOptions } from "./options.ts";
import type { Entry, Options } from "./rule.ts";

/** The options of an entry with those that write and those that make it risky, so that what they touch can be named. */
export function withWriters({ risky: perils = {}, writes = [], ...options }: Options): OptionSpec {
  const names = Object.keys(perils);
  const isLetter = (name: string): boolean => name.length === 1;
  return {
    ...options,
    flags: (options.flags ?? "") + names.filter(isLetter).join(""),
    long: [...(options.long ?? []), ...names.filter((name) => !isLetter(name))],
    valued: (options.valued ?? "") + writes.filter(isLetter).join(""),
    longValued: [...(options.longValued ?? []), ...writes.filter((name) => !isLetter(name))],
  };
}

/** The files that `-o FILE` and the like write, when everything else about a program that reads is known to read. */
export function writesOf({ options = {}, proof }: Entry, args: readonly Arg[], scene: Scene): Effect[] | null {
  if (options.writes === undefined) return null;
  const parsed = parseOptions(args, withWriters({ ...options, risky: {} }));
  if (parsed === null || (proof?.(parsed.operands) ?? null) !== null) return null;
  return writtenBy(parsed.options, options, scene);
}

/** What those of the options write that do; `null` when that cannot be named. */
export function writtenBy(given: readonly Option[], { writes = [] }: Options, scene: Scene): Effect[] | null {
  const effects: Effect[] = [];
  for (const { name, value } of given) {
    if (!writes.includes(name)) continue;
    const text = value?.literal ?? null;
    const path = text === null || text === "" ? null : placed(text, scene);
    if (path === null) return null;
    if (!/^(-|\/dev\/(null|stdout|stderr))$/.test(text ?? ""))
      effects.push({ op: "modify", path, certainty: "inferred" });
  }
  return effects;
}

/** What a tool of the repository writes because it is told to. */
export const toOutputs = (effects: readonly Effect[]): Effect[] =>
  effects.map((effect) => ({ ...effect, output: true }));

/** The options that write, of a program whose other options are not listed. */
export function writersIn(args: readonly Arg[], { writes = [] }: Options = {}): Option[] {
  if (writes.length === 0) return [];
  return args.flatMap(({ literal }, index) => writes.flatMap((name) => optionIn(name, literal ?? "", args[index + 1])));
}

function optionIn(name: string, text: string, next: Arg | undefined): Option[] {
  const spelled = name.startsWith("-") ? name : name.length === 1 ? `-${name}` : `--${name}`;
  if (text === spelled) return [next === undefined ? { name } : { name, value: next }];
  if (text.startsWith(`${spelled}=`)) return [{ name, value: known(text.slice(spelled.length + 1)) }];
  // Some tools take one file for each kind: `--outputFile.json=x`.
  if (text.startsWith(`${spelled}.`)) return [{ name, value: known(text.slice(text.indexOf("=") + 1)) }];
  if (name.length === 1 && text.startsWith(spelled)) return [{ name, value: known(text.slice(2)) }];
  return [];
}
