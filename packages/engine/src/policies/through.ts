import type { Effect, Facts } from "@writ/contracts";
import { type Door, doorsOf, isLinkAt, type SameAs, staysInFolder } from "./doors.ts";
import { beyond, identityOf } from "./names.ts";

/** A path of one effect that leads elsewhere, because another effect of the same call links or moves what it goes through. */
export interface Through {
  readonly effect: Effect;
  /** Where it leads, as spelled from the same place; `null` when that cannot be told beforehand. */
  readonly path: string | null;
}

/**
 * `ln -s ../other x && echo > x` writes to `../other`, and `mv link x && echo > x` to wherever the link led. The disk
 * does not say so yet, so the effects must. Whatever their order: the same name may be written before and after.
 */
export function throughs(
  effects: readonly Effect[],
  files: Facts["files"],
  programs: readonly string[] = [],
): Through[] {
  // Most calls link, move and copy nothing, and each policy asks this anew.
  if (!effects.some(leadsOn)) return [];
  const isSame = readings(effects);
  const doors = doorsOf(effects, files, isSame);
  const found = intoCopies(effects, files, programs);
  if (doors.length === 0) return found;
  for (const effect of effects) {
    const others = doors.filter((door) => door.effect !== effect && !isSame(door.effect, effect));
    for (const [end, leaves] of endsOf(effect)) found.push(...follow(effect, end, leaves, others, files));
    // Where a relative link leads depends on where it really lies, and that is not where it is spelled to be.
    const isMoved = effect.to !== undefined && others.some(({ at }) => isBeneath(effect.path, at, files));
    if (isMoved && effect.carries === undefined) found.push({ effect, path: null });
  }
  for (const door of doors) {
    if (door.isCarried !== true) continue;
    const others = doors.filter(({ effect }) => effect !== door.effect && !isSame(effect, door.effect));
    found.push(...ledFrom(door, others, files));
  }
  return found;
}

/** Whether an effect can give a name another meaning: by a link, a move or a copy, or by what a tree brings along. */
const leadsOn = ({ from, to, carries, within }: Effect): boolean =>
  from !== undefined || to !== undefined || carries !== undefined || within === true;

/** A link that was moved leads to this from its new place, and may be written through at any time. */
function ledFrom(door: Door, doors: readonly Door[], files: Facts["files"]): Through[] {
  const { effect, from } = door;
  if (from !== null) return [{ effect, path: from }, ...follow(effect, from, false, doors, files)];
  const isScratch = Object.hasOwn(files, door.at) && files[door.at]?.place === "scratch";
  return isScratch || staysInFolder(door, files) ? [] : [{ effect, path: null }];
}

/** Everywhere a name leads, door after door. Where the name itself goes away, it is not followed at its end. */
function follow(
  effect: Effect,
  end: string,
  leaves: boolean,
  doors: readonly Door[],
  files: Facts["files"],
): Through[] {
  const found: Through[] = [];
  const names = new Set([end]);
  for (const name of names) {
    if (names.size > mostNames) return [...found, { effect, path: null }];
    for (const door of doors) {
      const rest = beyond(name, door.at, files);
      if (rest === null || (rest === "" && leaves)) continue;
      const path = pathBehind(door, rest, files);
      found.push({ effect, path });
      if (path !== null) names.add(path);
    }
  }
  return found;
}

/** More names for one file nobody follows. */
const mostNames = 64;

function pathBehind({ from, isMove }: Door, rest: string, files: Facts["files"]): string | null {
  if (from === null || rest.split("/").includes("..")) return null;
  return isMove === true && passesLink(from, rest, files) ? null : from + rest;
}

/** A link that is moved, by itself or with its folder, may lead somewhere else from its new place. */
function passesLink(from: string, rest: string, files: Facts["files"]): boolean {
  if (isLinkAt(from, files) || isLinkAt(from + rest, files)) return true;
  const [before, after] = [identityOf(from, files), identityOf(from + rest, files)];
  return before !== undefined && after !== undefined && after !== before + rest.replace(/\/(?=\/|$)/g, "");
}

function endsOf({ op, path, from, to }: Effect): [end: string, leaves: boolean][] {
  if (op === "exec" || path === null) return [];
  const ends: [string, boolean][] = [[path, op === "delete"]];
  if (from !== undefined) ends.push([from, true]);
  if (to !== undefined) ends.push([to, false]);
  return ends;
}

function isBeneath(path: string | null, at: string, files: Facts["files"]): boolean {
  return path !== null && (beyond(path, at, files) ?? "") !== "";
}

/** The two readings of one `mv`, `cp` or `ln` stand next to each other, the one inside of a folder last. */
function readings(effects: readonly Effect[]): SameAs {
  const pairs = new Map<Effect, Effect>();
  for (const [at, inside] of effects.entries()) {
    const before = effects[at - 1];
    if (inside.ifFolder !== true || before === undefined || before.ifFolder === true) continue;
    const isPair = before.op === inside.op && before.from === inside.from && before.carries === inside.carries;
    if (isPair && inside.path?.startsWith(`${before.path?.replace(/\/+$/, "")}/`)) pairs.set(inside, before);
  }
  return (one, other) => pairs.get(one) === other || pairs.get(other) === one;
}

/** Programs that bring links along with a tree. */
const unpackers = /^(?:tar|bsdtar|gtar|unzip|7za?|cpio|rsync|cp|ditto)$/;

/** A tree that is copied or unpacked may bring links along, and then whoever writes into it writes elsewhere. */
function intoCopies(effects: readonly Effect[], files: Facts["files"], programs: readonly string[]): Through[] {
  if (!effects.some(({ within }) => within === true)) return [];
  const unpacks = programs.some((program) => unpackers.test(program));
  const found: Through[] = [];
  for (const [at, copy] of effects.entries()) {
    if (copy.within !== true || copy.op !== "modify" || copy.path === null) continue;
    const { path: place } = copy;
    // Patterns mean files in a folder too; only what lands in one of two places was copied or moved there.
    const isTree =
      unpacks ||
      copy.ifFolder === true ||
      isArrival(effects[at - 1], place) ||
      effects.some((other) => other.ifFolder && other.path?.startsWith(`${place}/`));
    for (const effect of effects.slice(at + 1)) {
      if (effect.within === true || effect.path === null || (effect.op !== "modify" && effect.op !== "create"))
        continue;
      const rest = beyond(effect.path, place, files);
      if (rest === "" || (rest !== null && isTree)) found.push({ effect, path: null });
    }
  }
  return found;
}

/** What a pattern matches is moved to a name, or to any name beneath it. */
const isArrival = (before: Effect | undefined, place: string): boolean =>
  before?.op === "modify" && before.within !== true && before.path === place;
