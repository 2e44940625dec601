import {
  CarriedTrace,
  type ImportMark,
  mostLinesOfFile,
  type TraceFile,
  type TraceRecord,
  type Unchained,
} from "@writ/contracts";
import { canonicalJson } from "../canonical.ts";
import { importedId } from "./ids.ts";
import type { Means } from "./means.ts";
import { pathProblem } from "./path-problem.ts";
import { pathsIn } from "./paths-in.ts";
import { withPlainNames } from "./plain-names.ts";
import { sayIssue } from "./say-issue.ts";

/** A record that may be appended, or why it may not. */
export type Brought = { record: Unchained<TraceRecord> } | { reason: string };

/** A trace that somebody else tells of, before anything in it is believed. */
interface Told {
  /** What it is called there, as a UUID. */
  id: string;
  timestamp: string;
  vcs: TraceRecord["vcs"];
  files: TraceFile[];
  metadata: Readonly<Record<string, unknown>>;
  /** Where in the record that stood. */
  part: readonly string[];
}

/** What only the ledger that wrote it may say. */
const chain = new Set(["v", "writer", "seq", "prev", "source", "source_seq"]);

/**
 * A trace that was brought in: who, how and which lines are taken over as far as they fit; everything else it says,
 * such as that a person agreed, is kept as a claim.
 */
export function asImported(told: Told, mark: Omit<ImportMark, "claims">, { hash }: Means): Brought {
  const known = CarriedTrace.safeParse(told.metadata);
  if (!known.success) return { reason: sayIssue(known.error.issues, told.part) };
  for (const path of pathsIn(told.files, known.data)) {
    const problem = pathProblem(path);
    if (problem !== null) return { reason: problem };
  }
  const wrongRange = rangeProblem(told.files);
  if (wrongRange !== undefined) return { reason: wrongRange };
  const taken: Record<string, unknown> = withPlainNames(known.data);
  // What is not taken as it came is kept beside it, for the next export.
  const claims = Object.entries(told.metadata).filter(
    ([key, value]) => !chain.has(key) && !(key in taken && canonicalJson(taken[key]) === canonicalJson(value)),
  );
  return {
    record: {
      id: importedId(told.id, hash),
      timestamp: told.timestamp,
      vcs: told.vcs,
      files: told.files,
      metadata: {
        // The schema is the one of these very fields.
        ...(taken as Unchained<TraceRecord>["metadata"]),
        imported: { id: told.id, ...mark, ...(claims.length > 0 && { claims: Object.fromEntries(claims) }) },
      },
    },
  };
}

/** The first range of lines that cannot be. */
function rangeProblem(files: readonly TraceFile[]): string | undefined {
  for (const { relative_path: path, conversations } of files) {
    for (const { start_line: start, end_line: end } of conversations.flatMap(({ ranges }) => ranges)) {
      if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1 || end < start || end > mostLinesOfFile)
        return `lines ${start} to ${end} of ${path} are no range of lines`;
    }
  }
  return undefined;
}
