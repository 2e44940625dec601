import type { DecisionRecord } from "@writ/contracts";
import type { Rule } from "../finding.ts";
import { gateOf } from "../gate.ts";
import { shellWord } from "../shell-word.ts";

const config = ".orchestration/config.yaml";

/** A change that would loosen the gate it goes through. */
export const loosening: Rule = ({ before, now, files }) => {
  // An older config than the base has by now is not the change's doing.
  if (!before.exists || files.every(({ path }) => path !== config)) return [];
  const { loosened } = gateOf(before.config, now.config);
  return loosened.map((what) => ({
    rule: "gate-loosened",
    path: config,
    message: `This change loosens what writ check looks for (${what}); for itself that does not count.`,
    hint: "Look whether later changes should go through a wider gate.",
  }));
};

/** Intents that were called complete without evidence that they are. */
export const evidence: Rule = ({ before, now, decisions }) =>
  now.intents
    .filter(({ id, status }) => status === "COMPLETE" && before.intents.find((one) => one.id === id)?.status !== status)
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
export const classes: Rule = ({ traces, files }) => {
  const changed = new Set(files.map(({ path }) => path));
  return traces.flatMap(({ metadata }) => {
    const { declared_class: declared, mutation_class: actual } = metadata ?? {};
    if (declared === undefined || declared === actual) return [];
    return Object.keys(metadata.files)
      .filter((path) => changed.has(path))
      .map((path) => ({
        rule: "class-disagreement" as const,
        path,
        message: `The agent called its change of ${path} ${declared}; by its content it is ${actual}.`,
        hint: "Look at it with that in mind.",
      }));
  });
};
