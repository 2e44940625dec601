import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expect: string;
}

const cases = readFileSync(new URL("../../../../tests/corpus/bypass.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Case => JSON.parse(line))
  .filter(({ kind }) => kind === "bash");

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
    expect(["changes", "runs", "risky", "opaque"]).toContain(found.class);
    if (found.class === "changes" || found.class === "runs") expect(owns(input)).toBe(false);
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
