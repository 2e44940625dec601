import type { EventName, MessageReader } from "@writ/contracts";
import { anEvent, aSaid, refusalForModel } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { adapters } from "./index.ts";

const names = ["session.start", "prompt.submit", "tool.before", "tool.after", "tool.failed", "turn.end"] as const;
const who = { P: "person", M: "model", n: "nobody" } as const satisfies Record<string, MessageReader>;

/** One letter for each of the events above: the person, the model, nobody. */
const shown: [agent: string, attended: string, otherwise: string][] = [
  ["claude-code", "PPPPPP", "PPPPPP"],
  ["codex", "PPPPnP", "PPPPnP"],
  ["gemini", "PPPPnP", "PPPPnP"],
  // Attended is VS Code.
  ["copilot", "PPPPPP", "MMMMMn"],
  ["cursor", "MMMMMn", "MMMMMn"],
  ["qwen", "MMnMMP", "MMnMMP"],
  ["droid", "MMnPnP", "MMnPnP"],
  ["windsurf", "nnnPnn", "nnnPnn"],
  ["kiro", "MMnnnn", "MMnnnn"],
  ["opencode", "PPPPPP", "PPPPPP"],
  ["kilo", "PPPPPP", "PPPPPP"],
  ["cline", "MMMMMn", "MMMMMn"],
  ["pi", "PPPPPP", "MMMMMn"],
  ["amp", "PPPPPP", "MMMMMn"],
];

it("is said of every agent", () => {
  expect(shown.map(([agent]) => agent).sort()).toEqual(Object.keys(adapters).sort());
});

describe.each(shown)("who reads messages of %s", (agent, attended, otherwise) => {
  const readerOf = (name: EventName, isThere: boolean | undefined) =>
    adapters[agent]?.shows(anEvent({ name, ...(isThere === undefined ? {} : { attended: isThere }) }));

  it.each(names.map((name, at) => [name, at] as const))("%s", (name, at) => {
    const letterOf = (isThere: boolean | undefined) =>
      Object.entries(who).find(([, reader]) => reader === readerOf(name, isThere))?.[0];
    expect([letterOf(true), letterOf(false), letterOf(undefined)]).toEqual([
      attended[at],
      otherwise[at],
      otherwise[at],
    ]);
  });

  it("nobody at the end of a session", () => {
    expect(readerOf("session.end", true)).toBe("nobody");
  });
});

describe("where they stand", () => {
  const M = "Tell your person: one\nTell your person: two";
  const claude = (hookEventName: string, more: object) => ({ hookSpecificOutput: { hookEventName, ...more } });
  const denied = claude("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: refusalForModel });
  it.each<[string, EventName, "pass" | "deny", string | undefined, object | string]>([
    ["claude-code", "turn.end", "pass", undefined, { systemMessage: "one\n\ntwo" }],
    [
      "claude-code",
      "tool.after",
      "pass",
      "C",
      { ...claude("PostToolUse", { additionalContext: "C" }), systemMessage: "one\n\ntwo" },
    ],
    ["codex", "tool.before", "deny", undefined, { ...denied, systemMessage: "one\n\ntwo" }],
    ["codex", "turn.end", "pass", undefined, { systemMessage: "one\n\ntwo" }],
    ["qwen", "tool.before", "deny", undefined, denied],
    ["qwen", "prompt.submit", "pass", "C", claude("UserPromptSubmit", { additionalContext: `C\n${M}` })],
    ["droid", "session.start", "pass", undefined, claude("SessionStart", { additionalContext: M })],
    [
      "gemini",
      "tool.before",
      "deny",
      undefined,
      { decision: "deny", reason: refusalForModel, systemMessage: "one\n\ntwo" },
    ],
    ["gemini", "turn.end", "pass", undefined, { systemMessage: "one\n\ntwo" }],
    [
      "copilot",
      "tool.after",
      "pass",
      undefined,
      { additionalContext: M, ...claude("PostToolUse", { additionalContext: M }) },
    ],
    ["copilot", "turn.end", "pass", undefined, {}],
    ["cursor", "tool.after", "pass", "C", { additional_context: `C\n${M}` }],
    ["cursor", "turn.end", "pass", undefined, {}],
    ["kiro", "prompt.submit", "pass", "C", `C\n${M}\n`],
    ["windsurf", "tool.after", "pass", undefined, "one\n\ntwo\n"],
    ["opencode", "tool.before", "deny", undefined, { deny: refusalForModel, messages: ["one", "two"] }],
    ["opencode", "turn.end", "pass", undefined, { messages: ["one", "two"] }],
    ["cline", "tool.after", "pass", undefined, { context: M }],
  ])("%s %s: %s with context %s", (agent, name, verdict, context, expected) => {
    const { stdout = "" } = adapters[agent]?.toReply(anEvent({ name }), aSaid(verdict, context, ["one", "two"])) ?? {};
    expect(typeof expected === "string" ? stdout : JSON.parse(stdout)).toEqual(expected);
  });

  it("makes one line of a message that has several", () => {
    const reply = adapters["claude-code"]?.toReply(
      anEvent({ name: "turn.end" }),
      aSaid("pass", undefined, ["a\n\n  b"]),
    );
    expect(JSON.parse(reply?.stdout ?? "")).toEqual({ systemMessage: "a b" });
  });

  it.each([
    ["many", Array.from({ length: 30 }, (_, at) => `message ${at}`), 20],
    ["long ones", ["x".repeat(3000), "y".repeat(3000), "z"], 3],
  ])("says that there are more of %s", (_, messages, count) => {
    const { stdout = "" } =
      adapters["claude-code"]?.toReply(anEvent({ name: "turn.end" }), aSaid("pass", undefined, messages)) ?? {};
    const shown: string[] = JSON.parse(stdout).systemMessage.split("\n\n");
    expect(shown).toHaveLength(count);
    expect(shown.at(-1)).toBe("There is more: .system/logs/hooks.log has all messages.");
    expect(shown.join("").length).toBeLessThanOrEqual(4000);
  });

  it("shows as many as there may be with the notice of those who left some out", () => {
    const messages = [...Array.from({ length: 19 }, (_, at) => `message ${at}`), "6 more messages are in the log."];
    const { stdout = "" } =
      adapters["claude-code"]?.toReply(anEvent({ name: "turn.end" }), aSaid("pass", undefined, messages)) ?? {};
    expect(JSON.parse(stdout).systemMessage.split("\n\n")).toEqual(messages);
  });

  it("leaves room for messages in text that is cut", () => {
    const context = `<intent_context>\n  <id>INT-042</id>\n${"<x/>\n".repeat(20_000)}`;
    const reply = adapters.cursor?.toReply(anEvent({ name: "session.start" }), aSaid("pass", context, ["one"]));
    const text: string = JSON.parse(reply?.stdout ?? "").additional_context;
    expect(text).toMatch(/writ intent show INT-042\)\nTell your person: one$/);
    expect(text.length).toBeLessThanOrEqual(9_900);
  });
});
