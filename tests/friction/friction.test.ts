import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { budgetOf } from "./budget.ts";
import { readRecordings } from "./recordings.ts";
import { replay, type Said } from "./replay.ts";

const recordings = readRecordings(join(import.meta.dirname, "sessions"));
const shown = ({ call, verdict, message }: Said): string =>
  `${verdict}: ${JSON.stringify(call.tool_input)}: ${message}`;

it("there are twenty everyday sessions, of a length that is real", () => {
  expect(recordings.length).toBe(20);
  for (const { name, calls } of recordings) {
    expect([name, calls.length >= 12 && calls.length <= 40]).toEqual([name, true]);
  }
});

it("a replay notices: where the scope does not fit, edits are refused", async () => {
  const [recording] = recordings;
  if (recording === undefined) throw new Error("there is no recording");
  const said = await replay({ ...recording, scope: ["elsewhere/**"] });
  const refused = said.filter(({ verdict }) => verdict === "deny").map(({ call }) => call.tool_name);
  expect(refused).toContain("Write");
  expect(refused).not.toContain("Read");
});

describe("an everyday session", () => {
  const all: Said[] = [];

  it.each(recordings)("$name: asks only what a person wants to be asked, and refuses nothing", async (recording) => {
    const said = await replay(recording);
    all.push(...said);
    const unwanted = said.filter(
      ({ call, verdict }) => verdict === "deny" || (verdict === "ask" && call.wanted === undefined),
    );
    expect(unwanted.map(shown)).toEqual([]);
  });

  it("costs one question at most, in the middle of twenty", () => {
    const { medianQuestions, refusedShare } = budgetOf(all);
    expect(medianQuestions).toBeLessThanOrEqual(1);
    expect(refusedShare).toBeLessThanOrEqual(0.005);
  });
});
