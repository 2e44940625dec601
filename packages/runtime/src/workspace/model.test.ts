import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempSidecar } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { modelIn } from "./model.ts";

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const answer = (model: string) => line({ type: "assistant", message: { role: "assistant", model, content: [] } });

describe("the model a conversation is had with", () => {
  it.each<[string, string, string | undefined]>([
    ["the newest answer's", answer("opus-1") + answer("opus-2") + line({ type: "user", message: "hi" }), "opus-2"],
    ["in a record over several lines", JSON.stringify({ model: "custom:x", mode: "auto" }, null, 2), "custom:x"],
    ["under the agent's data", line({ type: "session.start", data: { context: {}, modelId: "gpt-5.5" } }), "gpt-5.5"],
    ["the one chosen at the start", line({ type: "session.start", data: { selectedModel: "gpt-5.5" } }), "gpt-5.5"],
    ["not an argument of a call", line({ message: { content: [{ input: { model: "haiku" } }] } }), undefined],
    ["not words somebody said", line({ message: { content: 'say "model":"x"' } }), undefined],
    ["not a text that is no name", answer("<synthetic>"), undefined],
    ["not in what is cut off", '{"message":{"model":"x"', undefined],
    ["not in nothing", "", undefined],
  ])("%s", (_, text, expected) => {
    const file = join(tempSidecar(), "transcript.jsonl");
    writeFileSync(file, text);
    expect(modelIn(file)).toBe(expected);
  });

  it("is found at the end of a long one", () => {
    const file = join(tempSidecar(), "transcript.jsonl");
    writeFileSync(file, answer("old") + line({ padding: "x".repeat(1_000_000) }) + answer("new"));
    expect(modelIn(file)).toBe("new");
  });

  it("is unknown where there is no such file, or it is a folder", () => {
    expect(modelIn("/nowhere/transcript.jsonl")).toBeUndefined();
    expect(modelIn(tempSidecar())).toBeUndefined();
  });
});
