import { crypto } from "./crypto.ts";

/** Crockford's alphabet: no I, L, O and U, so that a person can read an id aloud and type it back. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 6;

/** A new id: a letter that says of what, and six characters. */
export function newShortId(letter: string): string {
  return `${letter}-${Array.from({ length }, () => alphabet[crypto().randomInt(alphabet.length)]).join("")}`;
}

/** The id a person meant: any case, with or without its letter, O for 0, I and L for 1. `null` when it is none. */
export function toShortId(letter: string, typed: string): string | null {
  const spelled = typed
    .trim()
    .toUpperCase()
    .replace(new RegExp(`^${letter}-?(?=.{${length}}$)`), "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(spelled) ? `${letter}-${spelled}` : null;
}
