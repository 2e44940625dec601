import picomatch from "picomatch/posix.js";

/** Answers for one workspace-relative POSIX path. */
export type Matcher = (path: string) => boolean;

const nothing: Matcher = () => false;
const wildcard = /[*?[\]{}\\]/;
const options = { dot: true, nonegate: true, noextglob: true } as const;

/** Whether the globs own a path. `!glob` excludes wherever it stands; an empty list, or one with a broken exclusion, owns nothing. */
export function ownerOf(globs: readonly string[]): Matcher {
  return remembered(owners, globs, () => {
    const { owned, excluded } = sorted(globs);
    if (excluded.some((glob) => globProblem(glob) !== null)) return nothing;
    const takes = owned.filter((glob) => globProblem(glob) === null).map(compiled);
    const leaves = excluded.map(compiled);
    return (path) => {
      if (!isPlainPath(path)) return false;
      const name = nfc(path);
      return takes.some((take) => take(name)) && !leaves.some((leave) => leave(name));
    };
  });
}

/** Whether the globs own a directory with everything that may lie beneath it. */
export function treeOwnerOf(globs: readonly string[]): Matcher {
  const owns = ownerOf(globs);
  const exclusions = sorted(globs).excluded.map(fixedPart);
  return (path) =>
    owns(path) &&
    owns(`${path}/${probe}`) &&
    owns(`${path}/${probe}/${probe}`) &&
    !exclusions.some((base) => base === "" || isWithin(base, path) || isWithin(path, base));
}

/** Whether the globs own whatever another glob may: told by the folders before its first wildcard, so not always. */
export function globOwnerOf(globs: readonly string[]): (glob: string) => boolean {
  const owns = treeOwnerOf(globs);
  return (glob) => globProblem(glob) === null && owns(fixedPart(glob));
}

/** Why a scope glob cannot be used, or `null`. Such a glob owns nothing. */
export function globProblem(glob: string): string | null {
  const text = glob.startsWith("!") ? glob.slice(1) : glob;
  if (!ordinary.test(text)) {
    for (const { found, reason } of problems) if (found.test(text)) return reason;
    if (!printable.test(text) && hasUnseen(text)) return "it has control characters";
  }
  if (text.length > 500) return "it is longer than 500 characters";
  const segments = text.split("/");
  if (segments.includes("..")) return "it climbs with ..: scopes start at the workspace root";
  if (backtracking(segments) > 2) return "it has too many wildcards: use several simpler globs";
  if (text.split("{").length > 9) return "it has more than eight braces";
  return null;
}

/** Whether a name (an intent id, a tool) matches a pattern. `*` matches anything; `!pattern` excludes. */
export function matchesAny(patterns: readonly string[], name: string): boolean {
  return matchingPattern(patterns, name) !== null;
}

/** The first pattern that matches a name, or `null`. */
export function matchingPattern(patterns: readonly string[], name: string): string | null {
  const { owned, excluded } = sorted(patterns);
  if (excluded.some((pattern) => named(pattern)(name))) return null;
  return owned.find((pattern) => named(pattern)(name)) ?? null;
}

/**
 * How many wildcards share their ground with another, so that a match must try their ways of dividing it. Each
 * multiplies the work by the length of a path, and a hook must answer in time whatever an agent asks for.
 */
function backtracking(segments: readonly string[]): number {
  const shared = (count: number) => Math.max(0, count - 1);
  const trees = segments.filter((segment) => segment.includes("**")).length;
  return segments.reduce((sum, segment) => sum + shared(starsIn(segment)), shared(trees));
}

/** Runs of `*` in a segment; of alternatives in braces only the worst counts. */
function starsIn(segment: string): number {
  const runs = (text: string) => text.match(/\*+/g)?.length ?? 0;
  const groups = segment.match(/\{[^{}]*\}/g) ?? [];
  const inGroups = groups.map((group) => Math.max(...group.split(",").map(runs)));
  return inGroups.reduce((sum, count) => sum + count, runs(segment.replace(/\{[^{}]*\}/g, "")));
}

