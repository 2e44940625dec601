import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const folder = new URL("../../packages/cli/dist/plugins/", import.meta.url);
const plugins = readdirSync(folder).sort();

it("ships one plugin for each agent that takes one", () => {
  expect(plugins).toEqual(["amp.js", "cline.js", "kilo.js", "opencode.js", "pi.js"]);
});

it.each(plugins)("%s is one readable file that says what it is and needs nothing else", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  expect(text).toMatch(/^\/\/ Writ: asks \.orchestration\/writ\.sh before a tool runs/);
  expect(text).toContain("Written by `writ init`");
  // Cline looks for these words anywhere in the text, comments and strings included.
  const named = [...text.matchAll(/\b(?:from|import|require)\s*\(?\s*["'`]([^"'`]+)["'`]/g)].map(
    ([, module]) => module,
  );
  expect(named.filter((module) => !module?.startsWith("node:"))).toEqual([]);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(400);
});
