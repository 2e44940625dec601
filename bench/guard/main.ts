// `npm run bench:guard [-- --json]`: what is refused, asked about and let through, beside the npm package cc-safety-net.
// The command lines are judged, never run. Ends with 1 when one of ours is judged wrongly or a bar of time is missed.
import { type Batch, type Case, readFound, readSets } from "./cases.ts";
import { type Guard, openGuards } from "./guards.ts";
import { measureTimes } from "./time.ts";

const slowest = 50;
const typical = 0.1;
const shownMisses = 20;

interface Row {
  readonly what: string;
  readonly passes: boolean;
  readonly cases: number;
  readonly writ: number;
  readonly safetyNet: number;
  readonly paranoid: number;
  readonly missed: readonly Case[];
}

const guards = await openGuards();
const sets = readSets();
const rows: Row[] = [];
try {
  for (const set of sets) rows.push(await measure(set));
} finally {
  await guards.close();
}
const times = measureTimes([...sets.flatMap(({ cases }) => cases), ...readFound()]);
const tooSlow = [
  ...(times.p50 <= typical ? [] : [`a typical command takes more than ${typical} ms`]),
  ...(times.worst <= slowest ? [] : [`${times.slowest} takes more than ${slowest} ms`]),
];

if (process.argv.includes("--json")) console.log(JSON.stringify({ rows, times }, null, 2));
else print();
process.exitCode = rows.some(({ missed }) => missed.length > 0) || tooSlow.length > 0 ? 1 : 0;

async function measure({ what, passes, cases }: Batch): Promise<Row> {
  const missed = await missesOf(guards.writ, cases, passes);
  const [net, paranoid] = [
    await missesOf(guards.safetyNet, cases, passes),
    await missesOf(guards.safetyNetParanoid, cases, passes),
  ];
  const right = (misses: readonly Case[]) => cases.length - misses.length;
  return {
    what,
    passes,
    cases: cases.length,
    writ: right(missed),
    safetyNet: right(net),
    paranoid: right(paranoid),
    missed,
  };
}

async function missesOf(guard: Guard, cases: readonly Case[], passes: boolean): Promise<Case[]> {
  const misses: Case[] = [];
  for (const one of cases) if ((await guard(one.command)) !== passes) misses.push(one);
  return misses;
}

function print(): void {
  for (const passes of [false, true]) {
    console.log(`\n${passes ? "Let through without a question" : "Refused, or asked about"}`);
    console.log(line("", "cases", "Writ", "cc-safety-net", "at its strictest"));
    for (const row of rows.filter((one) => one.passes === passes)) {
      const cells = [row.cases, row.writ, row.safetyNet, row.paranoid].map(String);
      console.log(line(row.what, ...cells));
    }
  }
  const { p50, p99, worst } = times;
  console.log(`
Reading one command line: p50 ${p50.toFixed(3)} ms (bar ${typical}), p99 ${p99.toFixed(3)} ms, worst ${worst.toFixed(2)} ms (bar ${slowest}), ${times.slowest}.`);
  for (const { what, missed } of rows) {
    for (const { id, command } of missed.slice(0, shownMisses)) console.log(`MISS ${id} ${JSON.stringify(command)}`);
    if (missed.length > shownMisses) console.log(`MISS ${missed.length - shownMisses} more of "${what}"`);
  }
  for (const bar of tooSlow) console.log(`MISS ${bar}`);
}

function line(what: string, ...cells: readonly string[]): string {
  return `  ${what.padEnd(54)}${cells.map((cell) => cell.padStart(18)).join("")}`;
}
