/** What is longer is no description any more. */
const longestText = 2000;
const longestList = 200;

/** Nobody writes more entries than this into one file by hand. */
export const mostEntries = 1000;

/** A value as text on one line; `null` for none, and for anything that is not a word or a number. */
export function textOf(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  const text = String(value).replace(/\s+/g, " ").trim().slice(0, longestText);
  return text === "" ? null : text;
}

/** A value as a list of texts: a list, or one text that counts as a list of one. */
export function textsOf(value: unknown): string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, longestList) : [value];
  return items.flatMap((item) => textOf(item) ?? []);
}

/** A list as people put it into one cell: separated by commas or semicolons. Dashes and `n/a` are no value. */
export function wordsOf(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== "" && !/^([-–—*]+|n\/a|none)$/i.test(word))
    .slice(0, longestList);
}
