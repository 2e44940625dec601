import { expect, it } from "vitest";
import { play } from "../../bench/blame/play.ts";
import { turnsOf } from "../../bench/blame/players.ts";
import known from "./known-mistakes.json" with { type: "json" };

/** Histories in which blame still gets lines wrong: how many, in the working copy and in a clone. It may only get better. */
it.each(Object.entries(known))(
  "history %s is told no worse than it was: %j",
  async (seed, [here = 0, clone = 0]) => {
    const { gitBy, words } = turnsOf(Number(seed));
    const played = await play(Number(seed), gitBy, words);
    expect(played.here.mistakes.length, played.here.mistakes.join("\n")).toBeLessThanOrEqual(here);
    expect(played.clone.mistakes.length, played.clone.mistakes.join("\n")).toBeLessThanOrEqual(clone);
  },
  120_000,
);
