import type { Effect } from "@writ/contracts";
import { patterned, placed, type Scene } from "../finding.ts";
import { type Arg, literal as known, mayBeOption } from "../syntax/arg.ts";
import { isFlag, isInput } from "./input-names.ts";
import { toldAt } from "./option-words.ts";
import type { OptionSpec } from "./options.ts";
import { rewritesIn } from "./steering.ts";

/** Where the files lie that a tool is to rewrite: a name, or the folder of a pattern, which many tools match themselves. */
export function rewrittenPlace(arg: Arg, scene: Scene): Pick<Effect, "path" | "within" | "names"> | null {
  const { literal, within } = arg;
  const pattern = literal?.search(/[*?{[]/) ?? -1;
  const folder = literal
    ?.slice(0, Math.max(pattern, 0))
    .replace(/[^/]*$/, "")
    .replace(/\/$/, "");
  const text = (pattern === -1 ? literal : folder) ?? within ?? null;
  const path = text === null ? null : placed(text === "" ? "." : text, scene);
  if (path === null) return null;
  if (literal === null) return { path, ...patterned(arg) };
  return pattern === -1 ? { path } : { path, within: true };
}

/** A script with such a name rewrites what it is given, unless its name says as well that it only looks. */
const rewriter = /(^|[:._-])((auto-?)?fix|(re)?format|fmt|write|prettify|tidy)([:._-]|$)/;
const looker = /(^|[:._-])(checks?|test|verify|validate|diff|dry|ci)([:._-]|$)/;
/** Options with which it only looks after all. */
const keeping = /^--(check|check-only|check-formatted|list-different|dry-run|diff|verify-no-changes|no-write)$/;

/**
 * Files that a script or task is handed to rewrite: `npm run lint -- --fix src/a.ts`, `npm run format -- src/a.ts`. What
 * it rewrites when it is handed none, the repository says. A word that is no file may be anything else.
 */
export function rewrittenBy(names: readonly string[], given: readonly Arg[], scene: Scene, spec: OptionSpec): Effect[] {
  const args = given.flatMap(apart);
  const isPretty = names.some((name) => /^prettier/.test(name)) && args.some(({ literal }) => literal === "-w");
  const isTold = isPretty || rewritesIn(args, {}) !== null;
  const isNamed = names.some((name) => rewriter.test(name) && !looker.test(name));
  if (!isTold && !(isNamed && !args.some(({ literal }) => keeping.test(literal ?? "")))) return [];
  return handedOn(args, spec).flatMap((arg): Effect[] => {
    const place = rewrittenPlace(arg, scene);
    if (place === null) return [];
    const isSure = arg.literal === null || /^[^@].*\.[A-Za-z]\w*$|^\.{0,2}\/|^\.$/.test(arg.literal);
    return [{ op: "modify", ...place, certainty: "inferred", ...(!isSure && { ifThere: true as const }) }];
  });
}

/** The words that are neither options nor values of those that tell where to look; before `--` the manager has its own. */
function handedOn(args: readonly Arg[], { valued = "", longValued = [] }: OptionSpec): Arg[] {
  const end = args.findIndex(({ literal }) => literal === "--");
  const isValue = (index: number): boolean => {
    const own = end === -1 || index < end;
    return toldAt(args, index - 1).some(
      ({ name, form }) =>
        form === "next" &&
        ((own && (name.length === 1 ? valued.includes(name) : longValued.includes(name))) ||
          (isInput(name) && !isFlag(name))),
    );
  };
  return args.filter((arg, index) => !mayBeOption(arg) && !isValue(index));
}

/** `FILES=src/a.ts` and `ARGS="--fix src/a.ts"` are how some tasks are told. */
function apart(arg: Arg): Arg[] {
  if (arg.literal === null) return [arg];
  const words = arg.literal.replace(/^\w+=/, "").split(/\s+/);
  return words.filter((word) => word !== "").map(known);
}
