import { expect, it } from "vitest";
import type { GitBy } from "../../bench/blame/edits.ts";
import { play } from "../../bench/blame/play.ts";
import { turnsOf } from "../../bench/blame/players.ts";
import known from "./known-mistakes.json" with { type: "json" };

/** Another one first each turn: a run that is limited in time does not always come to the same ones. */
function rotated<T>(all: readonly T[]): T[] {
  const at = (Number(process.env.WRIT_TEST_TURN ?? 0) * 41) % all.length;
  return [...all.slice(at), ...all.slice(0, at)];
}

/**
 * The histories of the oracle in which blame still gets lines wrong: how many, in the working copy and in a clone. It may only get better.
 * There are hundreds, of seconds each: those in which people run git and those in which agents do are files of their own, so that they run side by side.
 */
export function areToldNoWorse(gitBy: GitBy): void {
  for (const [seed, [here = 0, clone = 0]] of rotated(Object.entries(known))) {
    const turns = turnsOf(Number(seed));
    if (turns.gitBy !== gitBy) continue;
    // Git counts in seconds, so what falls into one differs from play to play, and with it a doubt now and then.
    const options = { timeout: 120_000, retry: 2 };
    it(`history ${seed}: at most ${here} lines told wrong, ${clone} in a clone`, options, async () => {
      const played = await play(Number(seed), turns.gitBy, turns.words);
      expect(played.here.mistakes.length, played.here.mistakes.join("\n")).toBeLessThanOrEqual(here);
      expect(played.clone.mistakes.length, played.clone.mistakes.join("\n")).toBeLessThanOrEqual(clone);
    });
  }
}
