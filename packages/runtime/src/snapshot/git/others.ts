import type { RecordedCommit, TreeState } from "@writ/contracts";

/** So many commits are remembered that nothing stands at any more, and so many that calls ended at. */
const mostAnchors = 1_000;
const mostRecorded = 100;
/** A work tree that differs from its commit at more paths than this says nothing about it. */
const mostExcept = 200;

type History = Pick<TreeState, "head" | "tips" | "remotes" | "made" | "anchors" | "recorded">;

/** Everything a call could have made to have its own commits taken for those of others. */
const marksOf = ({ head, tips = [], remotes = [] }: History): string[] => [
  ...new Set([...(head === null ? [] : [head]), ...tips, ...remotes]),
];

/** Whether something came since another look. */
export function hasNews(earlier: History, now: History): boolean {
  const known = new Set(marksOf(earlier));
  return marksOf(now).some((mark) => !known.has(mark));
}

/** What was there before any call made it, or came from others since. */
export function trustedIn(history: History): string[] {
  const made = new Set(history.made);
  return [...marksOf(history).filter((mark) => !made.has(mark)), ...(history.anchors ?? [])];
}

/** Tells whether a look trusts something. */
export function isTrusted(history: History): (mark: string) => boolean {
  const trusted = new Set(trustedIn(history));
  return (mark) => trusted.has(mark);
}

/**
 * A look with what is known from the one before: what is new is `isOthers`', or a call made it. Without one before,
 * everything was there before.
 */
export function carryOn<T extends TreeState>(
  earlier: TreeState | null,
  now: T,
  isOthers: (mark: string) => boolean,
): T {
  if (earlier === null) return now;
  const { made = [], anchors = [], recorded = [] } = earlier;
  // Git does not answer: what was known of it stays known.
  if (now.source !== "git") {
    const { tips, remotes } = earlier;
    return { ...now, ...kept({ made, anchors, recorded }), ...(tips && { tips }), ...(remotes && { remotes }) };
  }
  if (earlier.tips === undefined) return now;
  const trusted = new Set(trustedIn(earlier));
  const known = new Set(marksOf(earlier));
  const marks = marksOf(now);
  const present = new Set(marks);
  const isMade = (mark: string) => !trusted.has(mark) && (known.has(mark) || !isOthers(mark));
  const gone = [...trusted].filter((mark) => !present.has(mark));
  return { ...now, ...kept({ made: marks.filter(isMade), anchors: gone.slice(-mostAnchors), recorded }) };
}

/** A look at the end of a call: what the work tree holds of a commit that the call made is on record now. */
export function withRecorded<T extends TreeState>(now: T, own: readonly string[]): T {
  const { head, made = [], recorded = [], files, partial } = now;
  const except = [...files.keys(), ...own];
  if (head === null || !made.includes(head) || partial !== undefined || except.length > mostExcept) return now;
  return { ...now, recorded: newest([...recorded, { commit: head, except }]) };
}

/** What two looks that were made at the same time know together. */
export function together<T extends TreeState>(now: T, other: TreeState | null): T {
  if (other === null) return now;
  const present = new Set(marksOf(now));
  const made = [...new Set([...(now.made ?? []), ...(other.made ?? [])])].filter((mark) => present.has(mark));
  return {
    ...now,
    ...kept({
      made,
      anchors: now.anchors ?? [],
      recorded: newest([...(other.recorded ?? []), ...(now.recorded ?? [])]),
    }),
  };
}

/** Each commit once, as it was last found. */
const newest = (all: readonly RecordedCommit[]): RecordedCommit[] =>
  [...new Map(all.map((one) => [one.commit, one])).values()].slice(-mostRecorded);

/** Only what there is is written down. */
function kept({ made = [], anchors = [], recorded = [] }: Pick<TreeState, "made" | "anchors" | "recorded">) {
  return {
    ...(made.length === 0 ? {} : { made }),
    ...(anchors.length === 0 ? {} : { anchors }),
    ...(recorded.length === 0 ? {} : { recorded }),
  };
}
