import type { Hook, PostCallContext, StopContext } from "@writ/contracts";
import { someTime } from "./builders.ts";

/** A hook that hears of every call that has ended. */
export function aHook(over: Partial<Hook> = {}): Hook {
  const { id = "tracker" } = over;
  return {
    id,
    events: ["PostAbilityCall"],
    enabled: true,
    summary: "",
    match: {},
    handler: { kind: "script", command: [`./scripts/${id}.sh`] },
    onFailure: "ignore",
    timeoutMs: 10_000,
    environments: [],
    after: [],
    env: [],
    cacheMs: 0,
    source: `.system/hooks/${id}.yaml`,
    ...over,
  };
}

const base = {
  session_id: "session-1",
  timestamp: someTime,
  repository_root: "/ws",
  agent: "claude-code",
  environment: "dev",
} as const;

/** What a handler is told of a call that has ended (S4 2.3). */
export function aPostCall(over: Partial<PostCallContext> = {}): PostCallContext {
  return {
    ...base,
    event_type: "PostAbilityCall",
    stage: "act",
    ability_id: "billing_regression",
    operation_key: "workflow.billing.regression",
    tool_name: "Skill",
    paths: [],
    changes: [],
    is_known: true,
    status: "success",
    ...over,
  };
}

/** What a handler is told when the agent stops. */
export function aStop(changed: readonly string[] = []): StopContext {
  return { ...base, event_type: "SessionStop", stage: "review", changed_files: [...changed] };
}
