/** A live record that is not published yet: what must be known to decide, and where the rest is. */
export interface Candidate {
  id: string;
  offset: number;
  length: number;
  files: readonly string[];
  intents: readonly string[];
  session: string;
}

/** Candidates split into those to publish now and those that wait. */
export interface Selection {
  traces: Candidate[];
  decisions: Candidate[];
  waiting: { traces: Candidate[]; decisions: Candidate[] };
}

/**
 * What goes out with these files: the changes to any of them, and the decisions about these files, or made in the
 * sessions or under the intents of those changes. A change to several files goes out whole with the first of them.
 */
export function select(
  traces: readonly Candidate[],
  decisions: readonly Candidate[],
  files: readonly string[] | "all",
): Selection {
  const wanted = new Set(files === "all" ? [] : files);
  const isAll = files === "all";
  const touches = (candidate: Candidate) => candidate.files.some((file) => wanted.has(file));

  const isOut = (trace: Candidate) => isAll || touches(trace);
  const out = traces.filter(isOut);
  const sessions = new Set(out.map(({ session }) => session));
  const intents = new Set(out.flatMap((trace) => trace.intents));
  const belongs = (decision: Candidate) =>
    isAll ||
    touches(decision) ||
    sessions.has(decision.session) ||
    decision.intents.some((intent) => intents.has(intent));

  return {
    traces: out,
    decisions: decisions.filter(belongs),
    waiting: {
      traces: traces.filter((trace) => !isOut(trace)),
      decisions: decisions.filter((decision) => !belongs(decision)),
    },
  };
}
