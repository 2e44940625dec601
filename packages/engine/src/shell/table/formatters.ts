import type { Effect } from "@writ/contracts";
import { oneOf } from "../alternatives.ts";
import { type Finding, opaque, runs, type Scene } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { rewrittenPlace } from "../judging/rewritten.ts";
import type { Entry, Options } from "../judging/rule.ts";
import { writersIn, writtenBy } from "../judging/written.ts";
import { type Arg, literal as known } from "../syntax/arg.ts";

/** How a linter or formatter says that it rewrites files, and that it does not. */
interface Rewrites {
  /** Options with which it rewrites. */
  readonly fix?: RegExp;
  /** It rewrites unless it is given one of these. */
  readonly unless?: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  readonly options?: Options;
  readonly also?: readonly string[];
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
}

/** A tool that looks at the files it names, or rewrites them: then those files are what it changes. */
export function formatter(
  name: string,
  { fix, unless, valued, options = {}, also, yes = [], no = [] }: Rewrites,
): Entry {
  return {
    name,
    ...(also !== undefined && { also }),
    does: "runs",
    looks: true,
    judge(args, scene, program) {
      const subject = { line: name, program };
      const doubt = pointedElsewhere(args, options, scene, subject);
      if (doubt !== null) return doubt;
      const texts = args.map(({ literal }) => literal ?? "");
      if (texts.length === 1 && /^--(version|help)$/.test(texts[0] ?? "")) return runs(program, name);
      const rewrites =
        unless === undefined
          ? texts.some((text) => fix?.test(text) === true || fixes.test(text))
          : !isKept(texts, unless);
      const written = writtenBy(writersIn(args, options), options, scene);
      if (written === null) return opaque(`${name} writes a file that cannot be named`, program);
      const finding = rewrites ? rewriting(operandsOf(args, valued), scene, name, program) : runs(program, name);
      return { ...finding, effects: [...(finding.effects ?? []), ...written] };
    },
    yes: [`${name}${unless === undefined ? "" : ` ${exampleOf(unless)}`} src`, ...yes],
    no: [`${name}${fix === undefined ? "" : ` ${exampleOf(fix)}`} src`, `cd /elsewhere && ${name}`, ...no],
  };
}

/** How nearly every tool calls it: `--fix=true`, `--fix-dangerously`, `--write=strict`. */
const fixes = /^--?(fix|write)([-=].*)?$/;
/** Options that take no value, so that the next word is an option of its own. */
const bare = new RegExp(
  String.raw`^(-[qvSCnr]+|--${oneOf`
    quiet verbose color no-color no-cache diff check check-only dry-run preview fast unstable isolated recursive
    no-restore show-files stats set-exit-if-changed`}|-?-(check|diff|recursive)|--[\w-]+=.*)$`,
);

/** Whether it is told to keep the files as they are, by a word that is surely no value: `--exclude --check` is one. */
function isKept(texts: readonly string[], unless: RegExp): boolean {
  const end = texts.indexOf("--");
  const own = end === -1 ? texts : texts.slice(0, end);
  if (own.some((text) => /=(false|f|0)$/i.test(text) && !unless.test(text))) return false;
  return own.some((text, index) => {
    const before = own[index - 1] ?? "";
    return unless.test(text) && (!before.startsWith("-") || unless.test(before) || bare.test(before));
  });
}

/** The first alternative of `^(--check|--diff)$`. */
const exampleOf = (pattern: RegExp): string => /--?[\w-]+(=\w+)?/.exec(pattern.source)?.[0] ?? "";

/** It changes the files or folders it names; without any, the folder it stands in. */
export function rewriting(operands: readonly Arg[], scene: Scene, line: string, program: string): Finding {
  const effects: Effect[] = [];
  for (const operand of operands.length === 0 ? [known(".")] : operands) {
    const place = rewrittenPlace(operand, scene);
    if (place === null) return opaque(`${line} rewrites files that cannot be named`, program);
    effects.push({ op: "modify", ...place, certainty: "inferred" });
  }
  const exec: Effect = { op: "exec", path: program, certainty: "inferred" };
  return { class: "changes", effects: [...effects, exec], runners: [line] };
}

function operandsOf(args: readonly Arg[], valued: RegExp | undefined): Arg[] {
  return args.filter(({ literal, head }, index) => {
    if ((literal ?? head).startsWith("-")) return false;
    return valued?.test(args[index - 1]?.literal ?? "") !== true;
  });
}
