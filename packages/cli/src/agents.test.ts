import { readFileSync } from "node:fs";
import { join } from "node:path";
import { adapters } from "@writ/adapters";
import { expect, it } from "vitest";
import { callsWrit, connections, settingsFor } from "./agents.ts";

it("knows how to connect every agent there is an adapter for", () => {
  expect(Object.keys(connections).sort()).toEqual(Object.keys(adapters).sort());
});

it.each(Object.keys(connections))("gives settings for %s that are JSON, call Writ, and stand in the docs", (agent) => {
  const settings = settingsFor(agent);
  expect(Object.keys(JSON.parse(settings).hooks)).toEqual(Object.keys(connections[agent]?.events ?? {}));
  expect(callsWrit(settings)).toBe(true);
  const docs = readFileSync(join(import.meta.dirname, "../../../docs/agents.md"), "utf8");
  expect(docs).toContain(settings);
});

it.each([
  ['"command": "npx writ hook claude-code Stop"', true],
  ['"command": "node \\"/a b/writ.cjs\\" hook claude-code Stop"', true],
  ['"command": "prettier --check ."', false],
  ['"command": "write hook"', false],
])("%s calls Writ: %s", (text, expected) => {
  expect(callsWrit(text)).toBe(expected);
});
