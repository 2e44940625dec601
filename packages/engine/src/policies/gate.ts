import { type Call, type Facts, type Intent, type Policy, type Problem, pass, problem } from "@writ/contracts";
import { matchingPattern } from "../globs.ts";
import { deny } from "./deny.ts";
import { isPast } from "./instant.ts";
import { isSafe, ruleFor } from "./kind.ts";
import { deniedByRule, personOnly } from "./person.ts";
import { touchOf } from "./touched.ts";

/** Tools that need no intent even with `gate: all` (R53). */
const exempt: readonly string[] = [
  "select_active_intent",
  "list_active_intents",
  "ask_followup_question",
  "attempt_completion",
];

/** A change needs an intent that exists, is open, and may be worked on. */
export const gate: Policy = {
  name: "gate",
  check(call, facts) {
    if (call.invalid !== undefined) return deny("PAYLOAD_INVALID", { tool: call.tool, reason: call.invalid });
    if (ruleFor(call, facts.config) === "deny") {
      const message = `The project's config refuses ${call.tool}.`;
      const fix = "Use another tool, or ask the user to change `tools` in .orchestration/config.yaml.";
      return deny("BLOCKED_BY_POLICY", { by: "config.yaml", tool: call.tool, message, fix });
    }
    const personal = personOnly(call);
    if (personal !== null) return personal;
    const denied = deniedByRule(call, facts);
    if (denied !== null) return denied;
    if (!needsIntent(call, facts)) return pass;
    const { intent } = facts.session;
    const broken = sidecarProblem(facts);
    if (broken !== null) return { kind: "deny", problem: broken };
    if (intent === null) return deny("NO_ACTIVE_INTENT", { tool: call.tool, available: availableIntents(facts) });
    const closed = intentProblem(intent, facts);
    return closed === null ? pass : { kind: "deny", problem: closed };
  },
};

/** Why nobody can work on this intent now, or `null`. The gate asks for the active one, the handshake for the one to select (R49, R52, R56). */
export function intentProblem(id: string, facts: Pick<Facts, "root" | "now" | "intents" | "ignore">): Problem | null {
  const broken = sidecarProblem(facts);
  if (broken !== null) return broken;
  const intent = findIntent(id, facts);
  if (intent === null) return problem("INTENT_NOT_FOUND", { intent: id, available: availableIntents(facts) });
  const pattern = matchingPattern(facts.ignore, id);
  if (pattern !== null) return problem("INTENT_IGNORED", { intent: id, pattern });
  const closed = closedBecause(intent, facts.now);
  return closed === null ? null : problem("INTENT_CLOSED", { intent: id, ...closed });
}

/** The intent with this id, if the sidecar could be read and has it. */
export function findIntent(id: string | null, { intents }: Pick<Facts, "intents">): Intent | null {
  if (id === null || intents.state !== "ok") return null;
  return intents.intents.find((intent) => intent.id === id) ?? null;
}

/** The ids a session could select now, the first few of them. */
export function availableIntents(facts: Pick<Facts, "now" | "intents" | "ignore">): string[] {
  if (facts.intents.state !== "ok") return [];
  return facts.intents.intents
    .filter(({ id }) => matchingPattern(facts.ignore, id) === null)
    .filter((intent) => closedBecause(intent, facts.now) === null)
    .slice(0, 20)
    .map(({ id }) => id);
}

function needsIntent(call: Call, facts: Facts): boolean {
  if (call.kind === "handshake" || exempt.includes(call.toolName)) return false;
  if (facts.config.gate === "all") return true;
  if (isSafe(call, facts.config)) return false;
  if (call.kind === "safe" && ruleFor(call, facts.config) === "ask") return false;
  return !staysInScratch(call, facts);
}

/** Notes and plans in a temporary folder change nothing that an intent could own. */
function staysInScratch(call: Call, facts: Facts): boolean {
  const names = call.kind === "changes" || (call.kind === "command" && call.command?.class === "changes");
  const { files, unnamed, unread } = touchOf(call, facts);
  if (!names || files.length === 0 || unnamed.length > 0 || unread.length > 0) return false;
  return files.every(
    ({ effect, fact }) =>
      effect.certainty !== "opaque" && fact.place === "scratch" && fact.tier === "plain" && fact.links <= 1,
  );
}

function sidecarProblem({ root, intents }: Pick<Facts, "root" | "intents">): Problem | null {
  switch (intents.state) {
    case "ok":
      return null;
    case "missing":
      return problem("SIDECAR_MISSING", { root });
    case "invalid":
      return problem("SIDECAR_INVALID", { file: intents.file, reason: intents.reason });
  }
}

function closedBecause(intent: Intent, now: string): { reason: string; fix?: string } | null {
  if (intent.proposed === true) {
    return { reason: "it is only proposed", fix: `Ask a person to accept it: writ intent accept ${intent.id}` };
  }
  if (intent.status === "COMPLETE") return { reason: "it is complete", fix: reopen(intent) };
  if (intent.status === "BLOCKED") return { reason: "it is blocked", fix: reopen(intent) };
  if (intent.quick !== undefined && isPast(intent.quick.expiresAt, now)) {
    return {
      reason: "it was a quick intent and its time is over",
      fix: "Ask a person for a new intent: writ intent add",
    };
  }
  return null;
}

function reopen({ id }: Intent): string {
  return `Select another intent, or ask a person to reopen it: writ intent reopen ${id}`;
}
