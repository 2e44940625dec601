import type { Hook, HookEvent, HookResult, HookRun, MergedResult } from "@writ/contracts";
import { aHook } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { merge, type RanHook } from "./merge.ts";

const ran = (result: HookResult = {}, hook: Partial<Hook> = {}, run: Partial<HookRun> = {}): RanHook => {
  const whole = aHook({ id: "h", ...hook });
  return { hook: whole, run: { hook: whole.id, status: "ok", durationMs: 1, result, ...run } };
};
const broken = (run: Partial<HookRun>, hook: Partial<Hook> = {}): RanHook => {
  const { result: _, ...rest } = ran({}, hook).run;
  return { hook: aHook({ id: "h", ...hook }), run: { ...rest, ...run } };
};
const refuses = (messages: string[], id = "h") =>
  ran({ error: "blocked_by_policy", messages_to_user: messages }, { id });

describe("what several hooks say", () => {
  it("is put together in their order", () => {
    const merged = merge(
      [
        ran(
          {
            logs: [{ level: "info", message: "one" }],
            messages_to_user: ["first"],
            suggested_abilities: [
              { id: "x", reason: "weak", confidence: 0.2 },
              { id: "y", reason: "unsure" },
            ],
            suggested_documents: [{ path: "a.md", reason: "one" }],
            new_intent: { intent: "learn", scope: "s" },
          },
          { id: "a" },
        ),
        ran(
          {
            logs: [{ level: "warn", message: "two" }],
            messages_to_user: ["second"],
            suggested_abilities: [
              { id: "z", reason: "other", confidence: 0.5 },
              { id: "x", reason: "strong", confidence: 0.9, extra: true },
            ],
            suggested_documents: [
              { path: "a.md", reason: "two" },
              { path: "b.md", reason: "b", stage: "plan" },
            ],
            new_intent: { intent: "do" },
            follow_up_actions: [{ kind: "open_file", payload: { path: "x" } }],
            update_matcher_suggestions: [{ ability_id: "x", signal: "frequent_usage", weight: 0.7 }],
            usage_recorded: true,
          },
          { id: "b" },
        ),
      ],
      "UserPromptSubmit",
    );
    expect(merged).toEqual({
      logs: [
        { hook: "a", level: "info", message: "one" },
        { hook: "b", level: "warn", message: "two" },
      ],
      messages: ["first", "second"],
      abilities: [
        { id: "x", reason: "strong", confidence: 0.9 },
        { id: "y", reason: "unsure" },
        { id: "z", reason: "other", confidence: 0.5 },
      ],
      documents: [
        { path: "a.md", reason: "one" },
        { path: "b.md", reason: "b", stage: "plan" },
      ],
      newIntents: [
        { hook: "a", intent: "learn", scope: "s" },
        { hook: "b", intent: "do" },
      ],
      followUps: [{ hook: "b", kind: "open_file", payload: { path: "x" } }],
      matcherSuggestions: [{ ability_id: "x", signal: "frequent_usage", weight: 0.7 }],
      usageRecorded: true,
      errors: [],
      blocked: null,
    });
  });

  it("is the same whether put together at once or bit by bit", () => {
    const word = fc.constantFrom("a", "b", "c");
    const result: fc.Arbitrary<HookResult> = fc.record(
      {
        messages_to_user: fc.array(word, { maxLength: 3 }),
        logs: fc.array(fc.record({ level: fc.constantFrom("info" as const, "warn" as const), message: word }), {
          maxLength: 2,
        }),
        suggested_abilities: fc.array(
          fc.record({ id: word, reason: word, confidence: fc.double({ min: 0, max: 1, noNaN: true }) }),
          { maxLength: 3 },
        ),
        suggested_documents: fc.array(fc.record({ path: word, reason: word }), { maxLength: 3 }),
        usage_recorded: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const runs = fc.array(
      result.map((one) => ran(one)),
      { maxLength: 5 },
    );
    const again = ({ messages, abilities, documents, usageRecorded }: MergedResult): RanHook =>
      ran({
        messages_to_user: [...messages],
        suggested_abilities: abilities.map((one) => ({ ...one })),
        suggested_documents: documents.map(({ path, reason }) => ({ path, reason })),
        usage_recorded: usageRecorded,
      });
    fc.assert(
      fc.property(runs, runs, (left, right) => {
        const whole = merge([...left, ...right], "SessionStop");
        const parts = [merge(left, "SessionStop"), merge(right, "SessionStop")];
        const { messages, abilities, documents, usageRecorded } = merge(parts.map(again), "SessionStop");
        expect({ messages, abilities, documents, usageRecorded }).toEqual({
          messages: whole.messages,
          abilities: whole.abilities,
          documents: whole.documents,
          usageRecorded: whole.usageRecorded,
        });
        expect(parts.flatMap(({ logs }) => logs)).toEqual(whole.logs);
      }),
    );
  });
});

describe("a decision", () => {
  it.each<[HookEvent, boolean]>([
    ["PreAbilityCall", true],
    ["UserPromptSubmit", true],
    ["PostAbilityCall", false],
    ["SessionStart", false],
    ["SessionStop", false],
    ["SessionEnd", false],
  ])("refuses %s: %s", (event, isRefused) => {
    const { blocked, messages, errors } = merge([refuses(["It would write to production.", "Ask first."])], event);
    expect(blocked).toEqual(
      isRefused ? { hook: "h", code: "BLOCKED_BY_POLICY", message: "It would write to production.\nAsk first." } : null,
    );
    expect(messages).toEqual(isRefused ? [] : ["It would write to production.", "Ask first."]);
    expect(errors).toEqual([{ hook: "h", error: "blocked_by_policy" }]);
  });

  it("is the first hook's; what another one says is still told", () => {
    const { blocked, messages } = merge(
      [ran({}), refuses(["no"], "first"), refuses(["nor I"], "second")],
      "PreAbilityCall",
    );
    expect([blocked?.hook, blocked?.message, messages]).toEqual(["first", "no", ["nor I"]]);
  });

  it("without a word is told all the same", () => {
    expect(merge([refuses([])], "PreAbilityCall").blocked?.message).toBe(
      "The hook h refuses this and gives no reason.",
    );
    expect(merge([refuses([])], "SessionStop").messages).toEqual([
      "The hook h objects, but gives no reason, and SessionStop cannot be refused.",
    ]);
  });
});

describe("a failure", () => {
  const exits = { status: "failed", reason: "exited with code 1", stderr: "secret stuff" } as const;
  const ends = ", so nobody checked this and it is refused.";

  it.each<[string, RanHook, HookEvent, MergedResult["blocked"], string[]]>([
    ["ignored", broken(exits), "PreAbilityCall", null, []],
    [
      "told",
      broken(exits, { onFailure: "warn" }),
      "PreAbilityCall",
      null,
      ["The hook h failed (exited with code 1). writ doctor tells more."],
    ],
    [
      "of a guard",
      broken(exits, { onFailure: "deny" }),
      "PreAbilityCall",
      { hook: "h", code: "HOOK_INTERNAL_ERROR", message: `The guard h failed (exited with code 1)${ends}` },
      [],
    ],
    [
      "of a guard that is late",
      broken({ status: "timeout" }, { onFailure: "deny" }),
      "UserPromptSubmit",
      { hook: "h", code: "HOOK_TIMEOUT", message: `The guard h did not answer in time${ends}` },
      [],
    ],
    [
      "of a guard that says so",
      ran({ error: "no database: pw=x" }, { onFailure: "deny" }),
      "PreAbilityCall",
      { hook: "h", code: "HOOK_INTERNAL_ERROR", message: `The guard h reported an error${ends}` },
      [],
    ],
    [
      "of a guard where nothing can be refused",
      broken(exits, { onFailure: "deny" }),
      "SessionStop",
      null,
      ["The hook h failed (exited with code 1). writ doctor tells more."],
    ],
    [
      "that also decides",
      ran({ error: "blocked_by_policy", messages_to_user: ["no"] }, {}, { status: "failed" }),
      "PreAbilityCall",
      { hook: "h", code: "BLOCKED_BY_POLICY", message: "no" },
      [],
    ],
    [
      "that is none: not run",
      broken({ status: "skipped", reason: "x" }, { onFailure: "deny" }),
      "PreAbilityCall",
      null,
      [],
    ],
    [
      "that is none: still running",
      broken({ status: "late" }, { onFailure: "warn" }),
      "SessionStop",
      null,
      ["The hook h takes longer and goes on by itself; its result comes later."],
    ],
  ])("%s", (_, run, event, blocked, messages) => {
    const merged = merge([run], event);
    expect([merged.blocked, merged.messages]).toEqual([blocked, messages]);
  });

  it("is kept for the log", () => {
    expect(merge([broken(exits), ran({ error: "boom" }), broken({ status: "timeout" })], "SessionStop").errors).toEqual(
      [
        { hook: "h", error: "exited with code 1" },
        { hook: "h", error: "boom" },
        { hook: "h", error: "timeout" },
      ],
    );
  });
});
