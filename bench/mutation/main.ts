// `npm run bench:mutation [-- --json]`: how often a change of form is told from one of behaviour, by syntax trees and by
// tokens, for each language and kind. Ends with 1 when a part is below the bar.
import { resolve } from "node:path";
import { median } from "../row.ts";
import { type Answer, measure, type Score, scoreOf } from "./measure.ts";
import { parts, readPairs } from "./set.ts";

const bar = 0.95;
const answers = await measure(readPairs(resolve("bench/mutation")));
const sets = parts.map((part) => ({ part, answers: answers.filter(({ pair }) => pair.part === part) }));
const below = sets.filter(({ answers: of }) => scoreOf(of).trees < bar * of.length).map(({ part }) => part);

if (process.argv.includes("--json")) console.log(JSON.stringify({ sets: sets.map(toJson), below }, null, 2));
else print();
process.exitCode = below.length > 0 ? 1 : 0;

function toJson({ part, answers: of }: { part: string; answers: readonly Answer[] }) {
  return { part, all: scoreOf(of), languages: groups(of, "language"), kinds: groups(of, "kind") };
}

function groups(of: readonly Answer[], by: "language" | "kind"): Record<string, Score> {
  const names = [...new Set(of.map(({ pair }) => pair[by]))].sort();
  return Object.fromEntries(names.map((name) => [name, scoreOf(of.filter(({ pair }) => pair[by] === name))]));
}

function print(): void {
  for (const { part, answers: of } of sets) {
    console.log(`\n${part}: ${of.length} pairs`);
    console.log(line("", "pairs", "by trees", "by tokens", "missed"));
    for (const [name, score] of Object.entries(groups(of, "language"))) row(name, score);
    console.log("");
    for (const [name, score] of Object.entries(groups(of, "kind"))) row(name, score);
    row("all", scoreOf(of));
    // What was never looked at while tuning stays unseen here too.
    for (const { pair } of /^(tuning|review)$/.test(part) ? of.filter(isWrong) : [])
      console.log(`  wrong: ${pair.language}, ${pair.kind} · ${pair.what}`);
  }
  const times = answers.map(({ ms }) => ms);
  console.log(
    `\nA pair: median ${median(times).toFixed(1)} ms, slowest ${Math.max(...times).toFixed(0)} ms. Bar: ${bar * 100} % of each part.\nMissed: behaviour that changed, taken for form.`,
  );
  for (const part of below) console.log(`MISS ${part}`);
}

function isWrong({ pair, trees }: Answer): boolean {
  return trees !== pair.expected;
}

function row(name: string, { count, trees, tokens, missed }: Score): void {
  const percent = (right: number): string => `${((100 * right) / count).toFixed(1)} %`;
  console.log(line(name, String(count), percent(trees), percent(tokens), String(missed)));
}

function line(name: string, ...cells: readonly string[]): string {
  return `  ${name.padEnd(14)}${cells.map((cell) => cell.padStart(12)).join("")}`;
}
