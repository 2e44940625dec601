import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openOurs, openSubstrings } from "../bench/suggest/finders.ts";
import { measureQuality } from "../bench/suggest/measure.ts";
import { missedBars } from "../bench/suggest/quality.ts";
import { parts, readAbilities, readDocuments, readPrompts } from "../bench/suggest/set.ts";

const folder = fileURLToPath(new URL("../bench/suggest", import.meta.url));
const prompts = readPrompts(folder);

it("keeps the bars of `npm run bench:suggest` on the whole set", () => {
  const ours = measureQuality(prompts, openOurs(folder));
  expect(missedBars(ours, measureQuality(prompts, openSubstrings(folder)))).toEqual([]);
});

it("is not much worse on what was never looked at while tuning", () => {
  const ours = measureQuality(
    prompts.filter(({ share }) => share !== "tuning"),
    openOurs(folder),
  );
  expect(ours.plain.recallAt3).toBeGreaterThanOrEqual(0.95);
  expect(ours.typos.recallAt3).toBeGreaterThanOrEqual(0.95);
  expect(ours.nothing.falseSuggestions).toBeLessThanOrEqual(0.08);
});

it("measures what it says: 200 abilities, 100 documents, 300 prompts, each once, each answer there", () => {
  const ids = new Set([...readAbilities(folder), ...readDocuments(folder)].map(({ id }) => id));
  expect(readAbilities(folder).length).toBeGreaterThanOrEqual(200);
  expect(readDocuments(folder).length).toBeGreaterThanOrEqual(100);
  expect(prompts.length).toBeGreaterThanOrEqual(300);
  expect(new Set(prompts.map(({ text }) => text)).size).toBe(prompts.length);
  expect(
    prompts.flatMap(({ abilities, documents }) => [...abilities, ...documents]).filter((id) => !ids.has(id)),
  ).toEqual([]);
  for (const part of parts) expect(prompts.some((prompt) => prompt.part === part)).toBe(true);
});

it("tells in docs/suggestions.md what was measured", () => {
  const docs = readFileSync(new URL("../docs/suggestions.md", import.meta.url), "utf8");
  const ours = measureQuality(prompts, openOurs(folder));
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  for (const part of ["plain", "typos", "paraphrases"] as const) {
    expect(docs).toContain(`${percent(ours[part].precisionAt1)} / ${percent(ours[part].recallAt3)}`);
  }
  expect(docs).toContain(`${percent(ours.nothing.falseSuggestions)} / ${percent(ours.nothing.falseDocuments)}`);
});
