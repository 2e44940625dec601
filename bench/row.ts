/** One line of the table: what was measured, what it came to, and what it may cost (design 7). */
export interface Row {
  what: string;
  /** The number the bar is about: a ratio inside this run wherever two things can be compared. */
  value: number;
  bar: number;
  unit: "×" | "ms" | "MB" | "files" | "asked" | "%";
  /** The raw numbers behind it. */
  detail: string;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of the others do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
