import {
  CarriedTrace,
  type ImportMark,
  mostLinesOfFile,
  type TraceFile,
  type TraceRecord,
  type Unchained,
} from "@writ/contracts";
import { pathProblem } from "./path-problem.ts";
import { sayIssue } from "./say-issue.ts";

/** A record that may be appended, or why it may not. */
export type Brought = { record: Unchained<TraceRecord> } | { reason: string };

/** A trace that somebody else tells of, before anything in it is believed. */
interface Told {
  id: string;
  timestamp: string;
  vcs: TraceRecord["vcs"];
  files: TraceFile[];
  metadata: Readonly<Record<string, unknown>>;
}

/** What only the ledger that wrote it may say. */
const chain = new Set(["v", "writer", "seq", "prev", "source"]);

/**
 * A trace that was brought in: who, how and which lines are taken over as far as they fit; everything else it says,
 * such as that a person agreed, is kept as a claim.
 */
export function asImported(told: Told, mark: Omit<ImportMark, "claims">): Brought {
  const problem = fileProblem(told.files) ?? Object.keys(namedIn(told.metadata.files)).map(pathProblem).find(Boolean);
  if (problem !== undefined && problem !== null) return { reason: problem };
  const entries = Object.entries(told.metadata);
  const known = CarriedTrace.safeParse(told.metadata);
  if (!known.success) return { reason: `in what Writ keeps of it, ${sayIssue(known.error.issues)}` };
  const claims = entries.filter(([key]) => !(key in known.data) && !chain.has(key));
  return {
    record: {
      id: told.id,
      timestamp: told.timestamp,
      vcs: told.vcs,
      files: told.files,
      metadata: {
        // The schema is the one of these very fields.
        ...(known.data as Unchained<TraceRecord>["metadata"]),
        imported: { ...mark, ...(claims.length > 0 && { claims: Object.fromEntries(claims) }) },
      },
    },
  };
}

/** The first thing about the files that cannot be. */
function fileProblem(files: readonly TraceFile[]): string | undefined {
  for (const { relative_path: path, conversations } of files) {
    const problem = pathProblem(path);
    if (problem !== null) return problem;
    for (const { start_line: start, end_line: end } of conversations.flatMap(({ ranges }) => ranges)) {
      if (!Number.isInteger(start) || !Number.isInteger(end) || start < 1 || end < start || end > mostLinesOfFile)
        return `lines ${start} to ${end} of ${path} are no range of lines`;
    }
  }
  return undefined;
}

const namedIn = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
