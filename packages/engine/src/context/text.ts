/** Most of what one list may take of a model's attention, in characters, and one value of it. */
const listBudget = 4000;
const valueBudget = 400;

/** The items that fit, each shortened if need be, and how many were left out. */
export function fitting(items: readonly string[], budget = listBudget): { kept: string[]; left: number } {
  const kept: string[] = [];
  let used = 0;
  for (const item of items) {
    const text = shortened(item);
    used += escapeXml(text).length;
    if (used > budget) break;
    kept.push(text);
  }
  return { kept, left: items.length - kept.length };
}

/** A value cut to a readable length, saying so. */
export function shortened(text: string): string {
  const kept = text.length <= valueBudget ? text : `${text.slice(0, valueBudget)}…`;
  return kept.replace(/\p{Cs}/gu, "\uFFFD");
}

/** Text that cannot end the element it stands in, nor smuggle in characters XML has no place for. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
