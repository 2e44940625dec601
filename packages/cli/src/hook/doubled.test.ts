import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { adapters } from "@writ/adapters";
import { wirings } from "@writ/adapters/wiring";
import { tempSidecar } from "@writ/testkit";
import { expect, it } from "vitest";
import { comesTwice, ownHooks } from "./doubled.ts";

const shipped = { plugin: () => "" };

it.each(["copilot", "cursor", "droid"] as const)("knows every file %s may have its own hooks in", (agent) => {
  const [hooks] = wirings[agent].files("team", shipped);
  const files = [hooks?.path, ...(hooks?.others ?? []).map(({ path }) => path)];
  expect([...(ownHooks[agent]?.files ?? [])].sort()).toEqual(files.sort());
});

it.each<[string, (text: string) => string, boolean]>([
  ["as it was written", (text) => text, true],
  ["laid out otherwise", (text) => JSON.stringify(JSON.parse(text)), true],
  ["in a merge conflict", (text) => `<<<<<<< HEAD\n${text}`, false],
  ["without its guard", (text) => text.replaceAll(/preToolUse|PreToolUse/g, "notThis"), false],
  ["switched off", (text) => text.replace("{", '{ "disableAllHooks": true,'), false],
  ["empty", () => "", false],
])("an agent's own hooks count only where they work: %s", (_, change, expected) => {
  for (const agent of ["copilot", "cursor", "droid"] as const) {
    const project = tempSidecar();
    const [hooks] = wirings[agent].files("team", shipped);
    const file = join(project, hooks?.path ?? "");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, change(hooks?.wire(null) ?? ""));
    const adapter = adapters[agent];
    if (adapter === undefined) throw new Error("no adapter");
    expect([agent, comesTwice({ via: "claude-code", adapter }, project)]).toEqual([agent, expected]);
  }
});
