import { percent } from "./html-text.ts";

/** A bar as wide as its part of the largest; decoration beside a number. */
export function barSvg(value: number, most: number): string {
  const width = most <= 0 ? 0 : Math.min(1, Math.max(0, value) / most);
  return `<svg class="bar" width="100%" height="6" aria-hidden="true"><rect class="track" width="100%" height="6" rx="3"/>${
    width === 0 ? "" : `<rect class="ai" width="${percent(Math.max(width, 0.02))}" height="6" rx="3"/>`
  }</svg>`;
}
