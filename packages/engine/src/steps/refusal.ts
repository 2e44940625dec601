import type { Call, DecisionRecord, Facts, Unchained, Verdict, Write } from "@writ/contracts";

/** What tells this refusal from others: the moment and an id. */
export interface Stamped {
  now: string;
  id(): string;
}

/** Everything a refusal leaves behind: the decision, the history, and for a scope violation a lesson (R67). */
export function refusalWrites(
  call: Call,
  facts: Facts,
  { problem }: Extract<Verdict, { kind: "deny" }>,
  stamp: Stamped,
): Write[] {
  const { intent, agent, id: session } = facts.session;
  const { code, meta } = problem;
  const paths = [...new Set(Object.values(facts.files).map((file) => file.path))];
  const record: Unchained<DecisionRecord> = {
    id: stamp.id(),
    timestamp: stamp.now,
    decision: code === "APPROVAL_REQUIRED" ? "asked" : "refused",
    agent,
    session,
    intent,
    tool: call.tool,
    tool_name: call.toolName,
    invocation_id: call.id,
    code,
    ...(typeof meta.risk === "string" ? { risk: meta.risk } : {}),
    ...(paths.length === 0 ? {} : { paths }),
    ...(call.command === undefined ? {} : { programs: [...call.command.programs] }),
    ...(typeof meta.ticket === "string" ? { ticket: meta.ticket } : {}),
    metadata: {},
  };
  const writes: Write[] = [{ kind: "decision", record }];
  if (intent !== null) writes.push({ kind: "history", intent, entry: `POST_HOOK ${call.toolName} BLOCKED` });
  if (code === "SCOPE_VIOLATION") {
    const strays = Array.isArray(meta.violations) ? meta.violations.filter((path) => typeof path === "string") : paths;
    writes.push({ kind: "lesson", lesson: { kind: "scope", at: stamp.now, intent, code, paths: strays.slice(0, 5) } });
  }
  return writes;
}
