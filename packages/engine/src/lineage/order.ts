import type { ChainMetadata, ContentHash } from "@writ/contracts";

/** What of a record tells when it was made: never its time, which is only shown. */
export interface Recorded {
  id: string;
  /** The commit the working copy stood at when the call ended. */
  vcs?: { revision_id: string };
  metadata?: Partial<ChainMetadata> & {
    revision_before?: string;
    source?: ContentHash;
    source_seq?: number;
    files?: Record<string, { from?: string; before?: ContentHash | null; after?: ContentHash | null }>;
  };
}

/** Where a commit stands among others: after all its parents. `undefined` for one that is not known. */
export type CommitRank = (commit: string) => number | undefined;

/** The commit that a call began at, as its record tells; empty where it does not. */
export const beginningOf = ({ metadata, vcs }: Recorded): string => metadata?.revision_before ?? vcs?.revision_id ?? "";

/** The commits between which a call was: another one where the call itself ran git. */
export const commitsOf = (record: Recorded): string[] => [beginningOf(record), record.vcs?.revision_id ?? ""];

/**
 * Where a call stands among commits. One that went to another commit left what that commit has: it comes after the calls
 * of which the commit came, and before those that began there.
 */
function rankIn(record: Recorded, rankOf: CommitRank): number | undefined {
  const [begun, ended] = commitsOf(record).map(rankOf);
  return begun === undefined || ended === undefined || ended <= begun ? begun : ended - 0.5;
}

/**
 * A record's place in the chain of the working copy that made it; `null` where it is not known: version 0.1.0 published
 * records without it.
 */
export function placeOf({ metadata }: Recorded): number | null {
  const place = metadata?.source_seq ?? (metadata?.source === undefined ? metadata?.seq : undefined);
  return Number.isSafeInteger(place) ? (place ?? null) : null;
}

/** Whether the records of a list are of several working copies: then only commits and file states tell their order. */
export const areOfSeveral = (records: readonly Recorded[]): boolean =>
  new Set(records.map(({ metadata }) => metadata?.writer)).size > 1;

/**
 * Puts records in an order in which each comes after those it can have known of. Of one working copy, the chain decides.
 * Between working copies, the commits at which calls began do, and where those say nothing, what files held: a record
 * that met what another one left comes after it. What nothing tells apart is in a fixed order, the same for everyone.
 */
export function inOrder<R extends Recorded>(records: readonly R[], rankOf: CommitRank = () => undefined): R[] {
  const chains = chainsOf(records, rankOf);
  const [only] = chains;
  if (only !== undefined && chains.length === 1) return only.map(({ record }) => record);
  return merged(chains);
}

interface Link<R> {
  record: R;
  chain: number;
  /** Where its commit stands; of a commit that is gone, where the one before it in the chain does. */
  rank: number;
  isKnown: boolean;
  met: string[];
  made: string[];
}

/** The records of each working copy, oldest first. What has no place was published by an older version, before the others. */
function chainsOf<R extends Recorded>(records: readonly R[], rankOf: CommitRank): Link<R>[][] {
  const byWriter = new Map<string, R[]>();
  for (const record of records) {
    const writer = record.metadata?.writer ?? "";
    const known = byWriter.get(writer);
    if (known === undefined) byWriter.set(writer, [record]);
    else known.push(record);
  }
  const writers = [...byWriter].sort(([one], [other]) => (one < other ? -1 : 1));
  return writers.map(([, own], chain) => {
    const placed = own.filter((record) => placeOf(record) !== null);
    const unplaced = own.filter((record) => placeOf(record) === null);
    placed.sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
    const all = [...(unplaced.length > 1 ? unchained(unplaced, rankOf) : unplaced), ...placed];
    return linksOf(all, chain, rankOf);
  });
}

/** Of more records without a place, only the commits are compared. */
const mostUnchained = 500;

/** Each on its own, as if it were of a working copy of its own. */
function unchained<R extends Recorded>(records: readonly R[], rankOf: CommitRank): R[] {
  const rank = (record: R): number => rankIn(record, rankOf) ?? -1;
  const sorted = records.toSorted(
    (one, other) => rank(one) - rank(other) || (one.metadata?.seq ?? 0) - (other.metadata?.seq ?? 0),
  );
  if (sorted.length > mostUnchained) return sorted;
  return merged(sorted.map((record, chain) => linksOf([record], chain, rankOf)));
}

function linksOf<R extends Recorded>(records: readonly R[], chain: number, rankOf: CommitRank): Link<R>[] {
  let last = -1;
  return records.map((record) => {
    const rank = rankIn(record, rankOf);
    last = rank ?? last;
    return { record, chain, rank: last, isKnown: rank !== undefined, ...statesOf(record) };
  });
}

function statesOf({ metadata }: Recorded): Pick<Link<Recorded>, "met" | "made"> {
  const files = Object.entries(metadata?.files ?? {}).map(([path, meta]) => ({ path, ...meta }));
  return {
    met: files.flatMap(({ path, from = path, before }) => (typeof before === "string" ? [`${before} ${from}`] : [])),
    made: files.flatMap(({ path, before, after }) =>
      typeof after === "string" && after !== before ? [`${after} ${path}`] : [],
    ),
  };
}

/** Takes the first of some chain, time and again: the one whose commit comes first, and that need not wait for another. */
function merged<R>(chains: readonly (readonly Link<R>[])[]): R[] {
  const makers = makersIn(chains);
  const next = chains.map(() => 0);
  const seen = new Set<string>();
  const isDone = ({ chain, at }: Maker): boolean => at < (next[chain] ?? 0);
  const isWaiting = (link: Link<R>): boolean =>
    link.met.some(
      (state) =>
        !seen.has(state) &&
        makers.get(state)?.some((one) => {
          const isEarlier = !link.isKnown || one.rank <= link.rank;
          return one.chain !== link.chain && isEarlier && !isDone(one);
        }) === true,
    );
  const order: R[] = [];
  for (;;) {
    let [best, bestWaits]: [Link<R> | null, boolean] = [null, true];
    for (const [chain, links] of chains.entries()) {
      const link = links[next[chain] ?? 0];
      if (link === undefined || (best !== null && !bestWaits && link.rank >= best.rank)) continue;
      const waits = isWaiting(link);
      if (best === null || (bestWaits && !waits) || (bestWaits === waits && link.rank < best.rank))
        [best, bestWaits] = [link, waits];
    }
    if (best === null) return order;
    order.push(best.record);
    for (const state of [...best.met, ...best.made]) seen.add(state);
    next[best.chain] = (next[best.chain] ?? 0) + 1;
  }
}

interface Maker {
  chain: number;
  /** Its number in its chain. */
  at: number;
  rank: number;
}

/** Who made each state of a file that its working copy had not had before. */
function makersIn(chains: readonly (readonly Link<unknown>[])[]): Map<string, Maker[]> {
  const makers = new Map<string, Maker[]>();
  for (const [chain, links] of chains.entries()) {
    const had = new Set<string>();
    for (const [at, { met, made, rank }] of links.entries()) {
      for (const state of met) had.add(state);
      for (const state of made) {
        if (had.has(state)) continue;
        had.add(state);
        makers.set(state, [...(makers.get(state) ?? []), { chain, at, rank }]);
      }
    }
  }
  return makers;
}