const problems: readonly { found: RegExp; reason: string }[] = [
  { found: /^\s*$/, reason: "it is empty" },
  { found: /^[\s]|[\s]$/, reason: "it starts or ends with a blank" },
  { found: /^!/, reason: "it has more than one !" },
  { found: /^~/, reason: "~ is not expanded: scopes start at the workspace root" },
  { found: /^\/|^[a-z]:[\\/]|^[a-z][a-z\d+.-]*:\/\//i, reason: "it is absolute: scopes start at the workspace root" },
  { found: /\\(?![*?[\]{}()!\\])/, reason: "it has backslashes: separate folders with /" },
  { found: /[@+?*!]\([^/]*\)/, reason: "extended patterns are not supported: use braces, such as {a,b}" },
];

/** Most globs: none of the above is in them, and one pattern is set up faster than all. */
const ordinary = /^[\w.*][\w.*/-]*$/;
/** Made when it is needed, which is seldom: a pattern with Unicode properties takes long to set up. */
const hasUnseen = (text: string): boolean => /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u.test(text);
/** What has none of these. */
const printable = /^[\x20-\x7E]*$/;

const owners = new WeakMap<readonly string[], Matcher>();
const globCache = new Map<string, Matcher>();
const nameCache = new Map<string, Matcher>();
/** A name no project has; what owns it owns anything. */
const probe = "\uE000";

function remembered(memory: WeakMap<readonly string[], Matcher>, key: readonly string[], make: () => Matcher): Matcher {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}

/** Facts are read anew for every call, so what was compiled is kept by text as well. */
function kept(cache: Map<string, Matcher>, text: string, make: (text: string) => Matcher): Matcher {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= 2000) cache.clear();
  const made = make(text);
  cache.set(text, made);
  return made;
}

function compiled(glob: string): Matcher {
  return kept(globCache, glob, compile);
}

function named(pattern: string): Matcher {
  return kept(nameCache, pattern, (text) => {
    if (!wildcard.test(text)) return (name) => name === text;
    const { isMatch } = toPicomatch(text, { ...options, bash: true });
    return (name) => name === text || isMatch(name);
  });
}

function compile(glob: string): Matcher {
  const text = tidy(glob);
  const base = text.endsWith("/**") ? text.slice(0, -3) : text;
  // Also taken literally: `app/[id]` is a folder in many projects, and a plain name may be one.
  const literally: Matcher = (path) => isWithin(path, base);
  if (!wildcard.test(base)) return literally;
  const lastSegment = text.slice(text.lastIndexOf("/") + 1);
  const { isMatch } = toPicomatch(text, options);
  if (/[*?[\]]/.test(lastSegment)) return (path) => literally(path) || isMatch(path);
  const below = toPicomatch(`${text}/**`, options).isMatch;
  return (path) => literally(path) || isMatch(path) || below(path);
}

function toPicomatch(text: string, settings: picomatch.PicomatchOptions): { isMatch: Matcher } {
  const isMatch = picomatch(plainOutsideClasses(text), settings);
  return { isMatch: (path) => isMatch(path) };
}

/** Only `* ? [] {}` are special here; picomatch would read `(group)` and `+page` as regular expressions. */
function plainOutsideClasses(text: string): string {
  return text.replace(/\\.|\[[!^]?[^\]/]*\]|[()+@!|^$]/gu, (part) => {
    if (part.startsWith("[")) return part.replace(/^\[!/, "[^");
    return part.length > 1 ? part : `\\${part}`;
  });
}

function tidy(glob: string): string {
  const text = nfc(glob)
    .replace(/\/{2,}/g, "/")
    .replace(/^(\.\/)+/, "")
    .replace(/\/\.(?=\/|$)/g, "");
  if (text === "." || text === "") return "**";
  return text.endsWith("/") ? `${text}**` : text;
}

function sorted(globs: readonly string[]): { owned: string[]; excluded: string[] } {
  const owned: string[] = [];
  const excluded: string[] = [];
  for (const glob of globs) {
    if (glob.startsWith("!")) excluded.push(glob.slice(1));
    else owned.push(glob);
  }
  return { owned, excluded };
}

/** The folders before the first wildcard. */
function fixedPart(glob: string): string {
  const segments = tidy(glob).split("/");
  const first = segments.findIndex((segment) => wildcard.test(segment));
  return (first === -1 ? segments : segments.slice(0, first)).join("/");
}

function isWithin(path: string, base: string): boolean {
  return path === base || (path.startsWith(base) && path.charAt(base.length) === "/");
}

function isPlainPath(path: string): boolean {
  return path !== "" && path !== "." && !path.startsWith("/") && !/(^|\/)\.\.?(\/|$)/.test(path);
}

function nfc(text: string): string {
  return isAscii(text) ? text : text.normalize("NFC");
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
