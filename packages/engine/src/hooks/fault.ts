import { nearest } from "../nearest.ts";
import { visibleLine } from "../preview.ts";

/** What is wrong with a hook file: where in it, and in words that name the place. */
export interface HookFault {
  readonly path: readonly (string | number)[];
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** Something that keeps the hook from running. */
export const errorAt = (path: readonly (string | number)[], text: string): HookFault => fault("error", path, text);
/** Something a person should know; the hook runs. */
export const warningAt = (path: readonly (string | number)[], text: string): HookFault => fault("warning", path, text);

/** A word of a file as it stands in a sentence. */
export function shown(value: unknown): string {
  const text = visibleLine(typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The end of a sentence about a word that is not among those allowed. */
export function allowed(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === null ? `; use one of ${words.join(", ")}` : `; did you mean ${meant}?`;
}

function fault(severity: HookFault["severity"], path: HookFault["path"], text: string): HookFault {
  const place = path.reduce<string>(
    (way, part) => (typeof part === "number" ? `${way}[${part}]` : way === "" ? shown(part) : `${way}.${shown(part)}`),
    "",
  );
  return { path, severity, message: place === "" ? text : `${place}: ${text}` };
}
