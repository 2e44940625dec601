/** A whole number as people write it: `12,345`. */
export function sayNumber(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** `1 line`, `2 lines`. */
export const plural = (value: number, word: string, many = `${word}s`): string =>
  `${sayNumber(value)} ${value === 1 ? word : many}`;

/** A part of a whole: `38 %`. What is some is never said to be none, what is not all never all. */
export function sayShare(part: number, all: number): string {
  if (all <= 0) return "–";
  const percent = (part / all) * 100;
  if (percent > 0 && percent < 1) return "< 1 %";
  if (percent > 99 && percent < 100) return "> 99 %";
  return `${Math.round(percent)} %`;
}

const units = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "m"],
  [1000, "s"],
] as const;

/** Milliseconds, as the two largest parts of it: `2h 5m`. */
export function sayDuration(ms: number): string {
  let left = Math.round(Math.max(0, ms) / 1000) * 1000;
  if (left === 0) return "less than a second";
  const parts: string[] = [];
  for (const [size, letter] of units) {
    const amount = Math.floor(left / size);
    left -= amount * size;
    if (amount > 0) parts.push(`${amount}${letter}`);
    if (parts.length === 2 || (parts.length === 1 && amount === 0)) break;
  }
  return parts.join(" ");
}

/** The day of a moment; what is none stays as it is. */
export const sayDay = (at: string): string => (/^\d{4}-\d{2}-\d{2}T/.test(at) ? at.slice(0, 10) : at);
/** The minute of a moment. */
export const sayMinute = (at: string): string =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(at) ? `${at.slice(0, 10)} ${at.slice(11, 16)}Z` : at;

/** The middle one; `null` of none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
