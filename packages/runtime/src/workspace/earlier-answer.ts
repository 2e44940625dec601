import type { Ticket, Verdict } from "@writ/contracts";
import { canonicalJson } from "@writ/engine";
import { sha256 } from "../hash.ts";
import type { Prepared } from "./types.ts";

type Ask = Extract<Verdict, { kind: "ask" }>;

/** More files are not named in one sentence. */
const mostNamed = 3;

/** Digest of the call alone: who asks for what, and where. */
export function actionOf({ call, event, facts }: Prepared): string {
  const { toolName, tool, input } = call;
  return sha256(canonicalJson([facts.root, event.cwd, facts.session.id, toolName, tool, input]));
}

/** The content an answer depends on, by path. */
export function dependsOf({ facts, depends = {} }: Prepared): Record<string, string> {
  const touched = Object.values(facts.files).map(({ path, hash }) => [path, hash ?? ""]);
  return { ...Object.fromEntries(touched), ...depends };
}

/** The question with why a yes that was already given to the same call does not count: nobody is left to guess. */
export function withEarlierAnswer(prepared: Prepared, ask: Ask): Ask {
  const action = actionOf(prepared);
  const earlier = prepared.facts.approvals.findLast(
    (ticket) => ticket.status === "approved" && ticket.action === action && ticket.binding !== ask.question.binding,
  );
  if (earlier === undefined) return ask;
  const reason = `${earlier.id} was approved, but ${whatChanged(earlier, prepared)}`;
  return { ...ask, question: { ...ask.question, reasons: [...ask.question.reasons, reason] } };
}

function whatChanged({ depends = {}, intent }: Ticket, prepared: Prepared): string {
  const now = dependsOf(prepared);
  const paths = [...new Set([...Object.keys(depends), ...Object.keys(now)])];
  const changed = paths.filter((path) => depends[path] !== now[path]);
  if (changed.length > mostNamed)
    return `${changed.slice(0, mostNamed).join(", ")} and ${changed.length - mostNamed} more changed since`;
  if (changed.length > 0) return `${changed.join(", ")} changed since`;
  return intent === prepared.facts.session.intent
    ? "what it may run or reach changed since"
    : `under ${intent ?? "no intent"}`;
}
