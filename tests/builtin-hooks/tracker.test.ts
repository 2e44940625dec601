import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HandlerTools } from "@writ/contracts";
import { expect, it, onTestFinished } from "vitest";
import { programOf } from "../children.ts";
import { aCall, folderWith, handlerOf, hooksFolder, toolsFor } from "./handler.ts";

const track = await handlerOf("post_tool_use_tracker");
const logOf = (root: string) => readFileSync(join(root, ".system/logs/tool_call.md"), "utf8");
const usageOf = (root: string) => JSON.parse(readFileSync(join(root, ".system/cache/ability_usage.json"), "utf8"));

it("logs the seed's call so that a person can read it, and counts it", async () => {
  const root = folderWith();
  const result = await track(aCall({ intent: "INT-001" }), toolsFor(root));
  expect(result).toEqual({
    logs: [{ level: "info", message: "Logged code_review_agent usage to tool_call.md" }],
    usage_recorded: true,
  });
  expect(logOf(root)).toBe(
    `- 2026-01-15T10:45:12Z · **code_review_agent** (agent.code_review) · success · 124.0 s · session sess-123 · intent INT-001
  - input: \`Review changes in src/payments/*.ts\`
  - output: \`Found 3 issues, suggested fixes in-line\`
`,
  );
  expect(usageOf(root)).toEqual({
    code_review_agent: { count: 1, failures: 0, lastUsed: "2026-01-15T10:45:12Z", totalMs: 124_000 },
  });
});

it.each([{ session_id: "by-hand" }, { agent: "person" }])("leaves out what was made by hand: %j", async (over) => {
  const root = folderWith();
  expect(await track(aCall(over), toolsFor(root))).not.toHaveProperty("usage_recorded");
  expect(existsSync(join(root, ".system"))).toBe(false);
});

it("suggests a matcher from ten uses on", async () => {
  const root = folderWith();
  const tools = toolsFor(root);
  const results = [];
  for (let use = 1; use <= 11; use += 1) results.push(await track(aCall({ status: "failure", duration_ms: 2 }), tools));
  const told = results.map((result) => result?.update_matcher_suggestions);
  expect(told.slice(0, 9)).toEqual(Array(9).fill(undefined));
  expect(told[9]).toEqual([{ ability_id: "code_review_agent", signal: "frequent_usage", weight: 0.7 }]);
  expect(told[10]).toEqual([{ ability_id: "code_review_agent", signal: "frequent_usage", weight: 0.73 }]);
  expect(usageOf(root).code_review_agent).toMatchObject({ count: 11, failures: 11, totalMs: 22 });
});

it("writes to the task's own log too", async () => {
  const path = ".system/implement/task-456/tool_call.md";
  const root = folderWith({ [path]: "" });
  await track(aCall({ tool_call_path: path }), toolsFor(root));
  expect(readFileSync(join(root, path), "utf8")).toBe(logOf(root));
});

it.each([
  ["../tool_call.md"],
  ["/etc/tool_call.md"],
  ["out/tool_call.md"],
  ["docs/evil/tool_call.md"],
  [".system/implement/none/tool_call.md"],
  [".system/implement/../../docs/tool_call.md"],
  [".system/implement/task-1/other.md"],
  [".git/tool_call.md"],
  [".orchestration/tool_call.md"],
  [".system/hooks/x.yaml"],
  ["CLAUDE.md"],
  [".claude/settings.json"],
])("does not write to %s, whoever asks, and says so", async (path) => {
  const root = folderWith({ "CLAUDE.md": "mine" });
  symlinkSync(tmpdir(), join(root, "out"));
  const result = await track(aCall({ tool_call_path: path }), toolsFor(root));
  expect(result?.usage_recorded).toBe(true);
  expect(result?.logs?.[1]).toMatchObject({ level: "warn", message: expect.stringContaining(path) });
  expect(readFileSync(join(root, "CLAUDE.md"), "utf8")).toBe("mine");
  if (path !== "CLAUDE.md") expect(existsSync(join(root, path))).toBe(false);
});

