import { type CarriedTrace, isPlainAddress, isPlainName } from "@writ/contracts";

const forms = {
  agent: isPlainName,
  session: isPlainAddress,
  tool: isPlainName,
  tool_name: isPlainName,
  invocation_id: isPlainName,
  call_id: isPlainName,
} as const;
type Named = keyof typeof forms;

/** The record with `unknown` for every name that is none: whatever else others wrote there is not taken over. */
export function withPlainNames(trace: CarriedTrace): CarriedTrace {
  const plain = (key: Named): string => (forms[key](trace[key]) ? trace[key] : "unknown");
  return {
    ...trace,
    agent: plain("agent"),
    session: plain("session"),
    tool: plain("tool"),
    tool_name: plain("tool_name"),
    invocation_id: plain("invocation_id"),
    call_id: plain("call_id"),
    intent: trace.intent !== null && isPlainName(trace.intent) ? trace.intent : null,
  };
}
