import {
  assurances,
  type Call,
  type Config,
  type Facts,
  isSureEnough,
  problem,
  type Question,
  type Risk,
  type Ticket,
  type Verdict,
} from "@writ/contracts";
import { matchesAny } from "../globs.ts";
import { deny } from "./deny.ts";
import { isPast } from "./instant.ts";
import { rejection } from "./rejection.ts";
import { touchOf } from "./touched.ts";

/** One reason why a person is needed. */
export interface Concern {
  risk: Risk;
  /** One line for the person and the model: no content, no command text, nothing the agent made up. */
  reason: string;
  /** The agent's own words, for the person only. */
  quote?: string;
}

/** What a person must be asked, unless they already answered, or the config answers for them. */
export function askPerson(call: Call, facts: Facts, concerns: readonly [Concern, ...Concern[]]): Verdict {
  const risk = gravest(concerns, facts.config);
  const given = facts.approvals.filter((candidate) => answers(candidate, facts));
  // Of two answers to the same question the later one counts.
  const ticket = given.toSorted((one, other) => ((one.answeredAt ?? "") < (other.answeredAt ?? "") ? 1 : -1))[0];
  if (ticket?.status === "approved") return { kind: "pass", ticket: ticket.id };
  if (ticket !== undefined) return { kind: "deny", problem: rejection(call, facts, risk, "UNKNOWN", ticket.note) };

  const grant = standingAnswer(facts, risk);
  if (grant !== null && concerns.every((concern) => concern.risk !== "expansion")) return { kind: "pass", grant };

  const reasons = concerns.map(({ reason }) => reason);
  const details = {
    reasons,
    risk,
    tool: call.tool,
    intent: facts.session.intent,
    paths: [...new Set(touchOf(call, facts).files.map(({ fact }) => fact.path))],
  };
  if (facts.config.approval === "never") return deny("APPROVAL_REQUIRED", { ...details, nobody: true });
  if (isExempt(facts) && concerns.every((concern) => concern.risk !== "expansion")) return { kind: "allow" };
  const quotes = concerns.flatMap(({ quote }) => (quote === undefined ? [] : [quote]));
  return {
    kind: "ask",
    problem: problem("APPROVAL_REQUIRED", details),
    question: { reasons: [...reasons, ...quotes], risk, binding: facts.binding },
  };
}

/** Two questions about one call become one. */
export function joined(one: Verdict & { kind: "ask" }, other: Verdict & { kind: "ask" }, config: Config): Verdict {
  const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
  const risk = gravest([one.question, other.question], config);
  const question: Question = { ...one.question, risk, reasons: union(one.question.reasons, other.question.reasons) };
  const reasons = union(texts(one.problem.meta.reasons), texts(other.problem.meta.reasons));
  const details = { ...other.problem.meta, ...one.problem.meta, reasons, risk };
  return { kind: "ask", problem: problem("APPROVAL_REQUIRED", details), question };
}

/** Gravest first; decides between risks for which the config wants the same assurance. */
const order: readonly Risk[] = ["expansion", "sensitive", "opaque", "delete", "command", "change"];

function gravest(concerns: readonly { risk: Risk }[], { assurance }: Pick<Config, "assurance">): Risk {
  const weight = (risk: Risk) => assurances.indexOf(assurance[risk]) * order.length - order.indexOf(risk);
  return concerns.map(({ risk }) => risk).reduce((one, other) => (weight(other) > weight(one) ? other : one));
}

/** The facts promise usable tickets only; an answer counts for so much that it is looked at again. */
function answers(ticket: Ticket, { binding, session, now }: Facts): boolean {
  return (
    (ticket.status === "approved" || ticket.status === "rejected") &&
    binding !== "" &&
    ticket.binding === binding &&
    ticket.session === session.id &&
    !isPast(ticket.expiresAt, now)
  );
}

/** A grant that is about exactly this, holds, and is as sure as this risk wants. */
function standingAnswer({ standing, grants = [], session, now, config }: Facts, risk: Risk): string | null {
  if (standing === undefined || standing === "") return null;
  const found = grants.find(
    (grant) =>
      grant.binding === standing &&
      grant.intent === session.intent &&
      grant.revokedAt === undefined &&
      !isPast(grant.until, now) &&
      isSureEnough(grant.assurance, config.assurance[risk]),
  );
  return found?.id ?? null;
}

function isExempt({ session, config }: Facts): boolean {
  return session.intent !== null && matchesAny(config.approval_exempt, session.intent);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
