import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Call, Facts, Verdict } from "@writ/contracts";
import { decide } from "@writ/engine";
import { anIntent, aWrite, factsWith, inDepth } from "@writ/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { identify, linkedGuards, scratchFolders } from "../packages/runtime/src/identity/index.ts";
import { buildPathWorld, type PathWorld } from "./path-world.ts";

interface Case {
  id?: string;
  kind?: string;
  input: string | null;
  expect: string;
  why: string;
  harm?: string;
  scope?: string[];
  gen?: string | [before: string, times: number, part: string, after: string];
  only?: "case-sensitive";
}

const usual = ["src/auth/**", "src/middleware/jwt.ts", "tests/auth/**"];
const own = casesIn(new URL("fixtures/paths.jsonl", import.meta.url));
const given = ["bypass", "paths2"]
  .flatMap((name) => casesIn(new URL(`corpus/${name}.jsonl`, import.meta.url)))
  .filter(({ kind }) => kind === "path");

let world: PathWorld;
beforeAll(() => {
  world = buildPathWorld();
});
afterAll(() => world.remove());

describe("paths of our own", () => {
  it.each(own.map((one) => [one.expect, shown(one), one.why, one] as const))("%s %s: %s", async (_, __, ___, one) => {
    if (one.only === "case-sensitive" && existsSync(join(world.root, "SRC"))) return;
    expect(await answerTo(one)).toSatisfy(meets(one.expect));
  });
});

describe("paths of the corpus", () => {
  it.each(given.map((one) => [one.id, one.expect, one.why, one] as const))("%s %s: %s", async (_, __, ___, one) => {
    expect(await answerTo(one)).toSatisfy(meets(one.expect));
    if (one.harm === "selfmod") expect(await answerTo({ ...one, scope: ["**"] })).toSatisfy(meets(one.expect));
  });
});

describe("whatever the path", () => {
  const tricky = ["..", "..", "..", "up", "up", "dir", "dir", "in-dir", "out-dir", "back-dir", "tmp", "new.ts", "a.ts"];
  const name = fc.constantFrom(
    ...[...tricky, ...tricky, "src", "auth", "billing", ".", "sub", "chain.ts", "in-link.ts", "back.ts", "hard.ts"],
    ...["dangling-in.ts", "dangling-out.ts", "tests", "middleware", "jwt.ts", ".git", "loopdir", "fifo", "SRC"],
  );
  const path = fc
    .tuple(
      fc.constantFrom("", "src/auth/", "src/auth/", "/ws/", "/ws/src/auth/", "../ws/"),
      fc.array(name, { maxLength: 6 }),
    )
    .map(([start, names]) => start + names.join("/"));

  it("is never accepted when writing it would change a file out of scope", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(path, async (given) => {
        const { verdict, spelled } = await judged({ input: given, expect: "", why: "" });
        if (verdict.kind !== "pass") return;
        accepted++;
        // A program may tidy the path first, or leave it to the system.
        const raw = spelled.startsWith("/") ? spelled : `${world.root}/${spelled}`;
        for (const target of [resolve(raw), raw]) {
          const real = touched(target);
          if (real !== null)
            expect(relative(world.root, real)).toMatch(/^(src\/auth|tests\/auth)\/|^src\/middleware\/jwt\.ts$/);
        }
      }),
      { numRuns: inDepth(400, 2000), seed: 20261115 },
    );
    expect(accepted).toBeGreaterThan(30);
  });

  it("gets the same answer again, also from a recording of call and facts", async () => {
    await fc.assert(
      fc.asyncProperty(path, fc.boolean(), async (given, everything) => {
        const { call, facts, verdict } = await judged({
          input: given,
          expect: "",
          why: "",
          scope: everything ? ["**"] : usual,
        });
        const recorded: { call: Call; facts: Facts } = JSON.parse(JSON.stringify({ call, facts }));
        expect(decide(recorded.call, recorded.facts).verdict).toEqual(verdict);
        expect(decide(call, facts).verdict).toEqual(verdict);
      }),
      { numRuns: inDepth(40, 200), seed: 20261115 },
    );
  });
});

async function answerTo(one: Case): Promise<Verdict["kind"]> {
  return (await judged(one)).verdict.kind;
}

async function judged(one: Case) {
  const { root } = world;
  const spelled = inputOf(one).replace(/^(\/|\/proc\/\.\.\/|file:\/\/\/)ws(?=\/|$)/, (_, before) =>
    before === "/" ? root : `${before.slice(0, -1)}${root}`,
  );
  const call = aWrite(spelled);
  const scratch = scratchFolders(root);
  const fact = await identify(root, root, spelled, { scratch, guarded: linkedGuards(root) });
  const intent = anIntent({ ownedScope: one.scope ?? usual });
  const facts = factsWith({ root, intents: { state: "ok", intents: [intent] }, files: [fact] });
  return { call, facts, spelled, verdict: decide(call, facts).verdict };
}

/** The file that really changes when somebody writes to a path, or `null` when that fails. */
function touched(path: string): string | null {
  const aim = aimOf(path);
  // Far from the test's own folder nothing is tried out: that it leads there is bad enough.
  if (relative(dirname(world.root), aim).startsWith("..")) return aim;
  let made: string | undefined;
  let fresh = false;
  try {
    fresh = lstatSync(path, { throwIfNoEntry: false }) === undefined;
    made = mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, "a"));
    return realpathSync.native(path);
  } catch {
    return null;
  } finally {
    if (fresh && existsSync(path) && statSync(path).isFile()) rmSync(path);
    if (made !== undefined) rmSync(made, { recursive: true });
    rmSync(join(world.root, "src/auth/new-target.ts"), { force: true });
  }
}

/** Where the system would look: the part that exists by its real path, the rest as spelled. */
function aimOf(path: string): string {
  const names = path.split("/");
  for (let count = names.length; count > 1; count--) {
    const start = names.slice(0, count).join("/");
    if (existsSync(start)) return resolve(realpathSync.native(start), ...names.slice(count));
  }
  return resolve(path);
}

function inputOf({ input, gen }: Case): string {
  if (input !== null) return input;
  if (Array.isArray(gen)) return gen[0] + gen[2].repeat(gen[1]) + gen[3];
  return `src/auth/${"a/".repeat(3000)}x.ts`;
}

function shown(one: Case): string {
  return JSON.stringify(inputOf(one)).slice(0, 60);
}

function meets(wanted: string): (kind: Verdict["kind"]) => boolean {
  const kinds: Record<string, readonly Verdict["kind"][]> = {
    allow: ["pass", "allow"],
    ask: ["ask"],
    deny: ["deny"],
    "not-allow": ["ask", "deny"],
    "allow-or-ask": ["pass", "allow", "ask"],
    "allow-or-deny": ["pass", "deny"],
  };
  return (kind) => kinds[wanted]?.includes(kind) ?? false;
}

function casesIn(file: URL): Case[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Case => JSON.parse(line));
}
