import type { TraceRecord } from "@writ/contracts";
import type { CheckedFile } from "./facts.ts";
import { byFormerName, touched } from "./made-in-range.ts";

/** A file of the change, and the name by which a trace knows it. */
export interface WentTo {
  name: string;
  file: CheckedFile;
}

/**
 * Finds where the files of a trace are in a change: under their names, else under later ones, else wherever something is
 * that the trace wrote. Whoever gives a file another name changes nothing of what was said of it.
 */
export function whereabouts(files: readonly CheckedFile[]): (trace: TraceRecord) => WentTo[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const formerOf = byFormerName(files);
  const filesOf = touched(files);
  return (trace) => {
    const known = trace.metadata.files;
    const holders = filesOf(trace).filter(({ path }) => known[path] === undefined);
    return Object.entries(known).flatMap(([name, { after }]) => {
      const here = byPath.get(name);
      const later = here === undefined ? formerOf(name) : [here];
      const found = later.length > 0 || after === null ? later : holders;
      return found.map((file) => ({ name, file }));
    });
  };
}
