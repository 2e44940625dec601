import { opaque, runs } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";
import { pointedElsewhere, steeredBy } from "./doubt.ts";
import type { Entry } from "./rule.ts";

/** Names, and options that say how much is listed. */
const usual =
  /^(\w[\w.@:+-]*|-[1alq]|--(all|json|verbose|quiet|installed|no-color|outdated|local|plain|list|oneline|offline|depth=\d+))$/;

/** How a verb is called when it only lists. */
interface Listing {
  /** What every word behind it must look like. */
  readonly form?: RegExp;
  /** It needs a word of this form to list at all. */
  readonly needs?: RegExp;
  readonly also?: readonly string[];
  readonly yes?: readonly string[];
  readonly no?: readonly string[];
}

/**
 * A verb that lists or explains when every word behind it is known to ask for no more. The project's settings may
 * choose what answers, so it runs.
 */
export function lists(name: string, { form = usual, needs, also, yes = [name], no = [] }: Listing = {}): Entry {
  return {
    name,
    ...(also !== undefined && { also }),
    does: "runs",
    judge(args, scene, program) {
      const stray = args.find(({ literal }: Arg) => literal === null || !form.test(literal));
      const lacks = needs !== undefined && !args.some(({ literal }) => needs.test(literal ?? ""));
      const subject = { line: name, program };
      if (stray === undefined && !lacks) return pointedElsewhere(args, {}, scene, subject) ?? runs(program, name);
      const doubt = opaque(`${name}: ${stray?.literal ?? "what it is told"} may change or run something`, program);
      return { ...doubt, ...steeredBy(args, {}, scene, subject) };
    },
    yes,
    no: [`${name} --frobnicate`, `${name} $x`, `cd /elsewhere && ${name}`, ...no],
  };
}
