import type { LineShape, TraceRecord } from "@writ/contracts";
import { keyOf } from "./shape.ts";
import { type FileStep, stepsIn } from "./steps.ts";

/** The lines a trace added, each by what tells it again elsewhere; lines that it only kept or moved are not among them. */
export function addedIn(record: TraceRecord): { path: string; key: string }[] {
  return stepsIn(record).flatMap((step) => freshIn(step).map(({ shape }) => ({ path: step.path, key: keyOf(shape) })));
}

/** The lines that are new in a step and say something, and where they stand, counted from 0. */
export function freshIn({ change, isUntold }: FileStep): { place: number; shape: LineShape }[] {
  if (isUntold) return [];
  const fresh: { place: number; shape: LineShape }[] = [];
  let at = 0;
  const runs = change?.kept ?? [];
  for (const [place, shape] of change?.shapes ?? []) {
    for (let run = runs[at]; run !== undefined && run.start + run.count <= place; run = runs[at]) at += 1;
    const isKept = (runs[at]?.start ?? Number.POSITIVE_INFINITY) <= place;
    if (shape.size > 0 && !isKept) fresh.push({ place, shape });
  }
  return fresh;
}
