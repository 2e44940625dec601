import { inDepth } from "@writ/testkit";
import { expect, it } from "vitest";
import { play } from "../../bench/blame/play.ts";
import { turnsOf } from "../../bench/blame/players.ts";

/**
 * The first of these histories have merges, a rebase, a squash, a cherry-pick and a second working copy. Each is played
 * with one right clock for all, and with clocks that are off by up to ten minutes, drift, jump and stand still.
 */
const seeds = [5008, 5011, ...Array.from({ length: 38 }, (_, nth) => 5100 + nth)];

it.each(seeds.slice(0, inDepth(1, seeds.length)))(
  "blame says the same of history %i, whatever the clocks say",
  async (seed) => {
    const { gitBy, words } = turnsOf(seed);
    const right = await play(seed, gitBy, words);
    const wrong = await play(seed, gitBy, words, "wrong");
    expect(wrong.here.answers).toEqual(right.here.answers);
    expect(wrong.clone.answers).toEqual(right.clone.answers);
  },
  240_000,
);
