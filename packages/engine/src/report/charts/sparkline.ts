import { plural, sayNumber } from "../numbers.ts";
import { buckets } from "./buckets.ts";
import { html } from "./html-text.ts";

const width = 96;
const height = 22;

/** Bars the size of a word. */
export function sparkline(values: readonly number[], label: string): string {
  const shown = buckets(values, 24);
  const most = Math.max(0, ...shown);
  if (most === 0) return "";
  const step = width / Math.max(shown.length, 8);
  const bars = shown.map((value, at) => {
    const tall = value === 0 ? 0 : Math.max(2, (value / most) * height);
    const x = width - (shown.length - at) * step;
    return value === 0
      ? ""
      : `<rect class="ai" x="${round(x)}" y="${round(height - tall)}" width="${round(step * 0.75)}" height="${round(tall)}"/>`;
  });
  const said = `${plural(values.length, "value")}, ${label}: at most ${sayNumber(most)}, ${sayNumber(shown.at(-1) ?? 0)} at the end`;
  return `<svg class="spark" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-label="${html(said)}"><path class="axis" d="M0 ${height - 0.5}H${width}"/>${bars.join("")}</svg>`;
}

const round = (value: number): number => Number(value.toFixed(2));
