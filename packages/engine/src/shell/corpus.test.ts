import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";

interface Case {
  readonly id: string;
  readonly kind?: string;
  readonly input: string;
  readonly expect: string;
}

/** The shared corpus, where a checkout has it beside the repository, and our own copy of its command lines. */
const sources = ["../../../../../shared/corpus/bypass.jsonl", "./fixtures/bypass-bash.jsonl"]
  .map((path) => new URL(path, import.meta.url))
  .filter((file) => existsSync(file));
const read = (file: URL): Case[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
    .filter(({ kind = "bash" }) => kind === "bash");
const cases = [...new Map(sources.flatMap(read).map((one) => [one.id, one])).values()];

const world = { runners: ["npm test", "npm run build", "npm run lint", "npx vitest"], cwd: "/ws", root: "/ws" };
const isOwned = (path: string | null) =>
  /^(\/ws\/)?(src\/auth\/|src\/middleware\/jwt\.ts$|tests\/auth\/)/.test(path ?? "");
const owns = (text: string) =>
  analyse(text, world).effects.every(({ op, path, from = path }) => op === "exec" || (isOwned(path) && isOwned(from)));

it("has the cases", () => {
  expect(cases.length).toBeGreaterThan(130);
});

describe("what must be stopped or asked about", () => {
  it.each(cases.filter(({ expect: wanted }) => wanted === "not-allow"))("$id $input", ({ input }) => {
    const found = analyse(input, world);
    expect(["changes", "risky", "opaque"]).toContain(found.class);
    if (found.class === "changes") expect(owns(input)).toBe(false);
  });
});

describe("what must pass without a question", () => {
  it.each(cases.filter(({ expect: wanted }) => wanted === "allow"))("$id $input", ({ input }) => {
    expect(["safe", "runs", "changes"]).toContain(analyse(input, world).class);
    expect(owns(input)).toBe(true);
  });
});

it("A037: a carriage return is no separator, so nothing is reported as deleted", () => {
  expect(analyse("echo a\rrm -rf /ws", world).effects.map(({ op }) => op)).not.toContain("delete");
});
