import { readFileSync } from "node:fs";
import type { Writ } from "@writ/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildGovernedWorld, type GovernedWorld } from "./baseline/governed-world.ts";

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expect: string;
  readonly class?: string;
}

/** What must not pass, as long as nobody approved it, and what may. */
const meets: Readonly<Record<string, readonly string[]>> = {
  allow: ["pass", "allow"],
  "not-allow": ["ask", "deny"],
  deny: ["deny"],
  "allow-or-ask": ["pass", "allow", "ask"],
};

const isCommand = ({ kind }: Case): boolean => kind === "bash";

let world: GovernedWorld;
let writ: Writ;
beforeAll(async () => {
  world = await buildGovernedWorld();
  writ = await world.open();
});
afterAll(async () => {
  await writ.close();
  world.remove();
});

// Hostile lines are judged here. Nothing runs them.
describe.skipIf(process.platform !== "linux").each(["hostile2", "benign2"])("the command lines of %s", (name) => {
  const cases = casesIn(name).filter(isCommand);

  it.each(classesOf(cases))("%s", async (found) => {
    const wrong: string[] = [];
    for (const one of cases.filter(({ class: own = "everyday" }) => own === found)) {
      const { verdict } = await writ.explain({ command: world.here(one.input) }, "INT-001");
      if (meets[one.expect]?.includes(verdict) !== true) wrong.push(`${one.id} ${verdict}: ${one.input}`);
    }
    expect(wrong).toEqual([]);
  });
});

function classesOf(cases: readonly Case[]): string[] {
  return [...new Set(cases.map(({ class: found = "everyday" }) => found))];
}

function casesIn(name: string): Case[] {
  const text = readFileSync(new URL(`corpus/${name}.jsonl`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
