import { accessSync, constants, lstatSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { FileFact, Tier } from "@writ/contracts";
import { isProtected, newNameProblem, readSpelling, type Spelling, strictest, tierOf } from "@writ/engine";
import { homeFolders } from "../home-folder.ts";
import { digestFile } from "./digest.ts";
import { heldBeneath, isDaemons, isPlanned } from "./scratch.ts";
import { errorReason, split, type Walk, walk } from "./walk.ts";

/** What besides the disk decides how a path is seen. */
export interface IdentityOptions {
  /** `sensitive_paths` of the config. */
  sensitive?: readonly string[];
  /** Real paths of writable folders: `scratchFolders`. A function is asked only where they matter. */
  scratch?: readonly string[] | (() => readonly string[]);
  /** `false` when no writable folder lies inside the workspace but agents' own plan folders. */
  innerScratch?: boolean;
  /** Files and folders, from the root, that are protected beside the built-in ones: handlers, `linkedGuards`. */
  guarded?: readonly string[];
  /** `false` leaves the content alone; `hash` is then `null`. */
  hash?: boolean;
}

/** A touched path as it really is on this disk. Never throws: what cannot be looked up is refused, with the reason. */
export async function identify(
  root: string,
  cwd: string,
  given: string,
  options: IdentityOptions = {},
): Promise<FileFact> {
  const whole = withHome(given);
  if (whole === null) return { ...refused(given, elsewhere, options), place: "outside" };
  const spelling = readSpelling(whole, process.platform === "win32" ? "win32" : "posix");
  if (!spelling.ok) return refused(given, spelling.reason, options);
  try {
    const fact = await located(realpathSync.native(root), { root: resolve(root), cwd, given, spelling }, options);
    return whole === given ? fact : inHome(fact, options);
  } catch (error) {
    return refused(given, errorReason(error), options);
  }
}

const elsewhere = "it begins in a home folder, or in one that only the shell knows";

/** The path with the home folder in the place of `~`; `null` for the home of another user and what else `~x` may mean. */
function withHome(given: string): string | null {
  if (!given.startsWith("~")) return given;
  const [home] = homeFolders();
  return /^~(\/|$)/.test(given) && home !== undefined ? home + given.slice(1) : null;
}

/** Where a path with `~` leads. In the workspace only a name that all tools read alike will do. */
function inHome(fact: FileFact, options: IdentityOptions): FileFact {
  if (fact.place === "workspace") {
    return refused(fact.given, `only some tools take ~ for the home folder; the file is ${fact.path}`, options);
  }
  // A home in a temporary folder is a home all the same.
  const isTemporary = homeFolders().some((home) => scratchOf(options).some((folder) => isInside(folder, home)));
  return fact.place === "scratch" && isTemporary ? { ...fact, place: "outside" } : fact;
}

interface Asked {
  root: string;
  cwd: string;
  given: string;
  spelling: Spelling & { ok: true };
}

async function located(realRoot: string, asked: Asked, options: IdentityOptions): Promise<FileFact> {
  const { given } = asked;
  const found = agreed(realRoot, asked);
  const spelledTier = lexicalTier(realRoot, asked, options);
  if (!found.ok) return refused(given, found.reason, options, spelledTier);
  const tier = strictest(tierAt(realRoot, found.real, options), spelledTier);
  for (const name of found.fresh) {
    const reason = newNameProblem(name);
    if (reason !== null) return refused(given, reason, options, tier);
  }
  const entry = found.link !== null && isInside(realRoot, found.link) ? fromRoot(realRoot, found.link) : null;
  const { place, reason } = placeOf(realRoot, asked, found, options);
  const kind = kindOf(found);
  const holds = place === "scratch" && kind === "directory" ? heldBeneath(found.real, realRoot) : undefined;
  const file = kind === "file" ? found.stats : null;
  let digest: string | null | undefined;
  const readable = file !== null && place !== "outside" && options.hash !== false;
  // The content is read later, when nobody expects a failure any more.
  if (readable) accessSync(found.real, constants.R_OK);
  return {
    given,
    place,
    path: isInside(realRoot, found.real) ? fromRoot(realRoot, found.real) : posix(found.real),
    ...(reason !== undefined && { reason }),
    ...(holds !== undefined && { holds }),
    ...(entry !== null && { entry }),
    ...(found.link !== null && { isLink: true }),
    kind,
    tier: entry === null ? tier : strictest(tier, tierOf(entry, options.sensitive, options.guarded)),
    links: file?.nlink ?? 1,
    ...(file !== null && { size: file.size }),
    // Read when somebody asks: most decisions do not depend on what is in the file.
    get hash() {
      if (digest === undefined) digest = readable ? digestFile(found.real, given) : null;
      return digest;
    },
  };
}

/** `..` after a link means one folder to a program that tidies paths and another to the system: both must agree. */
function agreed(realRoot: string, asked: Asked): Walk {
  const { root, cwd, spelling } = asked;
  const tidied = follow(realRoot, root, tidiedPath(asked));
  if (!spelling.segments.includes("..")) return tidied;
  const asSpelled = spelling.absolute
    ? walk(spelling.root, spelling.segments)
    : walkFrom(follow(realRoot, root, resolve(root, cwd)), spelling.segments);
  if (!tidied.ok) return tidied;
  if (!asSpelled.ok) return asSpelled;
  if (asSpelled.real === tidied.real) return tidied;
  return {
    ok: false,
    reason: "its `..` can be read in two ways because of a link: name the file without `..` in its path",
  };
}

function follow(realRoot: string, root: string, path: string): Walk {
  // Inside the root nothing above it needs to be looked at: that is the ordinary case.
  for (const prefix of [root, realRoot]) {
    if (isInside(prefix, path)) return walk(realRoot, split(join(sep, path.slice(prefix.length))).segments);
  }
  const { root: top, segments } = split(path);
  return walk(top, segments);
}

function walkFrom(base: Walk, segments: readonly string[]): Walk {
  return base.ok && base.stats !== null ? walk(base.real, segments) : base;
}

function placeOf(
  realRoot: string,
  asked: Asked,
  { real, link }: Walk & { ok: true },
  options: IdentityOptions,
): Pick<FileFact, "place" | "reason"> {
  const isScratch = (path: string) => scratchOf(options).some((folder) => isInside(folder, path));
  if (link !== null && !isInside(realRoot, link) && !isScratch(link)) {
    return { place: "outside", reason: "the link itself lies there" };
  }
  if (isInside(realRoot, real)) {
    const plain = options.innerScratch === false && !isPlanned(fromRoot(realRoot, real));
    if (plain) return { place: "workspace" };
    // A folder that holds the workspace does not make the workspace scratch.
    const inner = scratchOf(options).some((folder) => isInside(folder, real) && !isInside(folder, realRoot));
    return { place: inner ? "scratch" : "workspace" };
  }
  if (!isScratch(real)) return { place: "outside" };
  if (isDaemons(real)) return { place: "outside", reason: "Writ's daemon says there how to reach it" };
  // Who means the temporary folder names it; climbing out of the workspace, or a link in it, may not end up there.
  const climbs = [asked.root, realRoot].some((folder) => isInside(folder, rawPath(asked)));
  if (climbs) return { place: "outside", reason: "it leaves the workspace by .. or by a link" };
  // A temporary folder may hold another work tree, and what is guarded there is not free for everybody else.
  return isGoverned(real, scratchOf(options))
    ? { place: "outside", reason: "it lies in another guarded workspace" }
    : { place: "scratch" };
}

/** Outside the workspace nothing is sensitive, but a repository's own machinery stays closed in scratch too. */
function tierAt(realRoot: string, real: string, options: IdentityOptions): Tier {
  const { sensitive, guarded } = options;
  if (isInside(realRoot, real)) return tierOf(fromRoot(realRoot, real), sensitive, guarded);
  const [folder] = scratchOf(options)
    .filter((candidate) => candidate !== real && isInside(candidate, real))
    .sort((one, other) => other.length - one.length);
  return folder !== undefined && isProtected(fromRoot(folder, real)) ? "protected" : "plain";
}

/** How guarded the spelling is, whatever it leads to: `.claude` may be a link to somewhere else. */
function lexicalTier(realRoot: string, asked: Asked, { sensitive, guarded }: IdentityOptions): Tier {
  const path = tidiedPath(asked);
  const folder = [asked.root, realRoot].find((candidate) => candidate !== path && isInside(candidate, path));
  return folder === undefined ? "plain" : tierOf(fromRoot(folder, path), sensitive, guarded);
}

function tidiedPath(asked: Asked): string {
  return resolve(rawPath(asked));
}

/** The path from its start, with every `..` still in it. */
function rawPath({ root, cwd, spelling }: Asked): string {
  const start = spelling.absolute ? resolve(spelling.root) : resolve(root, cwd);
  return (start.endsWith(sep) ? start : start + sep) + spelling.segments.join(sep);
}

function refused(given: string, reason: string, { sensitive, guarded }: IdentityOptions, tier?: Tier): FileFact {
  const guess = tier ?? tierOf(given.replaceAll("\\", "/"), sensitive, guarded);
  return { given, place: "refused", path: given, reason, kind: "absent", tier: guess, links: 1, hash: null };
}

function kindOf({ stats }: Walk & { ok: true }): FileFact["kind"] {
  if (stats === null) return "absent";
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "special";
}

/** Whether a sidecar guards a path in a writable folder; the folder itself is everybody's. */
function isGoverned(path: string, scratch: readonly string[]): boolean {
  for (let here = dirname(path); dirname(here) !== here && !scratch.includes(here); here = dirname(here)) {
    if (lstatSync(join(here, ".orchestration"), { throwIfNoEntry: false }) !== undefined) return true;
  }
  return false;
}

function scratchOf({ scratch = [] }: IdentityOptions): readonly string[] {
  return typeof scratch === "function" ? scratch() : scratch;
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function fromRoot(folder: string, path: string): string {
  if (path === folder) return ".";
  return posix(path.slice(folder.endsWith(sep) ? folder.length : folder.length + 1));
}

function posix(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}
