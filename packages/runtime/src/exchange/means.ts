import type { Means } from "@writ/engine";
import { sha256 } from "../hash.ts";

/** A moment as RFC 3339 has it; a day alone is none. */
const form = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;
const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What reads times makes the third of March of a thirty-first of February. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** The world as the mapping of records needs it. */
export const means: Means = {
  hash: sha256,
  toUtc(text) {
    if (!form.test(text) || !isDay(text.slice(0, 10))) return null;
    // Without a zone it is taken for UTC: the machine it was written on is not known.
    const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
    const at = Date.parse(zoned.replace(" ", "T"));
    if (Number.isNaN(at)) return null;
    return written.test(text) ? text : new Date(at).toISOString();
  },
};
