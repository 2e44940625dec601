import { createHash } from "node:crypto";
import type { LineChange, LineShape, TraceRecord } from "@writ/contracts";
import { aTrace, inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addedIn } from "./added.ts";
import { carry } from "./carry.ts";
import { changeBetween } from "./change.ts";
import { shapeOf } from "./shape.ts";
import { tableOf } from "./step-table.ts";
import { stepsIn } from "./steps.ts";
import { trailFrom, trailOf } from "./trail.ts";

const hash = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const version = (lines: readonly string[]) => lines.map((line) => shapeOf(`${line}\n`, hash));
const length = (change: LineChange) => change.length;

interface Told {
  path?: string;
  before: string | null;
  after: string | null;
  change?: LineChange;
  since?: object;
  given?: unknown;
  blob?: string;
  unsure?: unknown;
  raced?: true;
  from?: string;
}

/** Traces of one file each, in this order. */
function traces(...all: Told[]): TraceRecord[] {
  return all.map(({ path = "a.ts", raced, ...meta }, at) => {
    const record = aTrace({ id: `t${at}`, timestamp: `2026-01-01T00:00:${String(at).padStart(2, "0")}.000Z` }, path);
    const files = { [path]: { op: "modify" as const, removed: 0, ...meta } } as TraceRecord["metadata"]["files"];
    return { ...record, metadata: { ...record.metadata, files, ...(raced && { raced: [path] }) } };
  });
}

/** Who made each line, by the trace's id. */
function told(records: TraceRecord[], path: string, version: string, lines?: number): string[] | null {
  const trail = trailOf(tableOf(records.flatMap(stepsIn)), path, version, lines);
  return trail?.sources.map(({ origin }) => (typeof origin === "string" ? origin : origin.trace.id)) ?? null;
}

describe("a line leads back to", () => {
  it("the call that made it, and a person's stays a person's", () => {
    const records = traces(
      {
        before: "v0",
        after: "v1",
        change: {
          length: 3,
          kept: [
            [1, 1, 1],
            [3, 1, 2],
          ],
        },
      },
      { before: "v1", after: "v2", change: { length: 3, kept: [[2, 2, 2]] } },
    );
    expect(told(records, "a.ts", "v2")).toEqual(["t1", "t0", "person"]);
  });

  it("a person, when it came between the calls", () => {
    const since = { version: "v1", length: 2, kept: [[2, 1, 1]], lines: [] };
    const records = traces(
      { before: null, after: "v1", change: { length: 1, kept: [] } },
      { before: "h", after: "v2", since, change: { length: 3, kept: [[1, 2, 1]] } },
    );
    expect(told(records, "a.ts", "v2")).toEqual(["person", "t0", "t1"]);
    expect(told(records, "a.ts", "h")).toEqual(["person", "t0"]);
  });

  it("nobody known, when something an agent left running may have written it", () => {
    const since = { version: "v1", length: 2, kept: [[2, 1, 1]], lines: [], unknown: true };
    const records = traces(
      { before: null, after: "v1", change: { length: 1, kept: [] } },
      { before: "h", after: "v2", since, change: { length: 2, kept: [[1, 2, 1]] } },
    );
    expect(told(records, "a.ts", "v2")).toEqual(["unwatched", "t0"]);
  });

  it("nobody known, when its call was overtaken, its lines were not followed, or a record is not there", () => {
    const raced = traces({ before: null, after: "v1", change: { length: 1, kept: [] }, raced: true });
    expect(told(raced, "a.ts", "v1")).toEqual(["raced"]);
    expect(told(traces({ before: "v0", after: "v1" }), "a.ts", "v1", 2)).toEqual(["unfollowed", "unfollowed"]);
    const since = { version: "lost", length: 1, kept: [[1, 1, 1]], lines: [] };
    const missing = traces({ before: "h", after: "v1", since, change: { length: 1, kept: [[1, 1, 1]] } });
    expect(told(missing, "a.ts", "v1")).toEqual(["missing"]);
  });

  it("the call that made the whole file, though its lines were not followed", () => {
    expect(told(traces({ before: null, after: "v1" }), "a.ts", "v1", 2)).toEqual(["t0", "t0"]);
  });

  it("the file it was moved from, in the same call or an earlier one", () => {
    const records = traces(
      { path: "a.ts", before: null, after: "a1", change: { length: 2, kept: [] } },
      { path: "a.ts", before: "a1", after: "a2", change: { length: 1, kept: [[1, 1, 1]] } },
      {
        path: "b.ts",
        before: "b0",
        after: "b1",
        change: {
          length: 2,
          kept: [
            [1, 1, 1],
            [2, 1, 2, "a.ts", "a1"],
          ],
        },
      },
    );
    expect(told(records, "b.ts", "b1")).toEqual(["person", "t0"]);
  });

  it("the file it was copied from, once it is taken out there", () => {
    const records = traces(
      { path: "b.ts", before: null, after: "b1", change: { length: 2, kept: [] } },
      { path: "a.ts", before: "a0", after: "a1", change: { length: 1, kept: [] }, given: [[3, 1, "b.ts", "b1", 2]] },
    );
    expect(told(records, "b.ts", "b1")).toEqual(["t0", "person"]);
  });

  it("its maker, though files of the two gave it back and forth", () => {
    const records = traces(
      { path: "a.ts", before: null, after: "a1", change: { length: 1, kept: [] } },
      { path: "b.ts", before: null, after: "b1", change: { length: 1, kept: [[1, 1, 1, "a.ts", "a1"]] } },
      { path: "b.ts", before: "b1", after: null, given: [[1, 1, "a.ts", "a1", 1]] },
    );
    expect(told(records, "a.ts", "a1")).toEqual(["t0"]);
  });

  it("its maker, though the file was put back to what it was before", () => {
    const same: LineChange = { length: 1, kept: [[1, 1, 1]] };
    const records = traces(
      { before: "v0", after: "v1", change: same },
      { before: "v1", after: "v0", change: same },
      { before: "v0", after: "v1", change: same },
    );
    expect(told(records, "a.ts", "v1")).toEqual(["person"]);
  });
});

