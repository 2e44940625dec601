// `npm run bench`: measures what Writ costs, prints a table, writes JSON, and ends with 1 when a bar is missed.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Row } from "./row.ts";
import { sections } from "./sections.ts";

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.what.length));
  for (const { what, value, bar, unit, detail } of rows) {
    const mark = value <= bar ? "ok  " : "MISS";
    console.log(
      `${mark} ${what.padEnd(width)}  ${value.toFixed(3).padStart(9)} ${unit.padEnd(5)} (bar ${bar})  ${detail}`,
    );
  }
}

/** In a process of its own: starting git from one that holds what a million records left takes twice as long. */
const measure = (section: string): Row[] =>
  JSON.parse(
    execFileSync(process.execPath, ["scripts/run.mjs", "bench/section.ts", section], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }),
    // JSON has no word for what could not be measured.
    (key, value) => (key === "value" && value === null ? Number.NaN : value),
  );

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !sections.some((section) => section === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")} to measure. There are: ${sections.join(", ")}`);
  process.exit(2);
}
const rows: Row[] = [];
for (const section of sections) {
  if (chosen.length > 0 && !chosen.includes(section)) continue;
  console.error(`measuring ${section} ...`);
  rows.push(...measure(section));
}
print(rows);
mkdirSync(".build", { recursive: true });
const machine = { node: process.version, cpus: cpus().length, memory: totalmem(), platform: process.platform };
writeFileSync(join(".build", "bench.json"), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
console.log("\nThe numbers are in .build/bench.json");
process.exitCode = rows.some((row) => !(row.value <= row.bar)) ? 1 : 0;
