import type { LineSpan, TraceRecord } from "@writ/contracts";
import { isImported } from "../lineage/steps.ts";
import type { CheckFacts } from "./facts.ts";

/** Something an agent changed in the range: lines of a file, or the file as a whole. */
export interface Made {
  path: string;
  /** Empty for a file that is gone, or has no lines. */
  lines: LineSpan[];
  intent: string | null;
  /** The trace that recorded it. */
  trace: string;
  /** Only somebody else's record says so. */
  imported: boolean;
  /** The record was erased, so nobody can tell under which intent it was made. */
  isErased: boolean;
}

/**
 * What agents made in the range itself. A line that was recorded before and only moved, or came back, was judged when it
 * first came.
 */
export function madeInRange({ files, traces }: Pick<CheckFacts, "files" | "traces">): Made[] {
  const fresh = new Map(traces.map((trace) => [trace.id, trace]));
  const imported = new Set(traces.filter(isImported).map(({ id }) => id));
  const lines = files.flatMap(({ path, spans }) =>
    spans.flatMap(({ author, trace, intent, span }): Made[] =>
      author === "ai" && trace !== null && fresh.has(trace)
        ? [
            {
              path,
              lines: [span],
              intent,
              trace,
              imported: imported.has(trace),
              isErased: isErased(fresh.get(trace)),
            },
          ]
        : [],
    ),
  );
  const gone = new Set(files.flatMap(({ op, path, from }) => (op === "delete" ? [path] : (from ?? []))));
  const without = new Set(
    files.flatMap(({ op, path, spans }) => (op !== "delete" && spans.length === 0 ? [path] : [])),
  );
  const whole = [...fresh.values()].flatMap(({ id, metadata }) =>
    Object.entries(metadata.files).flatMap(([path, { op, from }]): Made[] => {
      const left = op === "delete" ? path : op === "rename" ? from : undefined;
      const touched = [...(left !== undefined && gone.has(left) ? [left] : []), ...(without.has(path) ? [path] : [])];
      return touched.map((name) => ({
        path: name,
        lines: [],
        intent: metadata.intent,
        trace: id,
        imported: imported.has(id),
        isErased: metadata.erased === true,
      }));
    }),
  );
  // What Writ saw of a file needs nobody else's word.
  const seen = new Set(whole.filter((made) => !made.imported).map(({ path }) => path));
  return [...lines, ...whole.filter((made) => !(made.imported && seen.has(made.path)))];
}

const isErased = (trace: TraceRecord | undefined): boolean => trace?.metadata.erased === true;
