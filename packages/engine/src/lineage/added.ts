import type { TraceRecord } from "@writ/contracts";
import { keyOf } from "./shape.ts";
import { stepsIn } from "./steps.ts";

/** The lines a trace added, each by what tells it again elsewhere; lines that it only kept or moved are not among them. */
export function addedIn(record: TraceRecord): { path: string; key: string }[] {
  return stepsIn(record).flatMap(({ path, change, isUntold }) => {
    if (isUntold) return [];
    const added: { path: string; key: string }[] = [];
    let at = 0;
    const runs = change?.kept ?? [];
    for (const [line, shape] of change?.shapes ?? []) {
      for (let run = runs[at]; run !== undefined && run.start + run.count <= line; run = runs[at]) at += 1;
      const isKept = (runs[at]?.start ?? Number.POSITIVE_INFINITY) <= line;
      if (shape.size > 0 && !isKept) added.push({ path, key: keyOf(shape) });
    }
    return added;
  });
}
