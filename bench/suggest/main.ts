// `npm run bench:suggest [-- --json]`: how well suggestions fit, beside substring matching, and how long they take.
// Ends with 1 when a bar is missed on the whole set; where only an unseen share is below a bar, it says so.
import { resolve } from "node:path";
import { measureQuality, measureSmall, measureTime, openAll, type Qualities } from "./measure.ts";
import { type Finders, missedBars, type Quality } from "./quality.ts";
import { type Part, parts, readPrompts } from "./set.ts";

const folder = resolve("bench/suggest");
const slowest = 5;
const prompts = readPrompts(folder);
const matchers = openAll(folder);
const sets = {
  "the whole set": prompts,
  "looked at while tuning": prompts.filter(({ share }) => share === "tuning"),
  "never looked at": prompts.filter(({ share }) => share !== "tuning"),
  "of these, held out": prompts.filter(({ share }) => share === "held out"),
  "of these, written when the matcher was finished": prompts.filter(({ share }) => share === "fresh"),
};

const rows = Object.entries(sets).map(([set, chosen]) => {
  const measure = (finders: Finders): Qualities => measureQuality(chosen, finders);
  const [writ, asked] = [measure(matchers.writ), measure(matchers.asked)];
  const [noExamples, substring] = [measure(matchers.noExamples), measure(matchers.substring)];
  return { set, writ, asked, noExamples, substring, below: missedBars(writ, substring) };
});
const time = measureTime(folder);
const small = measureSmall(folder);
const missed = [
  ...(rows[0]?.below ?? []),
  ...(time.p99 <= slowest ? [] : [`a suggestion takes more than ${slowest} ms`]),
];

if (process.argv.includes("--json")) console.log(JSON.stringify({ rows, time, small, missed }, null, 2));
else print();
process.exitCode = missed.length > 0 ? 1 : 0;

function print(): void {
  for (const { set, writ, asked, noExamples, substring, below } of rows) {
    console.log(`\n${set}`);
    console.log(line("", "prompts", ["Writ", "Writ, asked", "without examples", "substring"]));
    for (const part of parts) {
      const cells = [writ, asked, noExamples, substring].map((qualities) => cellOf(part, qualities[part]));
      console.log(line(part, String(writ[part].prompts), cells));
    }
    for (const bar of below) console.log(`  below a bar: ${bar}`);
  }
  console.log(`
Each cell: precision@1 / recall@3; of "nothing": false abilities / false documents.
"Asked": somebody asks which one fits, so the best guess is given, however unsure.
A registry of twelve: ${percent(small.found)} of what it has is found first; ${percent(small.falseSuggestions)} of all other requests get a suggestion.
A suggestion, warm: p50 ${time.p50.toFixed(2)} ms, p99 ${time.p99.toFixed(2)} ms (bar ${slowest}). Reading 210 abilities: ${time.build.toFixed(0)} ms.`);
  for (const bar of missed) console.log(`MISS ${bar}`);
}

function line(name: string, count: string, cells: readonly string[]): string {
  return `  ${name.padEnd(12)}${count.padStart(8)}${cells.map((cell) => cell.padStart(19)).join("")}`;
}

function cellOf(part: Part, quality: Quality): string {
  const { precisionAt1, recallAt3, falseSuggestions, falseDocuments } = quality;
  const pair = part === "nothing" ? [falseSuggestions, falseDocuments] : [precisionAt1, recallAt3];
  return pair.map(percent).join(" / ");
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
