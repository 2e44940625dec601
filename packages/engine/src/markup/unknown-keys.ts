import { nearest } from "../nearest.ts";
import { type Fault, isRecord, type Part } from "./parsed.ts";

/** Whoever has more of them meant something else altogether. */
const mostTold = 20;

/** A warning for each key of a map that nobody reads, with the one that was probably meant. */
export function unknownKeys(part: Part, way: readonly (string | number)[], known: readonly string[]): Fault[] {
  let value = part.value;
  for (const step of way) value = isRecord(value) || Array.isArray(value) ? Reflect.get(value, step) : undefined;
  if (!isRecord(value)) return [];
  return Object.keys(value)
    .filter((key) => !known.includes(key) && !key.startsWith("x-"))
    .slice(0, mostTold)
    .map((key) => {
      const meant = nearest(key, known);
      const advice = meant === null ? "" : ` Did you mean ${meant}?`;
      const message = `unknown key ${JSON.stringify(key.slice(0, 80))}; it is ignored.${advice}`;
      return { line: part.lineOf([...way, key]), severity: "warning", message };
    });
}

/** A warning for each key that is nearly one of these: of a map that may hold anything else. */
export function misspelt(part: Part, known: readonly string[]): Fault[] {
  if (!isRecord(part.value)) return [];
  const { value } = part;
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .slice(0, 50)
    .flatMap((key): Fault[] => {
      const meant = key.length < 5 ? null : nearest(key, known);
      // Another spelling of a key with hyphens is read too; one that is there already was meant by itself.
      if (meant === null || meant in value || key.replaceAll("-", "_") === meant) return [];
      const message = `unknown key ${JSON.stringify(key.slice(0, 80))}; it is ignored. Did you mean ${meant}?`;
      return [{ line: part.lineOf([key]), severity: "warning", message }];
    });
}
