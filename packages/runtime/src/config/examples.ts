import type { Config } from "@writ/contracts";
import { analyse, ruleText } from "@writ/engine";
import type { Fault } from "./rules.ts";

const kinds = ["allow", "ask", "deny"] as const;

/** Whether the rule is what decides about a command line, as the analyser sees it when an agent runs it. */
function decides(line: string, match: string, kind: (typeof kinds)[number], list: "yes" | "no"): boolean {
  if (kind === "allow") {
    const rules = { allow: [match], ask: [], deny: [] };
    const found = analyse(line, { runners: [], rules });
    // What one rule permits narrowly, the other forbids widely: other spellings of it are not permitted.
    if (list === "no") return found.reasons.includes(`allowed:${match.trim()}`);
    if (found.class === "opaque" || found.class === "risky") return false;
  }
  // A rule that denies is seen through every wrapper, and leaves its mark whatever else is found.
  const { reasons } = analyse(line, { runners: [], rules: { allow: [], ask: [], deny: [match] } });
  return reasons.includes(`denied:${match.trim()}`);
}

/** The first example of a rule that is not what it says: a rule that misses its own examples does not do what was meant. */
export function faultInExamples(commands: Config["commands"]): Fault | null {
  for (const kind of kinds) {
    for (const [at, rule] of commands[kind].entries()) {
      if (typeof rule === "string") continue;
      const { match } = ruleText(rule);
      const wrong = (list: "yes" | "no") =>
        (rule[list] ?? []).findIndex((line) => decides(line, match, kind, list) !== (list === "yes"));
      for (const list of ["yes", "no"] as const) {
        const index = wrong(list);
        if (index === -1) continue;
        const line = JSON.stringify(rule[list]?.[index]);
        const says = list === "yes" ? "is not matched" : "is matched";
        return {
          path: ["commands", kind, at, list, index],
          reason: `is ${line}, which ${says} by ${JSON.stringify(match)}: mend the pattern or the example`,
        };
      }
    }
  }
  return null;
}
