import type { TraceRecord } from "@writ/contracts";
import { keyOf, parseShape } from "./shape.ts";

/** The lines a trace added, each by what tells it again elsewhere; lines that it only kept or moved are not among them. */
export function addedIn(record: TraceRecord): { path: string; key: string }[] {
  return record.files.flatMap(({ relative_path: path, conversations }) => {
    const meta = record.metadata?.files?.[path];
    const prints = record.metadata?.lines?.[path];
    if (meta === undefined || prints === undefined) return [];
    const added: { path: string; key: string }[] = [];
    let nth = 0;
    const isKept = keptIn(meta.change?.kept ?? []);
    for (const { start_line, end_line } of conversations[0]?.ranges ?? [])
      for (let line = start_line; line <= end_line && nth < prints.length; line += 1, nth += 1) {
        const shape = parseShape(prints[nth] ?? "", meta.sums?.[nth]);
        if (shape.size > 0 && !isKept(line)) added.push({ path, key: keyOf(shape) });
      }
    return added;
  });
}

/** Asked of lines in order: whether a line is in one of these runs. */
function keptIn(runs: readonly (readonly [start: number, count: number, ...rest: unknown[]])[]) {
  let at = 0;
  return (line: number): boolean => {
    for (let run = runs[at]; run !== undefined && run[0] + run[1] <= line; run = runs[at]) at += 1;
    return (runs[at]?.[0] ?? Number.POSITIVE_INFINITY) <= line;
  };
}
