import { crypto } from "../crypto.ts";

/** Crockford's alphabet: no I, L, O and U, so that a person can read an id aloud and type it back. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 6;

/** A new id, `T-` and six characters. */
export function newTicketId(): string {
  return `T-${Array.from({ length }, () => alphabet[crypto().randomInt(alphabet.length)]).join("")}`;
}

/** The id a person meant: any case, with or without `T-`, O for 0, I and L for 1. `null` when it is none. */
export function toTicketId(typed: string): string | null {
  const spelled = typed
    .trim()
    .toUpperCase()
    .replace(/^T-?(?=.{6}$)/, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(spelled) ? `T-${spelled}` : null;
}
