// `npm run bench`: measures what Writ costs, prints a table, writes JSON, and ends with 1 when a bar is missed.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { blameSpeed } from "./blame/speed.ts";
import { cleanTree } from "./clean-tree.ts";
import { decision } from "./decision.ts";
import { friction } from "./friction.ts";
import { hookPath } from "./hook-path.ts";
import { ledgerRows } from "./ledger/rows.ts";
import type { Row } from "./row.ts";
import { snapshotRows } from "./snapshot.ts";

const sections: Record<string, () => Promise<Row[]>> = {
  decision,
  "hook-path": hookPath,
  "clean-tree": cleanTree,
  ledger: ledgerRows,
  blame: blameSpeed,
  snapshot: snapshotRows,
  friction,
};

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.what.length));
  for (const { what, value, bar, unit, detail } of rows) {
    const mark = value <= bar ? "ok  " : "MISS";
    console.log(
      `${mark} ${what.padEnd(width)}  ${value.toFixed(3).padStart(9)} ${unit.padEnd(5)} (bar ${bar})  ${detail}`,
    );
  }
}

const chosen = process.argv.slice(2);
const rows: Row[] = [];
for (const [name, run] of Object.entries(sections)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.error(`measuring ${name} ...`);
  rows.push(...(await run()));
}
print(rows);
mkdirSync(".build", { recursive: true });
const machine = { node: process.version, cpus: cpus().length, memory: totalmem(), platform: process.platform };
writeFileSync(join(".build", "bench.json"), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
console.log("\nThe numbers are in .build/bench.json");
process.exitCode = rows.some((row) => !(row.value <= row.bar)) ? 1 : 0;
