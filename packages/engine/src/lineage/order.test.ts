import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inOrder, placeOf, type Recorded } from "./order.ts";

type Files = NonNullable<NonNullable<Recorded["metadata"]>["files"]>;

const record = (writer: string, seq: number, revision = "unknown", files: Files = {}): Recorded => ({
  id: `${writer}${seq}`,
  vcs: { revision_id: revision },
  metadata: { writer, seq, files },
});

/** As a clone has it: in a published file of its own, with or without its place in the live chain. */
const published = (one: Recorded, seq: number, isOld = false): Recorded => ({
  ...one,
  metadata: {
    ...one.metadata,
    seq,
    source: "sha256:0",
    ...(!isOld && { source_seq: one.metadata?.seq ?? 0 }),
  },
});

/** A call that was at another commit when it ended. */
const pulled = (one: Recorded, end: string): Recorded => ({
  ...one,
  vcs: { revision_id: end },
  metadata: { ...one.metadata, revision_before: one.vcs?.revision_id ?? "" },
});

const change = (before: string | null, after: string | null): Files => ({ a: { before, after } });
const ids = (records: readonly Recorded[]) => records.map(({ id }) => id).join(" ");
const ranks: Record<string, number> = { c1: 1, c2: 2, c3: 3 };
const rankOf = (commit: string) => ranks[commit];

describe("the order of records", () => {
  it.each([
    ["one chain: its own", [record("a", 2), record("a", 1)], "a1 a2"],
    ["one chain, at an older commit again: its own", [record("a", 2, "c1"), record("a", 1, "c3")], "a1 a2"],
    [
      "one chain, published in two files: its own",
      [published(record("a", 7), 1), published(record("a", 3), 1)],
      "a3 a7",
    ],
    ["two chains: that of the commits they began at", [record("a", 1, "c2"), record("b", 1, "c1")], "b1 a1"],
    [
      "one that pulled: after those whose commits it got, before those that began there",
      [pulled(record("a", 1, "c1"), "c3"), record("b", 1, "c2"), record("b", 2, "c3")],
      "b1 a1 b2",
    ],
    ["one that went back: where it began", [pulled(record("a", 1, "c3"), "c1"), record("b", 1, "c2")], "b1 a1"],
    [
      "two chains at one commit: that of what the file held",
      [record("a", 1, "c1", change("v2", "v3")), record("b", 1, "c1", change("v1", "v2"))],
      "b1 a1",
    ],
    [
      "one whose commit is gone waits for what it met",
      [record("a", 1, "gone", change("v2", "v3")), record("b", 1, "c3", change("v1", "v2"))],
      "b1 a1",
    ],
    [
      "who brings a version back waits for nobody's sake",
      [
        record("a", 1, "c1", change("v1", "v2")),
        record("b", 1, "c1", change("v1", "v3")),
        record("b", 2, "c1", change("v3", "v1")),
      ],
      "a1 b1 b2",
    ],
    [
      "two that met what the other left: a fixed one",
      [record("b", 1, "c1", change("v1", "v2")), record("a", 1, "c1", change("v2", "v1"))],
      "a1 b1",
    ],
    [
      "of an older version, without places: commits and file states",
      [
        published(record("a", 9, "c2", change("v2", "v3")), 1, true),
        published(record("a", 5, "c2", change("v1", "v2")), 2, true),
        published(record("a", 8, "c1"), 3, true),
      ],
      "a8 a5 a9",
    ],
  ])("%s", (_, records, expected) => {
    expect(ids(inOrder(records, rankOf))).toBe(expected);
    expect(ids(inOrder(records.toReversed(), rankOf))).toBe(expected);
  });

  it("keeps every chain, and every record once, whatever else they say", () => {
    const state = fc.constantFrom("v1", "v2", "v3", null);
    const one = fc.record({
      writer: fc.constantFrom("a", "b", "c"),
      commit: fc.constantFrom("c1", "c2", "gone"),
      before: state,
      after: state,
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (drafts) => {
        const records = drafts.map(({ writer, commit, before, after }, at) =>
          record(writer, at + 1, commit, change(before, after)),
        );
        const order = inOrder(records, rankOf);
        expect(order).toHaveLength(records.length);
        for (const writer of ["a", "b", "c"]) {
          const own = order.filter(({ metadata }) => metadata?.writer === writer).map((found) => placeOf(found) ?? 0);
          expect(own).toEqual(own.toSorted((left, right) => left - right));
        }
        expect(ids(inOrder(records.toReversed(), rankOf))).toBe(ids(order));
      }),
    );
  });

  it("takes whatever stands in a ledger", () => {
    const odd = [
      { id: "1", metadata: { writer: 5, seq: "x", files: { a: null, b: "text" }, source_seq: {} } },
      { id: "2" },
      { id: "3", vcs: { revision_id: {} }, metadata: { files: "text" } },
    ] as unknown as Recorded[];
    expect(inOrder(odd, rankOf)).toHaveLength(3);
  });
});
