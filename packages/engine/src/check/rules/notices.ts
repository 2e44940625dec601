import { criteriaOf, type DecisionRecord } from "@writ/contracts";
import type { Rule } from "../finding.ts";
import { present } from "../made-in-range.ts";
import { shellWord } from "../shell-word.ts";

/** Intents that were called complete without evidence of their criteria; one that has none needs no evidence. */
export const evidence: Rule = ({ before, now, decisions }) =>
  now.intents
    .filter(({ id, status }) => status === "COMPLETE" && before.intents.find((one) => one.id === id)?.status !== status)
    .filter((intent) => criteriaOf(intent).length > 0)
    .filter(({ id }) => !decisions.some((one) => one.intent === id && isProof(one)))
    .map(({ id }) => ({
      rule: "unverified-intent",
      path: ".orchestration/active_intents.yaml",
      intent: id,
      message: `${id} is called complete, and no evidence of its criteria is on record.`,
      hint: `Let a person close it with its checks: writ intent done ${shellWord(id)}`,
    }));

function isProof({ decision, evidence: seen }: DecisionRecord): boolean {
  if (decision !== "closed" || seen === undefined || seen.forced === true) return false;
  return seen.checks.every(({ outcome }) => outcome === "passed" || outcome === "confirmed");
}

/** Changes that the agent called one thing, and that were another. */
export const classes: Rule = (facts) => {
  const filesOf = present(facts);
  return facts.traces.flatMap((trace) => {
    const { declared_class: declared, mutation_class: actual } = trace.metadata;
    if (declared === undefined || declared === actual) return [];
    return filesOf(trace).map(({ path }) => ({
      rule: "class-disagreement" as const,
      path,
      message: `The agent called its change of ${path} ${declared}; by its content it is ${actual}.`,
      hint: "Look at it with that in mind.",
    }));
  });
};

/** Repositories within this one that are new, or stand at another commit: nothing of them is looked at. */
export const submodules: Rule = ({ files }) =>
  files
    .filter(({ isRepository }) => isRepository === true)
    .map(({ path, op }) => ({
      rule: "submodule",
      path,
      message: `${path} is a repository of its own that ${op === "create" ? "comes with this change" : "this change moves to another commit"}; what is in it is not looked at.`,
      hint: "Look at it where it is kept.",
    }));
