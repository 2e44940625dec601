import { inDepth } from "@writ/testkit";
import { expect, it } from "vitest";
import { noTally, type Tally } from "../../bench/blame/judge.ts";
import { play } from "../../bench/blame/play.ts";

/** Histories that blame once got wrong, and that it must get right in every line. */
const fixed = [4, 8, 10, 13, 16, 18, 28, 39, 84, 92, 112, 224, 1129];

it.each(fixed.slice(0, inDepth(1, fixed.length)))(
  "history %i is told right in every line",
  async (seed) => {
    const { here, clone } = await play(seed);
    expect({ here: here.mistakes, clone: clone.mistakes }).toEqual({ here: [], clone: [] });
  },
  60_000,
);

/** The same with agents that run git, and change several files with one command. */
const fixedWithAgents = [13, 20, 25, 26, 1098, 1147, 2091, 7171, 7203, 5011, 1498, 1290, 1654, 1943, 794];

it.each(fixedWithAgents.slice(0, inDepth(1, fixedWithAgents.length)))(
  "history %i, in which agents run git, is told right in every line",
  async (seed) => {
    const { here, clone } = await play(seed, "agents");
    expect({ here: here.mistakes, clone: clone.mistakes }).toEqual({ here: [], clone: [] });
  },
  120_000,
);

/** The same with lines that everybody types, and with edits that leave the words of a line as they are. */
const fixedWithCommon = [
  { seed: 3, gitBy: "agents" },
  { seed: 6, gitBy: "agents" },
  { seed: 8, gitBy: "people" },
  { seed: 9, gitBy: "people" },
  { seed: 11, gitBy: "agents" },
  { seed: 4, gitBy: "people" },
  { seed: 38, gitBy: "agents" },
  { seed: 1023, gitBy: "agents" },
  { seed: 1029, gitBy: "people" },
  { seed: 1092, gitBy: "people" },
] as const;

it.each(fixedWithCommon.slice(0, inDepth(1, fixedWithCommon.length)))(
  "history $seed, in which lines are common and $gitBy run git, is told right in every line",
  async ({ seed, gitBy }) => {
    const { here, clone } = await play(seed, gitBy, "common");
    expect({ here: here.mistakes, clone: clone.mistakes }).toEqual({ here: [], clone: [] });
  },
  120_000,
);

const add = (sum: Tally, more: Tally): Tally =>
  Object.fromEntries(Object.entries(sum).map(([key, value]) => [key, value + more[key as keyof Tally]])) as never;

it("others are told as well as the bars want it, here and in a clone", async () => {
  let [here, clone] = [noTally(), noTally()];
  for (let seed = 3001; seed <= 3000 + inDepth(1, 30); seed += 1) {
    const played = await play(seed);
    here = add(here, played.here.all);
    clone = add(clone, played.clone.all);
  }
  for (const { right, wrong, missed } of [here, clone]) {
    expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.995);
    expect(right / (right + missed)).toBeGreaterThanOrEqual(0.98);
    expect(right).toBeGreaterThan(inDepth(3, 200));
  }
}, 300_000);
