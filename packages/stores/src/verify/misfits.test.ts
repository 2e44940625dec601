import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, misfits } from "./misfits.ts";

/** A chain of so many lines, as Writ writes it. */
function chain(length: number, name = "g"): Candidate[] {
  return Array.from({ length }, (_, at) => ({
    writer: "w",
    seq: at + 1,
    prev: at === 0 ? null : `${name}${at}`,
    digest: `${name}${at + 1}`,
    line: 0,
  }));
}
const forged = (seq: number, prev: string, digest = `forged${seq}`): Candidate => ({
  writer: "w",
  seq,
  prev,
  digest,
  line: 0,
});
const numbered = (all: readonly Candidate[]): Candidate[] => all.map((one, at) => ({ ...one, line: at + 1 }));
/** The digests that go. */
function gone(all: readonly Candidate[], anchors: readonly string[] = []): string[] {
  const lines = numbered(all);
  const aside = misfits(lines, ({ digest }) => anchors.includes(digest));
  return lines.filter(({ line }) => aside.has(line)).map(({ digest }) => digest);
}
const six = chain(6);

describe("of lines that do not fit each other", () => {
  it.each<[string, Candidate[], string[], string[]]>([
    ["none goes from a whole chain", six, [], []],
    ["a line with a number far ahead goes", six.toSpliced(2, 0, forged(999_999, "x")), [], ["forged999999"]],
    ["a newest line that names another one before it goes", [...six, forged(7, "x")], [], ["forged7"]],
    ["and so it does where the line before is anchored", [...six, forged(7, "x")], ["g6"], ["forged7"]],
    ["a changed line in the middle goes", six.with(2, forged(3, "g2")), [], ["forged3"]],
    ["a changed line ahead of the last two goes", six.with(3, forged(4, "g3")), [], ["forged4"]],
    ["a changed newest line stays: nothing tells", six.with(5, forged(6, "g5")), [], []],
    ["an anchor outweighs a longer forged end", [...six, ...fork()], ["g6"], ["f5", "f6", "f7", "f8"]],
    ["a shorter fork goes", six.toSpliced(3, 0, forged(4, "g3"), forged(5, "forged4")), [], ["forged4", "forged5"]],
    ["a line again goes", [...six, ...six.slice(1, 2)], [], ["g2"]],
    ["what is missing takes nothing with it", six.toSpliced(2, 2), [], []],
  ])("%s", (_, lines, anchors, expected) => {
    expect(gone(lines, anchors)).toEqual(expected);
  });

  it("no genuine one goes, wherever strays are put that nothing vouches for", () => {
    const stray = fc.record({ at: fc.nat(30), seq: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(stray, { maxLength: 8 }), (strays) => {
        const lines = [...chain(30)];
        // The newest line is vouched for by nobody, so what comes after it is another matter.
        for (const [number, { at, seq }] of strays.entries())
          lines.splice(Math.min(at, 29), 0, forged(seq, "nobody", `stray${number}`));
        expect(gone(lines, ["g30"]).filter((digest) => digest.startsWith("g"))).toEqual([]);
      }),
    );
  });

  it("those that stay make one chain: numbers rise, and neighbours fit", () => {
    const line = fc.record({ seq: fc.integer({ min: 1, max: 8 }), prev: fc.nat(8), digest: fc.nat(8) });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (all) => {
        const lines = numbered(all.map(({ seq, prev, digest }) => forged(seq, `d${prev}`, `d${digest}`)));
        const aside = misfits(lines, () => false);
        const kept = lines.filter((one) => !aside.has(one.line));
        for (const [at, one] of kept.entries()) {
          const before = kept[at - 1];
          if (before === undefined) continue;
          expect(one.seq).toBeGreaterThan(before.seq);
          if (one.seq === before.seq + 1) expect(one.prev).toBe(before.digest);
        }
      }),
    );
  });
});

/** Four forged lines that go on from the fourth. */
function fork(): Candidate[] {
  return [forged(5, "g4", "f5"), forged(6, "f5", "f6"), forged(7, "f6", "f7"), forged(8, "f7", "f8")];
}
