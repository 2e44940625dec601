import type { Effect, Facts } from "@writ/contracts";

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
  const doors = effects.flatMap(doorOf);
  const found = intoCopies(effects, files, programs);
  if (doors.length === 0) return found;
  for (const effect of effects) {
    if (effect.op === "exec" || effect.path === null || effect.op === "delete") continue;
    for (const door of doors) {
      // `mv a b` may end in `b` or in `b/a`: two readings of one move, not one through the other.
      if (door.effect === effect || isSameMove(door.effect, effect)) continue;
      const rest = beyond(effect.path, door.at, files);
      if (rest === null) continue;
      const isLost = rest.split("/").includes("..") || (!door.isLink && isLinkThere(door.from + rest, files));
      found.push({ effect, path: isLost ? null : door.from + rest });
    }
  }
  return found;
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

function isSameMove(one: Effect, other: Effect): boolean {
  // A relative link leads somewhere else from inside of a folder, so two readings of one `ln` differ in `to`.
  const isSameLink = one.to === other.to || (one.to && other.to && one.ifFolder !== other.ifFolder);
  return one.op === other.op && one.from === other.from && Boolean(isSameLink);
}

interface Door {
  readonly effect: Effect;
  readonly at: string;
  readonly from: string;
  readonly isLink: boolean;
}

function doorOf(effect: Effect): Door[] {
  if (effect.path === null) return [];
  if (effect.to !== undefined) return [{ effect, at: effect.path, from: trimmed(effect.to), isLink: true }];
  if (effect.op !== "rename" || effect.from === undefined) return [];
  return [{ effect, at: effect.path, from: trimmed(effect.from), isLink: false }];
}

/** What of a path follows the name it goes through, with its slash; `null` when it does not go through it. */
function beyond(path: string, at: string, files: Facts["files"]): string | null {
  for (const [long, short] of [
    [plain(path), plain(at)],
    [identityOf(path, files), identityOf(at, files)],
  ]) {
    if (long === undefined || short === undefined) continue;
    if (long === short) return "";
    if (short === "" || short === ".") return /^(?:\/|\.\.)/.test(long) ? null : `/${long}`;
    if (long.startsWith(`${short}/`)) return long.slice(short.length);
  }
  return null;
}

/** A link that is moved may lead somewhere else from its new place. */
function isLinkThere(path: string, files: Facts["files"]): boolean {
  return Object.hasOwn(files, path) && files[path]?.entry !== undefined;
}

function identityOf(given: string, files: Facts["files"]): string | undefined {
  const fact = Object.hasOwn(files, given) ? files[given] : undefined;
  return fact === undefined || fact.place === "refused" ? undefined : (fact.entry ?? fact.path);
}

const trimmed = (path: string): string => path.replace(/(?<=.)\/+$/, "");

/** The spelling without what changes nothing. */
function plain(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  return (path.startsWith("/") ? "/" : "") + names.join("/");
}