describe("a line that a command brought back leads to", () => {
  it("who had it before, when the whole version was made or met by an earlier step", () => {
    const records = traces(
      { before: "v0", after: "v1", change: { length: 1, kept: [] } },
      { before: "v1", after: "v0", change: { length: 2, kept: [] } },
      { before: "v0", after: "v1", change: { length: 1, kept: [] } },
    );
    expect(told(records, "a.ts", "v0", 2)).toEqual(["person", "person"]);
    expect(told(records, "a.ts", "v1")).toEqual(["t0"]);
  });

  it("the step that made git's version of it, a person where no step did, and nobody where a call may have", () => {
    const change: LineChange = {
      length: 4,
      kept: [
        [1, 1, 1, "a.ts", "b1"],
        [2, 1, 1, "a.ts", "b2"],
        [3, 1, 1, "a.ts", "b3"],
      ],
    };
    const records = traces(
      { before: null, after: "v1", blob: "b1", change: { length: 1, kept: [] } },
      { before: "v2", after: "v3", change, unsure: ["b3"] },
    );
    expect(told(records, "a.ts", "v3")).toEqual(["t0", "person", "unsure", "t1"]);
  });

  it("nobody, when git could not say in time what it had", () => {
    const records = traces({ before: "v0", after: "v1", change: { length: 2, kept: [[1, 1, 1]] }, unsure: true });
    expect(told(records, "a.ts", "v1")).toEqual(["person", "unsure"]);
  });
});

describe("whatever the lines are", () => {
  const lines = fc.array(
    fc.constantFrom("a", "b", "", "}", "  a", "call(x, y)", "call(x,", "y)", "some longer line of text here"),
    { maxLength: 14 },
  );

  it("a recorded change tells of every line what comparing the two texts tells", () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const [old, now]: [LineShape[], LineShape[]] = [version(one), version(other)];
        const change = changeBetween(old, now);
        const steps = traces({ before: "v0", after: "v1", change }).flatMap(stepsIn);
        const trail = steps[0] && trailFrom(tableOf(steps), { step: steps[0], side: "after" });
        const isNew = trail?.sources.map(({ origin }) => typeof origin !== "string") ?? [];
        expect(isNew).toEqual([...carry(old, now)].map((at) => at < 0));
        expect(length(change)).toBe(other.length);
      }),
      { numRuns: inDepth(200, 1000) },
    );
  });
});

describe("a record that somebody tampered with", () => {
  it("is read as far as it makes sense, and never breaks anything", () => {
    const odd = fc.jsonValue();
    fc.assert(
      fc.property(odd, odd, odd, odd, odd, (change, since, given, sums, lines) => {
        const [record] = traces({ before: "v0", after: "v1" });
        if (record === undefined) return;
        const meta = { ...record.metadata.files["a.ts"], change, since, given, sums };
        const metadata = { ...record.metadata, files: { "a.ts": meta }, lines: { "a.ts": lines } };
        const tampered = { ...record, metadata } as unknown as TraceRecord;
        expect(addedIn(tampered)).toBeInstanceOf(Array);
        told([tampered], "a.ts", "v1", 3);
      }),
    );
  });

  it.each<[string, LineChange]>([
    [
      "keeps lines twice",
      {
        length: 2,
        kept: [
          [1, 2, 1],
          [2, 1, 1],
        ],
      },
    ],
    ["keeps more lines than there are", { length: 1, kept: [[1, 5, 1]] }],
    ["is longer than any file that is followed", { length: 1e9, kept: [] }],
    ["stands before the first line", { length: 1, kept: [[1, 1, 0]] }],
  ])("counts as not followed when it %s", (_, change) => {
    expect(told(traces({ before: "v0", after: "v1", change }), "a.ts", "v1", 1)).toEqual(["unfollowed"]);
  });
});
