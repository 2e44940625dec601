import { problemCodes } from "@writ/contracts";

/** A place of this machine, and what the baseline calls it. */
export type Place = readonly [real: string | RegExp, name: string];

/** What differs from run to run. Longer forms come first, since they contain shorter ones. */
const volatile: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uuid>"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g, "<time>"],
  [/\b\d{4}-\d\d-\d\d\b/g, "<date>"],
  [/\bT-[0-9A-Z]{6}\b/g, "<ticket>"],
  [/\b[AGLU]-[0-9A-Z]{6}\b/gi, "<id>"],
  [/\.\d+-[0-9a-f]+-\d+\b/g, ".<draft>"],
  [/\bsha256:[0-9a-f]{64}\b/g, "<hash>"],
  [/\b[0-9a-f]{7,64}\b/g, "<hash>"],
  [/\bv?\d+\.\d+\.\d+\b/g, "<version>"],
  // Root is kept from writing by other means than an ordinary user.
  [/\b(?:EPERM|EROFS)\b/g, "EACCES"],
];

/** Numbers under these keys are measured, given by the system, or depend on how long a commit waits for its hook. */
const measured =
  /^(?:unpublished|pid|parent|port|ms|.*(?:Ms|_ms|Pid|_pid|At|_at)|duration|took|bytes|size|started|mtime)$/;

/** Above this a number counts milliseconds, or is an id. */
const latest = 1_000_000_000;

/** Texts under these keys may be the name of the user who runs the tests. */
const personal = /^(?:by|user|who|approver)$/;

const code = new RegExp(`\\b(?:${problemCodes.join("|")})\\b`, "g");

/** Gives a function that only renames the places of this machine: for values that contain no prose, but may contain blanks. */
export function placeNamer(places: readonly Place[]): <T>(value: T) => T {
  return (value) =>
    JSON.parse(
      JSON.stringify(value, (_, one) =>
        typeof one === "string" ? places.reduce((text, [real, name]) => text.replaceAll(real, name), one) : one,
      ),
    );
}

/** Gives a function that takes what differs between machines and runs out of a text, and leaves its words. */
export function textNamer(places: readonly Place[]): (text: string) => string {
  return (text) => [...places, ...volatile].reduce((plain, [real, name]) => plain.replaceAll(real, name), text);
}

/**
 * Gives a function that takes what differs between machines and runs out of a value. Prose is replaced by `…`, with the
 * problem codes and the first element it contains: its words may change.
 */
export function neutralizer(places: readonly Place[]): (value: unknown) => unknown {
  const word = textNamer(places);
  const neutral = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return personal.test(key) ? "<user>" : ofText(value);
    if (typeof value === "number") return measured.test(key) || value > latest ? "<number>" : value;
    if (Array.isArray(value)) return value.map((one) => neutral(one, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [word(name), neutral(one, name)]));
  };
  const ofText = (text: string): unknown => {
    const inside = jsonIn(text);
    if (inside !== undefined) return { json: neutral(inside) };
    return /\s/.test(text.trim()) ? prose(text) : word(text.trim());
  };
  return (value) => neutral(value);
}

/** What is left of a text for people and models. */
export function prose(text: string): string {
  if (text.trim() === "") return "";
  const element = /<([a-z_]+)>/.exec(text);
  return ["…", ...(element === null ? [] : [`<${element[1]}>`]), ...new Set(text.match(code) ?? [])].join(" ");
}

/** The object or list a text is; `undefined` for any other text. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
