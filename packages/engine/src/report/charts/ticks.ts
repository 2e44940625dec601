/** Round numbers from 0 to at least `most`, about `wanted` steps; whole ones only. */
export function ticks(most: number, wanted: number): number[] {
  if (most <= 0) return [0];
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((unit) => unit * power).find((unit) => unit >= rough) ?? rough);
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, nth) => nth * whole);
}

/** A number as short as an axis needs it: `12k`, `1.5M`. */
export function sayShort(value: number): string {
  const shorten = (unit: number, letter: string) => `${Number((value / unit).toFixed(1))}${letter}`;
  if (value >= 1_000_000) return shorten(1_000_000, "M");
  return value >= 10_000 ? shorten(1000, "k") : String(value);
}

/** Places among `length` that are to be named: the first, the last, and evenly between them, `most` at most. */
export function labelled(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, nth) => nth);
  return Array.from({ length: most }, (_, nth) => Math.round((nth * (length - 1)) / (most - 1)));
}
