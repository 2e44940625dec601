import { linkSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Explanation, Writ } from "@writ/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildGovernedWorld, type GovernedWorld } from "./governed-world.ts";
import { compareWithBaseline } from "./recorded-lines.ts";

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: string | null | (Readonly<Record<string, unknown>> & { readonly steps?: readonly string[] });
  readonly gen?: string;
  readonly why: string;
}

/** These describe behaviour of the engine in words; tests of their own go through them by id. */
const inWordsOnly: readonly string[] = ["protocol", "approval", "race", "ledger"];
/** Denied on every machine, but the code depends on whether another user's folder in `/tmp` can be entered. */
const codeDepends: readonly string[] = ["XP055"];
/** These need a session that has already done something: see `payloads.test.ts`. */
const ofSessions = (one: Case) =>
  one.kind === "session" || (typeof one.input === "object" && one.input?.steps !== undefined);

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
describe.skipIf(process.platform !== "linux").each(["bypass", "hostile2", "benign2", "paths2"])("corpus %s", (name) => {
  it("is judged as recorded", async () => {
    const cases = casesIn(name);
    const judged = cases.filter((one) => !inWordsOnly.includes(one.kind) && !ofSessions(one));
    expect(judged.length).toBeGreaterThan(40);
    const recorded = [];
    for (const one of judged) {
      layOut(one.why);
      const explanation = await writ.explain(world.here(subjectOf(one)), "INT-001");
      const { verdict } = explanation;
      const behaviour = codeDepends.includes(one.id) ? { verdict } : behaviourOf(explanation);
      recorded.push({ id: one.id, ...world.named(behaviour) });
    }
    compareWithBaseline(new URL(`recorded/${name}.jsonl`, import.meta.url), recorded);
  });
});

function subjectOf({ kind, input, gen }: Case): Parameters<Writ["explain"]>[0] {
  if (kind === "bash" && typeof input === "string") return { command: input };
  if (kind === "path" && typeof input === "string") return { path: input };
  if (kind === "path" && gen !== undefined) return { path: `src/auth/${"a/".repeat(3000)}x.ts` };
  if (kind !== "event" || typeof input !== "object" || input === null)
    throw new Error(`cannot judge a case of ${kind}`);
  const { tool, toolName = tool, ...rest } = input;
  return { tool: String(toolName), input: rest };
}

/** Makes the link that a case asks for: `fs: src/a.ts -> /ws/b.ts`, `fs: src/a.ts is a hard link of b.ts`. */
function layOut(why: string): void {
  const [, link, isHard, target = ""] = /\bfs: (\S+) (?:->|(is a hard link of)) (\S+)$/.exec(why) ?? [];
  if (link === undefined || lstatSync(join(world.root, link), { throwIfNoEntry: false }) !== undefined) return;
  if (isHard === undefined) symlinkSync(world.here(target), join(world.root, link));
  else linkSync(join(world.root, target), join(world.root, link));
}

function behaviourOf({ verdict, code, class: found, programs, effects }: Explanation): object {
  return { verdict, code, ...(found !== undefined && { class: found, programs }), effects };
}

function casesIn(name: string): Case[] {
  const text = readFileSync(new URL(`../corpus/${name}.jsonl`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
