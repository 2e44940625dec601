/** A live record that is not published yet: what must be known to decide, and where the rest is. */
export interface Candidate {
  id: string;
  offset: number;
  length: number;
  files: readonly string[];
  intents: readonly string[];
  session: string;
  /** ISO-8601. */
  at: string;
  /** The commit the working copy stood at then. */
  revision?: string;
  /** Commits were made during the call, and may hold lines it made. */
  committed?: true;
  /** It concerns the whole workspace, whatever was being changed. */
  wide?: true;
  /** Nobody claims what it is about: that may be in any commit, also in one that came before the record, or under another name. */
  roams?: true;
  /** It goes out whatever is committed. */
  always?: true;
  /** The file it was in, which is gone with the commit that brought it. */
  was?: string;
}

/** Candidates split into those to publish now and those that wait. */
export interface Selection {
  traces: Candidate[];
  decisions: Candidate[];
  waiting: { traces: Candidate[]; decisions: Candidate[] };
}

/** What decides whether a record goes out. */
export interface Choice {
  /** About to be committed; a repository inside of this one stands for all its files. */
  files: readonly string[] | "all";
  /** Whether a file is not there any more. */
  isGone?: (file: string) => boolean;
  /** Whether a record's files were committed after what it tells of, in a commit that published nothing. */
  isCommitted?: (record: Candidate) => boolean;
}

/**
 * What goes out with these files: the changes to any of them, and the decisions about these files, or made in the
 * sessions or under the intents of those changes, and those that always do. A change to several files goes out whole with the
 * first of them. A file that is gone and was never committed has no commit of its own, but its lines may be in this one.
 * A change that a commit took along without publishing it goes out with the next, be it one that nobody claims.
 * What strayed to a file that is gone goes out too: it may have been moved.
 * A pause, a gap or an alarm goes out with the next change, since nothing else would take it along. A decision that was
 * out already, with changes whose commit was dropped, waits for those: it stays with them.
 */
export function select(traces: readonly Candidate[], decisions: readonly Candidate[], choice: Choice): Selection {
  const { files, isGone = () => false, isCommitted = () => false } = choice;
  const touches = touching(files);
  const isAny = files === "all" || files.length > 0;

  const isOut = (trace: Candidate) => touches(trace) || (isAny && trace.files.every(isGone)) || isCommitted(trace);
  const out = traces.filter(isOut);
  const sessions = new Set(out.map(({ session }) => session));
  const intents = new Set(out.flatMap((trace) => trace.intents));
  const isBack = new Set(out.map(({ was }) => was));
  const isAway = new Set(traces.map(({ was }) => was).filter((was) => !isBack.has(was)));
  const belongs = (decision: Candidate) =>
    files === "all" ||
    decision.always === true ||
    ((decision.was === undefined || !isAway.has(decision.was)) &&
      (touches(decision) ||
        (decision.roams === true && (isCommitted(decision) || (isAny && decision.files.some(isGone)))) ||
        (decision.was !== undefined && isBack.has(decision.was)) ||
        (decision.wide === true && out.length > 0) ||
        sessions.has(decision.session) ||
        decision.intents.some((intent) => intents.has(intent))));

  return {
    traces: out,
    decisions: decisions.filter(belongs),
    waiting: {
      traces: traces.filter((trace) => !isOut(trace)),
      decisions: decisions.filter((decision) => !belongs(decision)),
    },
  };
}

/** Whether a record is about one of some files. */
export function touching(files: readonly string[] | "all"): (candidate: Pick<Candidate, "files">) => boolean {
  if (files === "all") return () => true;
  const wanted = new Set(files);
  return (candidate) => candidate.files.some((file) => withFolders(file).some((name) => wanted.has(name)));
}

/** `a/b/c`, `a/b`, `a`. */
export function withFolders(file: string): string[] {
  const names = [file];
  for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) names.push(file.slice(0, at));
  return names;
}
