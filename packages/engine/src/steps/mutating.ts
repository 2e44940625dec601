import type { Aftermath, Call } from "@writ/contracts";

/** Whether a call may change something: reading and talking leave no trace, no history and no lesson. */
export function isMutating({ kind, command }: Pick<Call, "kind" | "command">): boolean {
  if (kind === "command") return command?.class !== "safe";
  return kind === "changes" || kind === "opaque";
}

/** How the call ended. An agent that does not say is taken to have done what it was asked. */
export function endingOf({ event }: Pick<Aftermath, "event">): "OK" | "FAILED" | "BLOCKED" {
  const status = event.outcome?.status ?? (event.name === "tool.failed" ? "failed" : "ok");
  return status === "failed" ? "FAILED" : status === "blocked" ? "BLOCKED" : "OK";
}
