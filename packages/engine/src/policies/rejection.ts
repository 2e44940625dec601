import { type Call, type Facts, type Problem, problem, type Risk } from "@writ/contracts";
import { touchOf } from "./touched.ts";

/** The refusal a person gave, with what it was about (R81). */
export function rejection(call: Call, facts: Facts, risk: Risk, mutationClass: string, note?: string): Problem {
  const said = note === undefined || note.trim() === "" ? {} : { message: `Rejected by a person: ${note}` };
  return problem("HITL_REJECT", {
    invocation_id: call.id,
    intent_id: facts.session.intent,
    tool_name: call.tool,
    normalized_tool_name: call.toolName,
    // S2's hosts know two risks; which of ours it was stands beside it.
    risk: "DESTRUCTIVE",
    concern: risk,
    mutation_class: mutationClass,
    affected_files: [...new Set(touchOf(call, facts).files.map(({ fact }) => fact.path))],
    ...said,
  });
}
