import type { HookRun } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { differences, parseExample } from "./expectation.ts";

const ran = (over: Partial<HookRun> = {}): HookRun => ({ hook: "h", status: "ok", durationMs: 1, ...over });
const answer = { messages_to_user: ["a", "b"], suggested_abilities: [{ id: "x", reason: "r", confidence: 0.9 }] };

describe("an example", () => {
  it.each([
    ["{", "not JSON"],
    ["[]", "must be an object"],
    ["{}", "context must be"],
    ['{"context": {}, "expect": 1}', "expect must be"],
    ['{"context": {}, "expected": {}}', "expected is no key"],
  ])("%s cannot be used: %s", (text, words) => {
    expect(parseExample(text)).toContain(words);
  });
});

describe("an expectation", () => {
  it.each([
    [undefined, ran()],
    [{}, ran({ result: answer })],
    [{ messages_to_user: ["a", "b"] }, ran({ result: answer })],
    [{ suggested_abilities: [{ id: "x" }] }, ran({ result: answer })],
    [{ blocked: true }, ran({ status: "blocked", result: { error: "blocked_by_policy" } })],
    [{ blocked: true }, ran({ status: "failed", reason: "exit code 2", result: { error: "blocked_by_policy" } })],
    [{ error: "blocked_by_policy" }, ran({ status: "blocked", result: { error: "blocked_by_policy" } })],
    [{ blocked: true, messages_to_user: ["no"] }, ran({ status: "blocked", result: { messages_to_user: ["no"] } })],
    [{ blocked: false }, ran()],
    [{ runs: false }, ran({ status: "skipped", reason: "other status" })],
    [{ error: "no network" }, ran({ status: "failed", result: { error: "no network" } })],
  ])("%j holds for %j", (wanted, run) => {
    expect(differences({ context: {}, ...(wanted && { expect: wanted }) }, run)).toEqual([]);
  });

  it.each([
    [undefined, ran({ status: "failed", reason: "exit code 1", stderr: "oh" }), "exit code 1"],
    [undefined, ran({ status: "timeout", reason: "10 ms" }), "too long"],
    [undefined, ran({ status: "skipped", reason: "took 1 ms" }), "took 1 ms"],
    [undefined, ran({ status: "blocked" }), "it refused"],
    [{ blocked: true }, ran(), "did not refuse"],
    [{ blocked: true }, ran({ status: "failed", reason: "exit code 3" }), "exit code 3"],
    [{ blocked: false }, ran({ status: "blocked" }), "it refused"],
    [{ runs: false }, ran(), "should not have"],
    [{ messages_to_user: ["a"] }, ran({ result: answer }), 'messages_to_user: expected ["a"], got ["a","b"]'],
    [
      { suggested_abilities: [{ id: "y" }] },
      ran({ result: answer }),
      'suggested_abilities[0].id: expected "y", got "x"',
    ],
    [{ usage_recorded: true }, ran(), "usage_recorded: expected true, got nothing"],
  ])("%j does not hold for %j: %s", (wanted, run, words) => {
    expect(differences({ context: {}, ...(wanted && { expect: wanted }) }, run).join("\n")).toContain(words);
  });
});
