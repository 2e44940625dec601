/** A line that is in a chain, as far as it matters for which lines fit each other. */
export interface Candidate {
  writer: string;
  seq: number;
  prev: string | null;
  digest: string;
  line: number;
}

/** What vouches for a line. An anchor outweighs everything a file says of itself. */
const weights = { anchored: 1000, named: 3, fitting: 2, alone: 1 } as const;
/** For a line that names the one kept before it. */
const fit = 1;
/** How many stretches are looked back over; more breaks in one file than that nobody can make sense of. */
const lookBack = 2000;

/**
 * Which lines of a file do not fit the others, and why, by line number. Of lines that cannot both be true those stay
 * that an anchor or the line after vouches for: a forged line is not vouched for by any that Writ wrote.
 */
export function misfits(
  candidates: readonly Candidate[],
  isAnchored: (candidate: Candidate) => boolean,
): Map<number, string> {
  const aside = new Map<number, string>();
  const chains = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const chain = chains.get(one.writer);
    if (chain === undefined) chains.set(one.writer, [one]);
    else chain.push(one);
  }
  for (const chain of chains.values()) {
    const lines = withoutTwins(chain, aside);
    const kept = new Set(bestOf(stretchesOf(lines, isAnchored)));
    let newest: Candidate | undefined;
    for (const one of lines) {
      if (kept.has(one)) newest = one;
      else aside.set(one.line, sayWhy(one, newest));
    }
  }
  return aside;
}

function sayWhy({ seq, writer }: Candidate, newest: Candidate | undefined): string {
  return newest !== undefined && newest.seq >= seq
    ? `record ${seq} of ${writer} comes after its record ${newest.seq}: moved, or there twice`
    : "it does not fit the records around it: changed after it was written, or put there by somebody else";
}

/** Of the same line twice the one that directly follows the line it names stays, or else the first. */
function withoutTwins(all: readonly Candidate[], aside: Map<number, string>): Candidate[] {
  const places = new Map<string, number>();
  const lines: (Candidate | null)[] = [];
  for (const one of all) {
    const at = places.get(one.digest);
    const twin = at === undefined ? null : (lines[at] ?? null);
    const follows = (place: number) => place > 0 && lines[place - 1]?.digest === one.prev;
    if (at !== undefined && twin !== null && (follows(at) || !follows(lines.length))) {
      aside.set(one.line, `the same record as line ${twin.line}`);
      continue;
    }
    if (at !== undefined && twin !== null) {
      aside.set(twin.line, `the same record as line ${one.line}`);
      lines[at] = null;
    }
    places.set(one.digest, lines.length);
    lines.push(one);
  }
  return lines.filter((one) => one !== null);
}

/** Lines in a row that stay or go together. */
interface Stretch {
  lines: Candidate[];
  weight: number;
  /** The line further up that the first of them names: without that one they do not stay either. */
  on: Candidate | null;
}

function stretchesOf(lines: readonly Candidate[], isAnchored: (candidate: Candidate) => boolean): Stretch[] {
  const places = new Map(lines.map(({ digest }, at) => [digest, at]));
  const before = lines.map(({ prev, seq }) => {
    const at = prev === null ? undefined : places.get(prev);
    return at !== undefined && lines[at]?.seq === seq - 1 ? at : -1;
  });
  const after = new Uint32Array(lines.length);
  for (const at of before) if (at !== -1) after[at] = (after[at] ?? 0) + 1;
  const anchored = new Uint8Array(lines.length);
  // Whoever noted a line noted what it stands on.
  for (const [at, line] of lines.entries())
    if (isAnchored(line))
      for (let one = at; one !== -1 && anchored[one] === 0; one = before[one] ?? -1) anchored[one] = 1;

  const stretches: Stretch[] = [];
  for (const [at, line] of lines.entries()) {
    const isNamed = after[at] !== 0;
    const isFirst = line.seq === 1 && line.prev === null;
    const weight =
      anchored[at] === 1
        ? weights.anchored
        : isNamed
          ? weights.named
          : before[at] !== -1 || isFirst
            ? weights.fitting
            : weights.alone;
    const last = stretches.at(-1);
    // A line nobody vouches for may go alone, and so may what follows where the chain forks.
    const goesOn = before[at] === at - 1 && at > 0 && after[at - 1] === 1 && (isNamed || anchored[at] === 1);
    if (goesOn && last !== undefined) {
      last.lines.push(line);
      last.weight += weight + fit;
    } else {
      const named = before[at] ?? -1;
      stretches.push({ lines: [line], weight, on: named !== -1 && named < at ? (lines[named] ?? null) : null });
    }
  }
  return stretches;
}

/** The heaviest stretches that make one chain together: numbers only rise, and no two in a row contradict each other. */
function bestOf(stretches: readonly Stretch[]): Candidate[] {
  const sums: number[] = [];
  const from: number[] = [];
  let best = -1;
  for (const [at, { lines, weight, on }] of stretches.entries()) {
    let [sum, place] = [on === null ? weight : Number.NEGATIVE_INFINITY, -1];
    for (let one = Math.max(0, at - lookBack); one < at; one += 1) {
      const earlier = stretches[one]?.lines.at(-1);
      const joined = on !== null && on !== earlier ? null : joint(earlier, lines[0]);
      const together = (sums[one] ?? 0) + weight + (joined ?? 0);
      if (joined !== null && together > sum) [sum, place] = [together, one];
    }
    sums.push(sum);
    from.push(place);
    if (best === -1 || sum > (sums[best] ?? 0)) best = at;
  }
  const kept: Stretch[] = [];
  for (let at = best; at !== -1; at = from[at] ?? -1) kept.push(...stretches.slice(at, at + 1));
  return kept.flatMap(({ lines }) => lines);
}

/** What it is worth that one line comes after another; `null` when both cannot be. */
function joint(earlier: Candidate | undefined, later: Candidate | undefined): number | null {
  if (earlier === undefined || later === undefined || later.seq <= earlier.seq) return null;
  if (later.seq > earlier.seq + 1) return 0;
  return later.prev === earlier.digest ? fit : null;
}
