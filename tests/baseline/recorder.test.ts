import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { hookWords, noted } from "./recorder.ts";

const ground = { root: "/somewhere/shop", env: { HOME: "/somewhere/home" } };

async function ending(out: string, ms = 0) {
  await pause(ms);
  return { code: 0, out, err: "" };
}

// What these tests note is compared with `scenarios/baseline/recorder.jsonl`, like the calls of any scenario.
it("records calls in their order, without what differs between machines and runs", async () => {
  const id = crypto.randomUUID();
  const said = JSON.stringify({
    file: `${ground.root}/a.ts`,
    id,
    at: new Date().toISOString(),
    message: `It is ${id}.`,
  });
  expect(await noted(["writ", "show", `${ground.root}/a.ts`], ground, ending(said))).toMatchObject({ out: said });
  await noted(["writ", "list"], ground, ending("Two intents.\n"));
});

it("sorts calls that overlapped in time", async () => {
  const one = noted(["writ", "one"], ground, ending("", Math.random() * 20));
  const other = noted(["writ", "other"], ground, ending("", Math.random() * 20));
  await Promise.all(Math.random() < 0.5 ? [one, other] : [other, one]);
  await noted(["writ", "after"], ground, ending(""));
});

it("names the tool of a hook in any agent's words", () => {
  expect(hookWords("codex", "PreToolUse", '{"tool_name":"apply_patch"}')).toEqual([
    "hook",
    "codex",
    "PreToolUse",
    "apply_patch",
  ]);
  expect(hookWords("pi", "tool.before", Buffer.from('{"call":{"tool":"write"}}'))).toEqual([
    "hook",
    "pi",
    "tool.before",
    "write",
  ]);
  expect(hookWords("gemini", "SessionStart", "no payload")).toEqual(["hook", "gemini", "SessionStart"]);
});
