import {
  type Assurance,
  assurances,
  type CheckRule,
  type CheckSeverity,
  type Config,
  checkRuleNames,
  checkRules,
  type Risk,
} from "@writ/contracts";
import { sourcesOf } from "../changes/derived.ts";
import { ownerOf } from "../globs.ts";

type Weight = CheckSeverity | "off";

/** What counts in one check. */
export interface Gate {
  weights: Record<CheckRule, Weight>;
  /** Whether the lines of a file are left out. */
  ignores(path: string): boolean;
  assurance: Record<Risk, Assurance>;
  /** What the head's config would loosen of the check itself, in words. */
  loosened: string[];
}

const order: readonly Weight[] = ["off", "note", "warn", "error"];
/** Of two weights the smaller. */
export const lighter = <W extends Weight>(one: W, other: W): W => (weighs(one, other) <= 0 ? one : other);

const weighs = (one: Weight, other: Weight): number => order.indexOf(one) - order.indexOf(other);

/**
 * Of two configs the stricter, part by part: a change cannot loosen the gate it goes through. What it loosens is told
 * from where it left: what it goes into may have been tightened since.
 */
export function gateOf({ before, now, into }: { before: Config; now: Config; into: Config }): Gate {
  const weightIn = ({ check }: Config, rule: CheckRule): Weight => check.rules[rule] ?? checkRules[rule];
  const weights: Partial<Record<CheckRule, Weight>> = {};
  const loosened: string[] = [];
  for (const rule of checkRuleNames) {
    const [was, is, wanted] = [weightIn(before, rule), weightIn(now, rule), weightIn(into, rule)];
    weights[rule] = lighter(wanted, is) === is ? wanted : is;
    if (weighs(is, was) < 0) loosened.push(`${rule} from ${was} to ${is}`);
  }
  const more = now.check.ignore.filter((glob) => !before.check.ignore.includes(glob));
  if (more.length > 0) loosened.push(`ignore ${more.join(", ")}`);
  const [ignoredThere, ignoredNow] = [ownerOf(into.check.ignore), ownerOf(now.check.ignore)];
  return {
    weights: { ...checkRules, ...weights },
    ignores: (path) => ignoredThere(path) && ignoredNow(path),
    assurance: surest(into.assurance, now.assurance),
    loosened,
  };
}

function surest(one: Config["assurance"], other: Config["assurance"]): Record<Risk, Assurance> {
  const surer = (risk: Risk): Assurance =>
    assurances.indexOf(one[risk]) >= assurances.indexOf(other[risk]) ? one[risk] : other[risk];
  return {
    change: surer("change"),
    sensitive: surer("sensitive"),
    delete: surer("delete"),
    command: surer("command"),
    opaque: surer("opaque"),
    expansion: surer("expansion"),
  };
}

/** Whether globs own a file, or own what it is made from: a lock file follows its manifest. */
export function ownsOrMakes(globs: readonly string[]): (path: string) => boolean {
  const owns = ownerOf(globs);
  return (path) => owns(path) || sourcesOf(path).some(owns);
}
