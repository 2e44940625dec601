// `npm run bench:blame [-- --histories 2000 --seed 1 --jobs 2 --git people|agents|both --words own|common|both --clocks true|wrong --loud]`: plays random histories of people and agents, and
// compares what blame says of every line with who made it. Prints precision and recall, per operation and altogether.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread } from "node:worker_threads";
import type { Clocks } from "./clocks.ts";
import { noTally, type Tally } from "./judge.ts";
import type { Played } from "./play.ts";
import { type Broken, playAll, playShare } from "./players.ts";

const bars = { precision: 99.5, recall: 98 };

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: "2" },
    git: { type: "string", default: "both" },
    words: { type: "string", default: "both" },
    clocks: { type: "string", default: "true" },
    loud: { type: "boolean", default: false },
  },
});

const precision = ({ right, wrong }: Tally) => (right + wrong === 0 ? 100 : (100 * right) / (right + wrong));
const recall = ({ right, missed }: Tally) => (right + missed === 0 ? 100 : (100 * right) / (right + missed));

const share = (part: number, all: number) =>
  `${part} of ${all} (${all === 0 ? "0.00" : ((100 * part) / all).toFixed(2)} %)`;

function add(sum: Tally, more: Tally): void {
  for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += more[key];
}

const seeds = (side: Side): string[] => Object.keys(failing[side]);

type Side = "here" | "clone";
const sides: readonly Side[] = ["here", "clone"];
const totals: Record<Side, Tally> = { here: noTally(), clone: noTally() };
const byOperation = new Map<string, Record<Side, Tally>>();
/** How many lines of a seed were told wrong, where some were. */
const failing: Record<Side, Record<number, number>> = { here: {}, clone: {} };

/** The histories of one kind of lines are a row of their own. */
const wordsRow = ({ words }: Played): string => (words === "own" ? "~ own lines alone" : "~ lines everybody types too");

function take(played: Played): void {
  for (const side of sides) {
    const { all, byOperation: ofEach, mistakes } = played[side];
    add(totals[side], all);
    for (const [name, tally] of [...Object.entries(ofEach), [wordsRow(played), all] as const]) {
      const sum = byOperation.get(name) ?? { here: noTally(), clone: noTally() };
      add(sum[side], tally);
      byOperation.set(name, sum);
    }
    if (mistakes.length === 0) continue;
    failing[side][played.seed] = mistakes.length;
    if (!values.loud) continue;
    console.log(
      `seed ${played.seed}, git by ${played.gitBy}, ${played.words} words, ${side}: ${played.operations.join(", ")}`,
    );
    for (const mistake of mistakes) console.log(`  ${mistake}`);
  }
}

function gitBy(): "people" | "agents" | "both" {
  const by = values.git;
  if (by === "people" || by === "agents" || by === "both") return by;
  throw new Error("--git takes people, agents or both");
}

function words(): "own" | "common" | "both" {
  const what = values.words;
  if (what === "own" || what === "common" || what === "both") return what;
  throw new Error("--words takes own, common or both");
}

function clocks(): Clocks {
  const which = values.clocks;
  if (which === "true" || which === "wrong") return which;
  throw new Error("--clocks takes true or wrong");
}

async function main(): Promise<void> {
  const count = Number(values.histories);
  const started = performance.now();
  const broken: Broken[] = [];
  let done = 0;
  await playAll(
    { first: Number(values.seed), count, jobs: Number(values.jobs), gitBy: gitBy(), words: words(), clocks: clocks() },
    (played) => {
      if ("error" in played) broken.push(played);
      else take(played);
      done += 1;
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${count} histories`);
      else if (done % 100 === 0) console.error(`${done} of ${count} histories`);
    },
  );
  if (process.stderr.isTTY) process.stderr.write("\n");

  const number = (value: number) => value.toFixed(2).padStart(7);
  const row = (name: string, of: Record<Side, Tally>) =>
    `${name.padEnd(48)}${sides.map((side) => `${number(precision(of[side]))}${number(recall(of[side]))}${String(of[side].right + of[side].missed).padStart(9)}`).join("   ")}`;
  console.log(`${"".padEnd(48)}${"  working copy          ".padEnd(26)}  fresh clone`);
  console.log(`${"lines that went through".padEnd(48)}${sides.map(() => "  prec.  recall   AI lines").join(" ")}`);
  for (const [name, of] of [...byOperation].sort(([one], [other]) => (one < other ? -1 : 1)))
    console.log(row(name, of));
  console.log(row("altogether", totals));
  for (const side of sides)
    console.log(
      `${side}: ${JSON.stringify(totals[side])}; seeds with a mistake (${seeds(side).length}): ${seeds(side).slice(0, 40).join(" ")}`,
    );
  for (const side of sides) {
    const { doubted, humans, taken, right, missed } = totals[side];
    console.log(
      `${side}: people's lines said to be unknown ${share(doubted, humans)}, agents' lines said to be people's ${share(taken, right + missed)}`,
    );
  }
  for (const { seed, error } of broken) console.log(`seed ${seed} could not be played: ${error}`);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${count} histories in ${seconds.toFixed(0)} s`);

  const result = (side: Side) => ({
    precision: precision(totals[side]),
    recall: recall(totals[side]),
    ...totals[side],
    failing: failing[side],
  });
  mkdirSync(".build", { recursive: true });
  writeFileSync(
    join(".build", "bench-blame.json"),
    `${JSON.stringify({ histories: count, seed: Number(values.seed), bars, here: result("here"), clone: result("clone"), operations: Object.fromEntries(byOperation) }, null, 2)}\n`,
  );
  const isMet = sides.every((side) => precision(totals[side]) >= bars.precision && recall(totals[side]) >= bars.recall);
  process.exitCode = isMet && broken.length === 0 ? 0 : 1;
}

// The players are threads of this same file.
if (isMainThread) await main();
else await playShare();
