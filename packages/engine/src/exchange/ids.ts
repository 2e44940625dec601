import { canonicalJson } from "../canonical.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID. */
const isUuid = (text: string): boolean => uuid.test(text);

/** The UUID that stands for a text: the same for the same text, marked as one of one's own making (version 8). */
export function toUuid(text: string, hash: (text: string) => string): string {
  if (isUuid(text)) return text;
  const digits = hash(`writ:id:${text}`).replace(/^sha256:/, "");
  const at = (from: number, to: number): string => digits.slice(from, to);
  return `${at(0, 8)}-${at(8, 12)}-8${at(13, 16)}-a${at(17, 20)}-${at(20, 32)}`;
}

/** The id a record has here that was brought in: one of its own, the same whenever the same is brought in again. */
export function importedId(id: string, hash: (text: string) => string): string {
  return toUuid(`imported:${id}`, hash);
}

/** The id a record gets: its own, as a UUID; one made of its content where it has none. */
export function idFor(name: string | null | undefined, value: unknown, hash: (text: string) => string): string {
  return toUuid(name === undefined || name === null || name.trim() === "" ? canonicalJson(value) : name, hash);
}
