/** A live record that is not published yet: what must be known to decide, and where the rest is. */
export interface Candidate {
  id: string;
  offset: number;
  length: number;
  files: readonly string[];
  intents: readonly string[];
  session: string;
  /** It concerns the whole workspace, whatever was being changed. */
  wide?: true;
  /** It goes out whatever is committed. */
  always?: true;
}

/** Candidates split into those to publish now and those that wait. */
export interface Selection {
  traces: Candidate[];
  decisions: Candidate[];
  waiting: { traces: Candidate[]; decisions: Candidate[] };
}

/**
 * What goes out with these files: the changes to any of them, and the decisions about these files, or made in the
 * sessions or under the intents of those changes, and those that always do. A change to several files goes out whole with the
 * first of them. A file that is gone and was never committed has no commit of its own, but its lines may be in this one.
 * A pause, a gap or an alarm goes out with the next change, since nothing else would take it along.
 */
export function select(
  traces: readonly Candidate[],
  decisions: readonly Candidate[],
  files: readonly string[] | "all",
  isGone: (file: string) => boolean = () => false,
): Selection {
  const wanted = new Set(files === "all" ? [] : files);
  const isAll = files === "all";
  const touches = (candidate: Candidate) => candidate.files.some((file) => wanted.has(file));

  const isOut = (trace: Candidate) => isAll || touches(trace) || (wanted.size > 0 && trace.files.every(isGone));
  const out = traces.filter(isOut);
  const sessions = new Set(out.map(({ session }) => session));
  const intents = new Set(out.flatMap((trace) => trace.intents));
  const belongs = (decision: Candidate) =>
    isAll ||
    touches(decision) ||
    decision.always === true ||
    (decision.wide === true && out.length > 0) ||
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