it("makes one entry of a call, whatever is in it", async () => {
  const root = folderWith();
  const odd = "`x`\n# Heading\r\n\u202Etxt\u2028 **b**\0";
  await track(aCall({ ability_id: odd, input_summary: odd, output_summary: odd, session_id: odd }), toolsFor(root));
  const lines = logOf(root).split("\n");
  expect(lines).toHaveLength(4);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is the point
  expect(logOf(root)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
  expect(lines[1]).toMatch(/^ {2}- input: `[^`]*`$/);
});

it.each(["__proto__", "constructor", "toString"])("counts an ability named %s like any other", async (id) => {
  const root = folderWith();
  for (const _ of [1, 2]) await track(aCall({ ability_id: id }), toolsFor(root));
  const uses = Object.entries(usageOf(root));
  expect(uses).toEqual([[id, expect.objectContaining({ count: 2 })]]);
});

it("forgets the abilities unused for longest once there are too many, and repairs what is no usage", async () => {
  const old = Array.from({ length: 600 }, (_, n) => [
    `a${n}`,
    { count: 1, lastUsed: `2025-01-01T00:00:00.${1000 + n}Z` },
  ]);
  const text = JSON.stringify({ ...Object.fromEntries(old), code_review_agent: null });
  const root = folderWith({ ".system/cache/ability_usage.json": text });
  await track(aCall(), toolsFor(root));
  const usage = usageOf(root);
  expect(Object.keys(usage)).toHaveLength(500);
  expect(usage.code_review_agent.count).toBe(1);
  expect(usage).not.toHaveProperty("a0");
});

it("begins a new log at two megabytes", async () => {
  const root = folderWith({ ".system/logs/tool_call.md": "x".repeat(2 * 1024 * 1024) });
  await track(aCall(), toolsFor(root));
  expect(logOf(root)).toMatch(/^- 2026/);
  expect(readFileSync(join(root, ".system/logs/tool_call.md.1"), "utf8")).toHaveLength(2 * 1024 * 1024);
});

it("leaves git nothing to see", async () => {
  const root = folderWith();
  execFileSync("git", ["init", "-q"], { cwd: root });
  await track(aCall(), toolsFor(root));
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" })).toBe("");
});

it("loses nothing when twenty processes track at once", async () => {
  const tools = JSON.stringify(join(import.meta.dirname, "../../packages/runtime/src/declared/tools"));
  const program = await programOf(`
    import { append } from ${tools.slice(0, -1)}/append.ts";
    import { updateJson } from ${tools.slice(0, -1)}/update-json.ts";
    const [root, module, name] = process.argv.slice(2);
    const tools = { append: (...rest) => append(root, ...rest), updateJson: (...rest) => updateJson(root, ...rest) };
    // A bundle has no import of its own.
    new Function("module", "return import(module)")(module).then(async ({ default: track }) => {
      for (let n = 0; n < 10; n += 1) {
        await track({ ability_id: "shared", status: "success", timestamp: "t", session_id: name + "-" + n, duration_ms: 1 }, tools);
      }
    });
  `);
  onTestFinished(() => program.remove());
  const root = folderWith();
  const module = pathToFileURL(join(hooksFolder, "post_tool_use_tracker.mjs")).href;
  const children = Array.from({ length: 20 }, (_, n) => program.start(root, module, `p${n}`));
  expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(Array(20).fill(0));
  const sessions = logOf(root).match(/session p\d+-\d+$|session p\d+-\d+(?= ·)/gm) ?? [];
  expect(new Set(sessions).size).toBe(200);
  expect(logOf(root).trimEnd().split("\n")).toHaveLength(200);
  expect(usageOf(root).shared).toMatchObject({ count: 200, totalMs: 200 });
});

it("survives a usage file nobody can read", async () => {
  const root = folderWith({ ".system/cache/ability_usage.json": "{" });
  writeFileSync(join(root, ".system/cache/ability_usage.json"), Buffer.from([0xff, 0xfe]));
  const tools: HandlerTools = toolsFor(root);
  expect(await track(aCall(), tools)).toMatchObject({ usage_recorded: true });
  expect(usageOf(root).code_review_agent.count).toBe(1);
});
