import { describe, expect, it } from "vitest";
import { faultIn, toHookContext, toHookEvent } from "./event-context.ts";

const stamp = { root: "/repo", environment: "dev", now: "2026-01-01T00:00:00.000Z" };

it.each([
  ["UserPromptSubmit", "UserPromptSubmit"],
  ["PromptSubmit", "UserPromptSubmit"],
  ["PreToolUse", "PreAbilityCall"],
  ["Stop", "SessionStop"],
  ["stop", null],
  ["toString", null],
])("%s is the event %s", (word, event) => {
  expect(toHookEvent(word)).toBe(event);
});

describe("a context", () => {
  it("needs nothing but the event", () => {
    expect(toHookContext("PostAbilityCall", {}, stamp)).toEqual({
      event_type: "PostAbilityCall",
      session_id: "by-hand",
      timestamp: stamp.now,
      repository_root: "/repo",
      agent: "person",
      environment: "dev",
      stage: "act",
      ability_id: "manual",
      tool_name: "manual",
      paths: [],
      changes: [],
      is_known: true,
      status: "success",
    });
  });

  it("keeps what was said, and says a tool's name for the ability and the other way round", () => {
    const said = { ability_id: "pdf", status: "failure", mine: 1 };
    expect(toHookContext("PostAbilityCall", said, stamp)).toMatchObject({ ...said, tool_name: "pdf" });
    expect(toHookContext("PreAbilityCall", { tool_name: "Bash" }, stamp)).toMatchObject({ ability_id: "Bash" });
  });

  it.each([
    [{ paths: ["a"] }, { changes: [{ op: "modify", path: "a" }] }],
    [{ paths: ["a"], operation_key: "change.delete" }, { changes: [{ op: "delete", path: "a" }] }],
    [{ changes: [{ op: "rename", from: "a", path: "b" }] }, { paths: ["a", "b"] }],
  ])("with %j also says %j", (fields, expected) => {
    expect(toHookContext("PreAbilityCall", fields, stamp)).toMatchObject({ ...fields, ...expected });
  });

  it("is always of the event that was asked for, in this repository", () => {
    const said = { event_type: "Stop", repository_root: "/other" };
    expect(toHookContext("SessionStop", said, stamp)).toMatchObject({
      event_type: "SessionStop",
      repository_root: "/repo",
    });
  });

  it.each([
    [{ event_type: "SessionEnd" }, "event_type"],
    [{ status: "great" }, "status must be success, failure, skipped"],
    [{ duration_ms: "12" }, "duration_ms must be a number"],
    [{ changed_files: "a.ts" }, "changed_files must be a list of texts"],
    [{ user_message: 3 }, "user_message must be a text"],
    [{ stage: "later" }, "stage"],
    [{ changes: [{ op: "rm", path: "a" }] }, "changes must be a list"],
  ])("with %j is refused: %s", (fields, words) => {
    expect(faultIn("SessionStop", fields)).toContain(words);
  });
});
