// The clocks a history is played by. Every working copy has one of its own.
import fs, { type BigIntStats, type Stats } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dice } from "./dice.ts";

/** `true`: one right clock for all. `wrong`: each is off, drifts, and jumps before every act; some acts fall into one moment. */
export type Clocks = "true" | "wrong";

/** Makes whatever happens from now on happen by this clock. One that may stand still does not do so while files are looked at. */
export type ReadClock = (mayStand?: boolean) => void;

const minute = 60_000;
/** Where a clock is set to before an act, compared with where it should be. */
const mostOff = 10 * minute;

/** How far the clock that counts now is off, or the moment it stands at; `null` for the right one. */
let current: { off: number } | { at: number } | null = null;

const RealDate = Date;

class PlayedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(PlayedDate.now());
    else super(...given);
  }
  static override now(): number {
    const now = RealDate.now();
    if (current === null) return now;
    return "at" in current ? current.at : now + current.off;
  }
}

/** How far the clock is off now, in whole milliseconds. */
const offNow = (): number => Math.round(PlayedDate.now() - RealDate.now());

function shifted<T extends Stats | BigIntStats | undefined>(stats: T): T {
  const off = offNow();
  if (stats === undefined || off === 0) return stats;
  const times: Record<string, number | bigint> = stats as never;
  for (const name of ["mtime", "ctime", "birthtime"]) {
    const ms = times[`${name}Ms`];
    if (ms !== undefined) times[`${name}Ms`] = typeof ms === "bigint" ? ms + BigInt(off) : ms + off;
    const ns = times[`${name}Ns`];
    if (typeof ns === "bigint") times[`${name}Ns`] = ns + BigInt(off) * 1_000_000n;
  }
  return stats;
}

const realStats = { lstatSync: fs.lstatSync, statSync: fs.statSync, fstatSync: fs.fstatSync };
const realLater = { lstat: fs.promises.lstat, stat: fs.promises.stat };

/** A disk has the clock of its machine: the times of files are off as far. */
function shiftFiles(): void {
  const now =
    (look: (...asked: never[]) => never) =>
    (...asked: never[]) =>
      shifted(look(...asked));
  const later =
    (look: (...asked: never[]) => Promise<never>) =>
    async (...asked: never[]) =>
      shifted(await look(...asked));
  for (const [name, look] of Object.entries(realStats)) Object.assign(fs, { [name]: now(look as never) });
  for (const [name, look] of Object.entries(realLater)) Object.assign(fs.promises, { [name]: later(look as never) });
  syncBuiltinESMExports();
}

function unshiftFiles(): void {
  Object.assign(fs, realStats);
  Object.assign(fs.promises, realLater);
  syncBuiltinESMExports();
}

/** The clocks of one history; `stop` gives the real one back. */
export function startClocks(kind: Clocks, seed: number): { clockOf(name: string): ReadClock; stop(): void } {
  if (kind === "true") return { clockOf: () => () => {}, stop: () => {} };
  const roll = dice(seed ^ 0x5eed);
  globalThis.Date = PlayedDate as DateConstructor;
  shiftFiles();
  const between = (most: number): number => roll.below(2 * most + 1) - most;
  return {
    clockOf() {
      const offset = between(mostOff);
      const drift = between(20_000);
      let acts = 0;
      return (mayStand = false) => {
        acts += 1;
        // Now and then the clock does not move at all.
        if (mayStand && current !== null && roll.below(4) === 0) current = { at: PlayedDate.now() };
        else current = { off: offset + acts * drift + between(mostOff) };
      };
    },
    stop() {
      globalThis.Date = RealDate;
      unshiftFiles();
      current = null;
    },
  };
}

/** The environment in which git commits by the clock that counts now. */
export function datesForGit(): NodeJS.ProcessEnv {
  if (current === null) return process.env;
  const now = `@${Math.floor(Date.now() / 1000)} +0000`;
  return { ...process.env, GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now };
}
