// Plays histories in threads: git keeps each of them waiting most of the time.
import { existsSync } from "node:fs";
import { parentPort, Worker, workerData } from "node:worker_threads";
import type { Clocks } from "./clocks.ts";
import type { GitBy, Words } from "./edits.ts";
import { type Played, play } from "./play.ts";

interface Share {
  first: number;
  count: number;
  jobs: number;
  /** Who runs git; by turns when it is not said. */
  gitBy: GitBy | "both";
  /** What is written; by turns when it is not said. */
  words: Words | "both";
  clocks: Clocks;
}

/** A history that could not be played to its end. */
export interface Broken {
  seed: number;
  error: string;
}

/** Plays `count` histories from seed `first` on. */
export async function playAll(
  { first, count, jobs, gitBy, words, clocks }: Share,
  take: (played: Played | Broken) => void,
): Promise<void> {
  // A disk that is memory is many times as fast, where there is one.
  const env = existsSync("/dev/shm") ? { ...process.env, TMPDIR: "/dev/shm" } : process.env;
  const players = Array.from({ length: jobs }, (_, nth) => {
    const seeds = Array.from({ length: count }, (_, at) => first + at).filter((seed) => seed % jobs === nth);
    const worker = new Worker(new URL(import.meta.url), { workerData: { seeds, gitBy, words, clocks }, env });
    return new Promise<void>((done, failed) => {
      worker.on("message", take);
      worker.on("error", failed);
      worker.on("exit", (code) => (code === 0 ? done() : failed(new Error(`a player ended with ${code}`))));
    });
  });
  await Promise.all(players);
}

/** Who runs git in a history, and what is written, by turns. */
export const turnsOf = (seed: number): { gitBy: GitBy; words: Words } => ({
  // Each thread has every second seed, or so: by turns in every thread.
  gitBy: Math.floor(seed / 2) % 2 === 0 ? "people" : "agents",
  // In a quarter of them half of what is typed is common: a seventh of all, as in real code.
  words: Math.floor(seed / 4) % 4 === 3 ? "common" : "own",
});

/** In such a thread: plays its seeds. */
export async function playShare(): Promise<void> {
  const { seeds, gitBy, words, clocks } = workerData as Pick<Share, "gitBy" | "words" | "clocks"> & { seeds: number[] };
  for (const seed of seeds) {
    try {
      const turns = turnsOf(seed);
      const by = gitBy === "both" ? turns.gitBy : gitBy;
      const what = words === "both" ? turns.words : words;
      parentPort?.postMessage(await play(seed, by, what, clocks));
    } catch (error) {
      parentPort?.postMessage({ seed, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
}
