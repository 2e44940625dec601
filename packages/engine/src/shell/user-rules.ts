import { type CommandRules, type RuleFound, ruleOver } from "../policies/command-rules.ts";
import type { Arg } from "./arg.ts";
import { type Finding, fold, risky } from "./finding.ts";
import { personVerbIn } from "./writ-command.ts";

/** What was found of a command, as the project's own rules want it seen. */
export function underRules(words: readonly Arg[], rules: CommandRules | undefined, finding: Finding): Finding {
  if (rules === undefined || words.length === 0) return finding;
  // Who may decide at all, and what another rule refused, is not for a rule to say.
  if (/person-only:|denied:/.test(finding.reason ?? "")) return finding;
  const found = ruleOver(words, rules);
  if (found === null) return finding;
  const program = words[0]?.literal ?? null;
  if (found.kind === "allow") return allowed(words, found, finding);
  return fold([finding, risky(reasonOf(found), program)]);
}

function reasonOf({ kind, pattern, why, maybe }: RuleFound): string {
  if (kind === "deny" && !maybe) return `denied:${pattern}`;
  const because = why === "" ? "" : `: ${plain(why)}`;
  return maybe
    ? `it may be what the project's rule "${pattern}" means${because}`
    : `the project's rule "${pattern}" asks${because}`;
}

/** Reasons are told apart by semicolons. */
const plain = (why: string): string => why.replaceAll(";", ",").replaceAll("\n", " ");

/** It runs under an intent and is looked at afterwards. The files it is known to change are still scope's to judge. */
function allowed(words: readonly Arg[], { pattern }: RuleFound, finding: Finding): Finding {
  const hidden = personVerbIn(words.map(({ literal }) => literal ?? "").join(" "));
  if (hidden !== null) return fold([finding, hidden]);
  if (finding.class === "safe") return finding;
  const effects = (finding.effects ?? []).map((effect) =>
    effect.op === "exec" && effect.certainty === "opaque" ? { ...effect, certainty: "inferred" as const } : effect,
  );
  return { ...finding, class: "runs", effects, reason: `allowed:${pattern}` };
}
