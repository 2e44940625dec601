import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { measure, scoreOf } from "../bench/mutation/measure.ts";
import { contentOf, type Pair, parts, readPairs } from "../bench/mutation/set.ts";
import { classifyChanges } from "../packages/runtime/src/mutation/classify.ts";
import { slightlyChanged } from "./slight-changes.ts";

const pairs = readPairs(fileURLToPath(new URL("../bench/mutation", import.meta.url)));
const answers = await measure(pairs);

describe("the mutation class by syntax trees", () => {
  it.each(parts)("keeps the bar of `npm run bench:mutation` on the pairs: %s", (part) => {
    const { count, trees, missed } = scoreOf(answers.filter(({ pair }) => pair.part === part));
    expect(trees / count).toBeGreaterThanOrEqual(0.95);
    // Form taken for behaviour costs a look; behaviour taken for form would hide it.
    expect(missed).toBe(0);
  });

  it("is much better than by tokens", () => {
    const { count, trees, tokens } = scoreOf(answers);
    expect(trees - tokens).toBeGreaterThan(0.25 * count);
  });
});

describe("the labelled set", () => {
  it("has at least 240 pairs, at least 20 of each language, both classes of each", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(240);
    for (const language of ["typescript", "tsx", "javascript", "python", "go", "rust", "java", "cpp"]) {
      const of = pairs.filter((pair) => pair.language === language);
      expect(of.length, language).toBeGreaterThanOrEqual(20);
      expect(new Set(of.map(({ expected }) => expected)).size, language).toBe(2);
    }
  });

  it("keeps a third back, has every pair once, and every text parses", () => {
    expect(pairs.filter(({ part }) => part === "tuning").length).toBeLessThanOrEqual((2 / 3) * pairs.length);
    const texts = pairs.map(({ changed }) => JSON.stringify(changed));
    expect(new Set(texts).size).toBe(texts.length);
    const parsed = answers.filter(({ pair }) => pair.language !== "other");
    const broken = parsed.filter(({ files }) => [...files.values()].some(({ symbols }) => symbols === null));
    expect(broken.map(({ pair }) => pair.what)).toEqual([]);
  });
});

describe("a slight change of what the code does", () => {
  it("is never taken for form", async () => {
    const taken: string[] = [];
    // What is never reached may say anything.
    for (const { changed, language, what } of pairs.filter(({ kind }) => kind !== "dead code")) {
      for (const { path, before } of changed) {
        for (const { how, text } of await slightlyChanged(path, before?.text ?? "")) {
          const file = { path, op: "modify" as const, before, after: contentOf(text) };
          const found = await classifyChanges([file]);
          if (found.class !== "INTENT_EVOLUTION") taken.push(`${language}, ${what}: ${how}`);
        }
      }
    }
    expect(taken).toEqual([]);
  }, 60_000);
});

describe("the examples of the page", () => {
  const page = readFileSync(fileURLToPath(new URL("../docs/mutation.md", import.meta.url)), "utf8");
  const examples = [...page.matchAll(/^`(\w+)`, (.+):\n\n```diff\n([\s\S]+?)^```/gm)];

  it.each(examples.map(([, expected, what, diff]) => [what, expected, diff]))(
    "%s: %s",
    async (_what, expected, diff = "") => {
      const side = (other: string): Pair["changed"][number]["before"] =>
        contentOf(
          diff
            .split("\n")
            .filter((line) => !line.startsWith(other))
            .map((line) => line.slice(1))
            .join("\n"),
        );
      const file = { path: "a.ts", op: "modify" as const, before: side("+"), after: side("-") };
      expect((await classifyChanges([file])).class).toBe(expected);
    },
  );

  it("are there", () => {
    expect(examples.length).toBeGreaterThanOrEqual(4);
  });
});
