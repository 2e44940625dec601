import type { Effect } from "@writ/contracts";
import { oneOf } from "../alternatives.ts";
import { type Finding, fold, opaque, runs, type Scene } from "../finding.ts";
import { type Arg, literals, mayBeOption } from "../syntax/arg.ts";
import { pointedElsewhere, type Subject, steeredBy } from "./doubt.ts";
import { type OptionSpec, parseOptions } from "./options.ts";
import { rewrittenBy } from "./rewritten.ts";
import type { Judge, Options } from "./rule.ts";
import { goesFarther } from "./task-names.ts";

/** Scripts and targets that test, build, check, format or serve, by their name; also with a suffix: `test:unit`. */
const everyday = new RegExp(
  String.raw`^${oneOf`
    all help tests? spec e2e unit integration build compile bundle checks? lint format fmt typecheck type-check types
    tsc verify validate coverage cov bench benchmark ci dev start serve preview watch storybook docs? codegen generate
    gen schema knip prettier eslint biome vitest jest`}([:._-][\w:.-]+)?$`,
);
/** Whether a script of this name is one people run every day. Any other must be listed in `runners`. */
export const isEveryday = (name: string): boolean => everyday.test(name) && !goesFarther(name);

/** Where the first word stands that is surely no option and no value of one: behind options that are known; or -1. */
export function firstWord(args: readonly Arg[], known: OptionSpec): number {
  return args.findIndex(
    (arg, index) => !mayBeOption(arg) && parseOptions(args.slice(0, index), known)?.operands.length === 0,
  );
}

/** Runs a script of the repository that the first word names: `npm run build`. */
export function namedScript(line: string, options: Options = {}): Judge {
  return (args, scene, program) => {
    const at = firstWord(args, options);
    const name = args[at]?.literal ?? null;
    if (name === null) return opaque(`${line}: which script it runs is not known`, program);
    const subject = { line: `${line} ${name}`, program };
    const rewritten = rewrittenBy([name], args.toSpliced(at, 1), scene, options);
    if (!isEveryday(name))
      return withEffects(
        { ...unlisted(subject.line, program), ...steeredBy(args, options, scene, subject) },
        rewritten,
      );
    return pointedElsewhere(args, options, scene, subject) ?? withEffects(runs(program, subject.line), rewritten);
  };
}

/** The same, with what is rewritten besides. */
export const withEffects = (finding: Finding, more: readonly Effect[]): Finding =>
  more.length === 0 ? finding : { ...finding, effects: [...(finding.effects ?? []), ...more] };

/** A script nobody listed may do anything: deploy, publish, delete. A person who is asked is shown what it says. */
export function unlisted(line: string, program: string): Finding {
  return { ...opaque(`${line} is not one of the repository's listed runners`, program), runners: [line] };
}

/** A program that starts one of the repository's tools: what that one does is what it does, and at least `runs`. */
export function starts(args: readonly Arg[], scene: Scene, program: string): Finding {
  const finding = scene.command(args);
  if (finding.class !== "safe") return finding;
  return (
    pointedElsewhere(args.slice(1), {}, scene, { line: program, program }) ??
    runs(program, `${program} ${literals(args)?.[0] ?? ""}`)
  );
}

/** Some task runners put the words behind a task into the command line that a shell then runs; `null` where nothing runs. */
export function putIntoLine(args: readonly Arg[], { line, program }: Subject): Finding | null {
  const word = args.find(({ literal }) => /[$`;|&<>()\n]/.test(literal ?? ""))?.literal;
  return word ? opaque(`${line} puts ${word} into the command line of the task`, program) : null;
}

/** What else may stand among the names of tasks: how much to do, not what runs. */
const mild = /^((V|VERBOSE|DEBUG|CI|TESTS?|FILTER|JOBS|SEED)=[\w./:-]*|(RAILS|RACK|APP)_ENV=(test|development))$/;

/** Runs several tasks, each of which must be an everyday one: `turbo run build test`, `rake lint test`. */
export function everyTask(
  line: string,
  options: Options = {},
  isArgument: (word: string) => boolean = () => false,
): Judge {
  return (args, scene, program) => {
    const names = tasksIn(args).filter(
      (name, index) => name === null || index === 0 || !(mild.test(name) || isArgument(name)),
    );
    const stray = names.find((name) => name === null || !isTask(name, line));
    if (stray !== undefined || names.length === 0)
      return fold([
        unlisted(`${line} ${stray ?? ""}`.trim(), program),
        { class: "safe", ...steeredBy(args, options, scene, { line, program }) },
        { class: "safe", steered: turningSettings(args) },
      ]);
    const put = putIntoLine(args, { line, program });
    if (put !== null) return put;
    const others = args.filter(({ literal }) => literal === null || !names.includes(literal));
    const rewritten = rewrittenBy(
      names.flatMap((name) => name ?? []),
      others,
      scene,
      options,
    );
    return (
      pointedElsewhere(args, options, scene, { line, program }) ??
      withEffects(runs(program, `${line} ${names[0]}`), rewritten)
    );
  };
}

/** Names that say what runs, not what it is about. */
const turning = /^(MAKE\w*|PATH|CC|CXX|CPP|LD|AR|AS|RM|\w*(SHELL|FLAGS|OPTS?|OPTIONS|LIB)\w*|\..*)$/i;

/** `NAME=value` words that may have a task run other code, and are no plain names or numbers: `SHELL=./x`, `X!=rm x`. */
export function turningSettings(args: readonly Arg[]): string[] {
  return args.flatMap(({ literal }) => {
    if (literal === null || literal.startsWith("-") || !literal.includes("=")) return [];
    const [, name = "SHELL"] = /^([A-Za-z_][\w.-]*)=[\w.:@,+-]*$/.exec(literal) ?? [];
    return turning.test(name) ? [literal] : [];
  });
}

/** Options of them all whose value, the next word, is surely no task. */
const valued = /^(-F|--(filter|scope|concurrency|output-logs|log-order|env-mode|base|head))$/;

/** Every word that may be a task, with `null` for one that is not known; what follows `--` is handed on. */
function tasksIn(args: readonly Arg[]): (string | null)[] {
  const names: (string | null)[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index]?.literal ?? null;
    if (text === "--") break;
    if (text === null || !text.startsWith("-")) names.push(text);
    else if (valued.test(text)) index += 1;
    else names.push(...(/^--targets?=(.+)$/.exec(text)?.[1]?.split(",") ?? []));
  }
  return names;
}

/** `nx run` takes project, task and setting: `api:test:ci`. */
function isTask(name: string, line: string): boolean {
  const [project = "", task, setting = ""] = name.split(":");
  if (line !== "nx run") return isEveryday(name);
  return isEveryday(task ?? project) && !goesFarther(setting);
}
