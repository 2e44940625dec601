import { ProblemError } from "@writ/contracts";
import { expect, it } from "vitest";
import { parseAgents } from "./agents.ts";

it.each<[string[], string]>([
  [[], "detect"],
  [["codex"], "codex"],
  [["codex,claude-code", "codex"], "claude-code codex"],
  [[" codex , pi "], "codex pi"],
  [["none"], ""],
])("--agent %j means: %s", (given, expected) => {
  const choice = parseAgents(given);
  expect(choice === "detect" ? choice : choice.join(" ")).toBe(expected);
});

it("knows all of them by one word", () => {
  expect(parseAgents(["all"])).toHaveLength(14);
});

it.each([
  [["claude"], 'no agent "claude"'],
  [["codex,__proto__"], 'no agent "__proto__"'],
  [["all,none"], "all and none stand alone."],
  [["codex", "all"], "all and none stand alone."],
  [[","], "wants a name"],
  [["roo"], "has no hooks"],
])("--agent %j is refused: %s", (given, said) => {
  let message = "";
  try {
    parseAgents(given);
  } catch (error) {
    if (error instanceof ProblemError) message = error.message;
  }
  expect(message).toContain(said);
});
