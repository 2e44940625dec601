import { visible } from "./visible.ts";

/** Rows with their columns lined up; every cell is made visible. The last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = "  "): string[] {
  const cells = rows.map((row) => row.map(visible));
  const widths: number[] = [];
  for (const row of cells)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  return cells.map((row) => {
    const padded = row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)));
    return `${indent}${padded.join("  ")}`.trimEnd();
  });
}

/** `1 file`, `2 files`. */
export function plural(amount: number, noun: string): string {
  return `${amount} ${amount === 1 ? noun : `${noun}s`}`;
}
