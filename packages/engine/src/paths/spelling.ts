/** A path as spelled, read without looking at the disk. */
export type Spelling =
  | {
      ok: true;
      absolute: boolean;
      /** The drive or `/` an absolute path starts at; empty otherwise. */
      root: string;
      /** Without empty segments and `.`; `..` is still there, because only the disk knows where it leads. */
      segments: readonly string[];
    }
  | { ok: false; reason: string };

export type Platform = "posix" | "win32";

/** The longest path and name common systems take, in UTF-8 bytes, and a depth nobody needs. */
const maxPath = 4096;
const maxName = 255;
const maxDepth = 128;

/** Reads a path as an agent spelled it, or says why it has no safe reading. */
export function readSpelling(given: string, platform: Platform): Spelling {
  const rules = ordinary.test(given) ? [] : [...always(), ...perPlatform[platform]];
  for (const { found, reason } of rules) if (found.test(given)) return { ok: false, reason };

  const text = platform === "win32" ? given.replaceAll("\\", "/") : given;
  const root = /^(?:[A-Za-z]:)?\//.exec(text)?.[0] ?? "";
  const segments = text
    .slice(root.length)
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  if (byteLength(given) > maxPath) return { ok: false, reason: "it is longer than any file system takes" };
  if (segments.length > maxDepth) return { ok: false, reason: `it is more than ${maxDepth} folders deep` };
  if (segments.some((segment) => byteLength(segment) > maxName)) {
    return { ok: false, reason: `a name in it is longer than ${maxName} bytes` };
  }
  return { ok: true, absolute: root !== "", root, segments };
}

/** What nearly every path looks like: none of the rules below can find anything in it, and most are slow to set up. */
const ordinary = /^(?!-|\/\/)[\w.@+#()[\], =/-]+$/;

interface Rule {
  found: RegExp;
  reason: string;
}

/** Made when they are needed: patterns with Unicode properties take long to set up. */
const always = (): readonly Rule[] => [
  { found: /^$/, reason: "it is empty" },
  { found: /\0/, reason: "it has a NUL character" },
  { found: /\p{Cs}/u, reason: "it is not valid Unicode" },
  { found: /\p{Cc}|[\u2028\u2029]/u, reason: "it has control characters or line breaks" },
  { found: /\p{Bidi_Control}/u, reason: "it has characters that reverse the reading direction" },
  { found: /`|\$[({]/, reason: "it has a shell substitution: spell the path out" },
  // Capitals only: `routes/$id.tsx` is a file in many projects.
  { found: /\$[A-Z_][A-Z0-9_]*(?![A-Za-z0-9_])/, reason: "it has a variable: spell the path out" },
  { found: /\$env:|%[a-z_][a-z0-9_()]*%/i, reason: "it has a variable: spell the path out" },
  { found: /^~/, reason: "~ is not expanded: spell the path out" },
  { found: /^-/, reason: "it starts with a dash, which programs read as an option" },
  { found: /^[A-Za-z][A-Za-z\d+.-]+:\/\/|^file:/i, reason: "it is a URL: give a plain path" },
];

const perPlatform: Record<Platform, readonly Rule[]> = {
  posix: [
    { found: /^[A-Za-z]:[\\/]/, reason: "it starts with a drive letter: give a path from the workspace root" },
    { found: /\\/, reason: "it has backslashes: separate folders with /" },
    { found: /^\/\//, reason: "it is a network path" },
  ],
  win32: [
    { found: /^[\\/]{2}/, reason: "it is a network or device path" },
    { found: /^[A-Za-z]:(?![\\/])/, reason: "it is relative to a drive: give a path from the workspace root" },
    { found: /^(?:[A-Za-z]:[\\/]|(?![A-Za-z]:[\\/]))[^:]*:/, reason: "it names a stream of a file" },
    { found: /[<>"|?*]/, reason: "it has characters Windows does not take" },
  ],
};

/** UTF-8 length, counted by hand because a pure package knows no encoder. */
function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
