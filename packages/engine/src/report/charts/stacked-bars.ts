import { sayNumber } from "../numbers.ts";
import { html, percent } from "./html-text.ts";
import { labelled, sayShort, ticks } from "./ticks.ts";

/** One column: its name, shorter below it, and what is stacked in it. */
export interface Column {
  label: string;
  short: string;
  ai: number;
  people: number;
}

const height = 200;
const top = 8;
const bottom = 22;
/** Wide enough for the longest number of `sayShort`. */
const gutter = 44;
/** So many dates stand beside each other on a phone. */
const mostLabels = 4;

/** Columns of lines by agents and people. Text keeps its size whatever the width: only places are relative. */
export function stackedBars(columns: readonly Column[], title: string): string {
  const marks = ticks(Math.max(0, ...columns.map(({ ai, people }) => ai + people)), 4);
  const most = marks.at(-1) || 1;
  const plot = height - top - bottom;
  const yOf = (value: number) => round(top + plot - (value / most) * plot);
  const grid = marks.map((mark) => `<line class="grid" x1="0" x2="100%" y1="${yOf(mark)}" y2="${yOf(mark)}"/>`);
  const axis = marks.map(
    (mark) => `<text x="${gutter - 8}" y="${yOf(mark)}" dy="0.32em" text-anchor="end">${sayShort(mark)}</text>`,
  );
  return `<div class="chart"><svg class="gutter" width="${gutter}" height="${height}" aria-hidden="true">${axis.join("")}</svg><svg class="plot" role="img" width="100%" height="${height}" aria-label="${html(title)}">${[
    ...grid,
    ...columns.map((column, at) => toColumn(column, at, columns.length, yOf)),
    ...namesBelow(columns),
  ].join("")}</svg></div>`;
}

function toColumn({ label, ai, people }: Column, at: number, all: number, yOf: (value: number) => number): string {
  // A few columns are not drawn as wide as walls.
  const step = 1 / all;
  const wide = Math.min(step * 0.76, 0.08);
  const x = percent(step * at + (step - wide) / 2);
  const part = (kind: string, from: number, to: number) => {
    const tall = to <= from ? 0 : Math.max(1, round(yOf(from) - yOf(to)));
    return tall === 0
      ? ""
      : `<rect class="${kind}" x="${x}" y="${round(yOf(from) - tall)}" width="${percent(wide)}" height="${tall}"/>`;
  };
  return `<g><title>${html(`${label}: ${sayNumber(ai)} by agents, ${sayNumber(people)} by people`)}</title><rect class="reach" x="${percent(step * at)}" y="${top}" width="${percent(step)}" height="${height - top - bottom}"/>${part("ai", 0, ai)}${part("people", ai, ai + people)}</g>`;
}

function namesBelow(columns: readonly Column[]): string[] {
  return labelled(columns.length, mostLabels).map((at, nth, all) => {
    const isFirst = nth === 0 && all.length > 1;
    const isLast = nth === all.length - 1 && all.length > 1;
    const anchor = isFirst ? "start" : isLast ? "end" : "middle";
    const x = isFirst ? 0 : isLast ? 1 : (at + 0.5) / columns.length;
    return `<text x="${percent(x)}" y="${height - 6}" text-anchor="${anchor}">${html(columns[at]?.short ?? "")}</text>`;
  });
}

const round = (value: number): number => Number(value.toFixed(2));
