import type { HookContext, HookFilter } from "@writ/contracts";
import { aHook, aPostCall, aStop } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { mismatch } from "./match.ts";

const any = ["SessionStart", "UserPromptSubmit", "PreAbilityCall", "PostAbilityCall", "SessionStop"] as const;
const reason = (match: HookFilter, context: HookContext = aPostCall()) =>
  mismatch(aHook({ events: any, match }), context);
const { repository_root, agent, environment, session_id, timestamp } = aStop();
const start: HookContext = {
  event_type: "SessionStart",
  stage: "understand",
  ...{ repository_root, agent, environment, session_id, timestamp },
};
const prompt: HookContext = { ...start, event_type: "UserPromptSubmit", user_message: "hi", files_touched: ["a/b.ts"] };

const aCommand = (...programs: string[]) =>
  aPostCall({
    ability_id: "execute_command",
    operation_key: `command.${programs[0] ?? "unknown"}`,
    programs,
  });

describe("a hook runs", () => {
  it.each<[string, HookFilter, HookContext?]>([
    ["without a filter", {}],
    ["for every ability", { abilityScope: ["*"] }],
    ["for every ability, also one with / and .", { abilityScope: ["*"] }, aPostCall({ ability_id: ".a/b.c" })],
    ["for every ability, where there is none", { abilityScope: ["*"], tools: ["*"] }, aStop()],
    ["by ability id", { abilityScope: ["billing_*"] }],
    ["by operation key as scope", { abilityScope: ["workflow.billing.*"] }],
    ["by one of several", { abilityScope: ["signup", "billing_regression"] }],
    ["by operation key", { operationKey: ["workflow.**"] }],
    ["by any program of a command line", { operationKey: ["command.kubectl"] }, aCommand("cd", "/usr/bin/kubectl")],
    [
      "by what a command changes",
      { operationKey: ["change.delete"] },
      { ...aCommand("rm"), changes: [{ op: "delete", path: "a.sql" }] },
    ],
    ["by a command nobody can name", { operationKey: ["command.*"] }, aCommand()],
    ["for what stands beside an excluded program", { operationKey: ["*", "!command.npm"] }, aCommand("npm", "kubectl")],
    ["by the agent's name of the tool", { tools: ["Skill"] }],
    ["by the neutral name", { tools: ["edit"] }, aPostCall({ tool_name: "MultiEdit", ability_id: "edit" })],
    ["that is not excluded", { abilityScope: ["*", "!signup*"] }],
    ["when it took exactly as long", { minDurationMs: 1000 }, aPostCall({ duration_ms: 1000 })],
    ["when nobody knows how long, and 0 is enough", { minDurationMs: 0 }],
    ["for a changed file", { onlyIfChangedPaths: ["services/**"] }, aStop(["README.md", "services/a/x.ts"])],
    ["for a file the call changes", { onlyIfChangedPaths: ["*.md"] }, aPostCall({ paths: ["x.md"] })],
    ["for a file the session touched", { onlyIfChangedPaths: ["a"] }, prompt],
    ["for a file with a dot", { onlyIfChangedPaths: ["**/*.yml"] }, aStop([".github/workflows/ci.yml"])],
    ["by status", { status: ["failure", "success"] }],
    ["by agent, environment and stage", { agents: ["claude-code"], environments: ["d*"], stages: ["act"] }],
    ["for every agent", { agents: ["*"] }],
  ])("%s", (_, match, context) => {
    expect(reason(match, context)).toBeNull();
  });
});

describe("a hook does not run, and says why", () => {
  it.each<[HookFilter, HookContext, string]>([
    [
      { abilityScope: ["signup"] },
      aPostCall(),
      "billing_regression / workflow.billing.regression does not match ability_scope signup",
    ],
    [
      { abilityScope: ["*", "!workflow.*"] },
      aPostCall(),
      "billing_regression / workflow.billing.regression does not match ability_scope *, !workflow.*",
    ],
    [{ abilityScope: ["signup"] }, aStop(), "SessionStop names none here, and ability_scope wants signup"],
    [{ operationKey: ["change.*"] }, aPostCall(), "workflow.billing.regression does not match operation_key change.*"],
    [{ tools: ["Bash"] }, aPostCall(), "Skill / billing_regression does not match tools Bash"],
    [{ minDurationMs: 1000 }, aPostCall({ duration_ms: 12 }), "took 12 ms, less than min_duration_ms 1000"],
    [
      { operationKey: ["command.*", "!command.npm"] },
      aCommand("npm"),
      "command.npm does not match operation_key command.*, !command.npm",
    ],
    [{ minDurationMs: 1 }, aPostCall(), "how long it took is not known, and min_duration_ms is 1"],
    [{ minDurationMs: 1 }, aStop(), "how long it took is not known, and min_duration_ms is 1"],
    [
      { onlyIfChangedPaths: ["services/**"] },
      aStop(["a.ts"]),
      "changed no file that only_if_changed_paths names (services/**)",
    ],
    [{ onlyIfChangedPaths: ["**"] }, aStop(), "changed no file, and only_if_changed_paths wants one"],
    [{ onlyIfChangedPaths: ["**"] }, start, "SessionStart names no changed files, and only_if_changed_paths wants one"],
    [{ status: ["failure"] }, aPostCall(), "is success, and status wants failure"],
    [{ status: ["failure"] }, aStop(), "SessionStop has no status, and status wants failure"],
    [{ agents: ["codex", "gemini"] }, aPostCall(), "is claude-code, and agents wants codex, gemini"],
    [{ environments: ["prod"] }, aPostCall(), "environment is dev, not prod"],
    [{ stages: ["review"] }, aPostCall(), "is act, and stages wants review"],
    [
      { abilityScope: ["1", "2", "3", "4", "5", "6"] },
      aPostCall({ ability_id: "x", operation_key: "y" }),
      "x / y does not match ability_scope 1, 2, 3, 4, 5 and 1 more",
    ],
  ])("%j for %o", (match, context, expected) => {
    expect(reason(match, context)).toBe(expected);
  });

  it("when the event is another", () => {
    expect(mismatch(aHook(), aStop())).toBe("listens to PostAbilityCall, not to SessionStop");
  });
});

it("asks a guard about a call nobody can see through, whatever it says of programs and files; an observer not", () => {
  const { status, ...call } = aPostCall();
  const unclear: HookContext = { ...call, event_type: "PreAbilityCall", is_known: false };
  const match: HookFilter = { operationKey: ["command.kubectl"], onlyIfChangedPaths: ["migrations/**"] };
  const hook = (onFailure: "deny" | "warn", more: HookFilter = {}) =>
    aHook({ events: any, onFailure, match: { ...match, ...more } });
  expect(mismatch(hook("deny"), unclear)).toBeNull();
  expect(mismatch(hook("deny"), { ...unclear, is_known: true })).not.toBeNull();
  expect(mismatch(hook("warn"), unclear)).not.toBeNull();
  expect(mismatch(hook("deny", { agents: ["codex"] }), unclear)).not.toBeNull();
});
