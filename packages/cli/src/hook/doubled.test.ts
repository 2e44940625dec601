import { wirings } from "@writ/adapters/wiring";
import { expect, it } from "vitest";
import { ownHooks } from "./doubled.ts";

it.each(["copilot", "cursor", "droid"] as const)("knows every file %s may have its own hooks in", (agent) => {
  const [hooks] = wirings[agent].files("team", { plugin: () => "" });
  const files = [hooks?.path, ...(hooks?.others ?? []).map(({ path }) => path)];
  expect([...(ownHooks[agent] ?? [])].sort()).toEqual(files.sort());
});
