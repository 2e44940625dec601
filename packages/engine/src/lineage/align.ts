import type { LineShape } from "@writ/contracts";
import { carry, type Sources } from "./carry.ts";
import { isForeign } from "./step-table.ts";
import type { FileStep } from "./steps.ts";
import type { LineOrigin, Source, Trail } from "./trail.ts";

/** A version whose lines are told of. Lines of which nothing is known are like no other. */
export type Basis = Pick<Trail, "sources" | "shapes">;

/** What is told of each line of a text; `null` for a line nobody tells of. */
export type Told = (Source | null)[];

/** Whether a line was made by a step. */
export function isStep(origin: LineOrigin | undefined): origin is FileStep {
  return typeof origin === "object";
}

/**
 * Whether a step may have made a line of which only this is told: no line is made after it was found. Clocks of working
 * copies differ, so that what another one found first may be dated either way.
 */
export function mayHaveMade(step: FileStep, told: Source | null | undefined): boolean {
  if (told === null || told === undefined) return true;
  const { origin, foundBy } = told;
  return !isStep(origin) && (foundBy === null || isForeign(step, foundBy) || step.order < foundBy.order);
}

/**
 * Adds what versions tell of the lines of a text that they have too: first the one that has most of it. A later one can
 * tell who made a line that was nobody's in an earlier one.
 */
export function addBases(told: Told, shapes: readonly LineShape[], bases: readonly Basis[]): void {
  const ranked = bases
    .map((basis) => {
      const sources = carry(basis.shapes.map(asShape), openTo(basis, told, shapes));
      return { basis, sources, size: sizeOf(sources, shapes) };
    })
    .sort((one, other) => other.size - one.size);
  for (const { basis, sources } of ranked) {
    // A line that an earlier version gave its place to has no second one: that would be a copy.
    const taken = new Set(told.map(nameOf));
    for (const [at, from] of sources.entries()) {
      const source = basis.sources[from];
      if (source === undefined) continue;
      const isNews = isStep(source.origin)
        ? mayHaveMade(source.origin, told[at]) && !taken.has(nameOf(source))
        : isOpen(told[at]);
      if (isNews) told[at] = source;
    }
  }
}

/** The lines of a text, less those that a step made which this version does not have: none of its lines became one of them. */
function openTo({ sources }: Basis, told: Told, shapes: readonly LineShape[]): readonly LineShape[] {
  if (!told.some((source) => isStep(source?.origin))) return shapes;
  const names = new Set(sources.map(nameOf));
  return shapes.map((shape, at) => {
    const source = told[at] ?? null;
    return source !== null && isStep(source.origin) && !names.has(nameOf(source)) ? asShape(undefined, -1 - at) : shape;
  });
}

/** What a step's line is known by; nothing where it is nobody's. */
function nameOf(source: Source | null): string | null {
  return source === null || !isStep(source.origin) ? null : `${source.origin.order} ${source.place}`;
}

/** Whether anything would be news. */
const isOpen = (told: Source | null | undefined): boolean => (told?.origin ?? "missing") === "missing";

const asShape = (shape: LineShape | undefined, at: number): LineShape => shape ?? { print: `\0${at}`, size: 0, sum: 0 };

function sizeOf(sources: Sources, shapes: readonly LineShape[]): number {
  let size = 0;
  for (const [at, source] of sources.entries()) if (source >= 0) size += (shapes[at]?.size ?? 0) + 1;
  return size;
}
