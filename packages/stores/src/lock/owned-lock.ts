import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../failure.ts";
import { currentOwner, lifeOf, parseName, toName } from "./owner.ts";
import type { Taker } from "./taker.ts";

/** How often a holder shows that it lives, and how long it may stay silent where its pid cannot be looked up. */
const beatMs = 1_000;
const silentMs = 5_000;

/** What a rename onto a folder with an owner in it says; Windows has other words, and so has a parent that vanished. */
const taken = new Set(["ENOTEMPTY", "EEXIST", "ENOENT"]);
const takenOnWindows = new Set(["EPERM", "EACCES", "EBUSY"]);

/**
 * The lock where the kernel offers none: a folder whose only file is named after its owner. It appears with its
 * owner in one rename, so nobody ever sees half of it. A dead owner's file is deleted by that name, which cannot
 * hit a newer owner's, and a folder is only ever replaced while it is empty: breaking a stale lock has no race.
 *
 * Limits. It excludes only others that use this lock too, not those who hold the kernel's lock on the same path.
 * Where a pid cannot be looked up (another container or machine on a shared disk), an owner silent for five seconds
 * counts as dead, so one that is suspended for longer can lose its lock. Where a system tells no start times
 * (Windows), a reused pid keeps a dead owner's lock until that process ends.
 */
export function ownedLock(path: string, clock: () => number = () => performance.now()): Taker {
  const folder = `${path}.d`;
  const me = currentOwner();
  const mine = toName(me);
  const candidate = `${folder}-${mine}`;
  let watched: { name: string; beat: number; since: number } | null = null;

  /** Whether the owner gave no sign of life for too long, by our own steady clock. */
  const isSilent = (name: string): boolean => {
    const beat = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
    if (beat === undefined) return false;
    if (watched?.name !== name || watched.beat !== beat) watched = { name, beat, since: clock() };
    return clock() - watched.since > silentMs;
  };

  const isStale = (name: string): boolean => {
    const owner = parseName(name);
    const life = owner === null ? "unknown" : lifeOf(owner, me.space);
    return life === "dead" || (life === "unknown" && isSilent(name));
  };

  return {
    async take() {
      prepare(candidate, mine);
      for (const name of list(folder).filter(isStale)) {
        attempt(() => unlinkSync(join(folder, name)));
        sweep(folder, me.space);
      }
      // Not everywhere does a rename replace an empty folder; this fails while there is an owner in it.
      attempt(() => rmdirSync(folder));
      try {
        renameSync(candidate, folder);
      } catch (error) {
        if (isTaken(errorCode(error) ?? "")) return null;
        throw error;
      }
      const beating = setInterval(() => attempt(() => beatOf(join(folder, mine))), beatMs);
      beating.unref();
      return async () => {
        clearInterval(beating);
        attempt(() => unlinkSync(join(folder, mine)));
        attempt(() => rmdirSync(folder));
      };
    },
    async drop() {
      attempt(() => rmSync(candidate, { recursive: true, force: true }));
    },
  };
}

function isTaken(code: string): boolean {
  return taken.has(code) || (process.platform === "win32" && takenOnWindows.has(code));
}

function prepare(candidate: string, name: string): void {
  mkdirSync(candidate, { recursive: true });
  writeFileSync(join(candidate, name), "");
}

/** Folders of those who died while they waited. */
function sweep(folder: string, space: string): void {
  const prefix = `${basename(folder)}-`;
  for (const name of list(dirname(folder))) {
    const owner = name.startsWith(prefix) ? parseName(name.slice(prefix.length)) : null;
    if (owner === null || lifeOf(owner, space) !== "dead") continue;
    attempt(() => rmSync(join(dirname(folder), name), { recursive: true, force: true }));
  }
}

function beatOf(file: string): void {
  const now = new Date();
  utimesSync(file, now, now);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Somebody else may have been faster: then there is nothing left to do. */
function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
