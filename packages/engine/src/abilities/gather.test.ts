import { describe, expect, it } from "vitest";
import { type Description, describe as described } from "./description.ts";
import { gather } from "./gather.ts";
import { lintAbilities } from "./lint.ts";

const a = (over: Partial<Description> & { id: string }): Description =>
  described({ level: "high", origin: "registry", file: "r.yaml", line: 1, ...over });

describe("entries of one id", () => {
  it("are one ability: the strongest wins, hints are united", () => {
    const [found, ...more] = gather([
      a({ id: "x", origin: "skill", file: "s", summary: "skill's", keywords: ["k1"], priority: "high" }),
      a({ id: "x", origin: "table", file: "t", summary: "table's", kind: "agent", whenToUse: ["w"] }),
      a({ id: "x", origin: "registry", file: "r", kind: "workflow", keywords: ["k2", "k1"] }),
    ]);
    expect(more).toEqual([]);
    expect(found?.ability).toMatchObject({
      id: "x",
      kind: "workflow",
      summary: "table's",
      keywords: ["k2", "k1"],
      whenToUse: ["w"],
      priority: "high",
      source: "r",
    });
    expect(found?.from.map(({ origin }) => origin)).toEqual(["registry", "table", "skill"]);
  });

  it("are found by their operation key too", () => {
    const low = { level: "low" as const };
    const found = gather([
      a({ ...low, id: "invoice", operationKey: "billing.invoice" }),
      a({ ...low, id: "billing.invoice", operationKey: "billing.invoice", origin: "table", summary: "Bills" }),
    ]);
    expect(found.map(({ ability }) => [ability.id, ability.summary])).toEqual([["invoice", "Bills"]]);
  });

  it("count once when two registry files have them", () => {
    const [found] = gather([a({ id: "x", summary: "first" }), a({ id: "x", summary: "second", keywords: ["k"] })]);
    expect(found?.ability).toMatchObject({ summary: "first", keywords: [] });
  });
});

describe("lint", () => {
  const files = new Set(["r.yaml", "other.yaml"]);
  const say = (...descriptions: Description[]) =>
    lintAbilities(descriptions, (path) => (files.has(path) ? path : null)).map(
      ({ file, line, severity, message }) => `${file}:${line} ${severity} ${message}`,
    );
  const fine = { summary: "s", examples: ["e"] };

  it("has nothing to say about what is fine", () => {
    const row = { origin: "table" as const, file: "ABILITY.md", registryPath: "r.yaml" };
    expect(say(a({ id: "x", ...fine }), a({ id: "x", ...row }))).toEqual([]);
  });

  it.each<[string, Description[], string]>([
    [
      "a dead registry path",
      [a({ id: "x", origin: "table", file: "ABILITY.md", line: 7, summary: "s", registryPath: "gone.yaml" })],
      "ABILITY.md:7 error x leads to gone.yaml, which is not a file of this repository.",
    ],
    [
      "two entries of one id",
      [a({ id: "x", ...fine }), a({ id: "x", ...fine, file: "other.yaml", line: 3 })],
      "other.yaml:3 error x is described in r.yaml:1 already; that one counts.",
    ],
    [
      "a row that leads to another ability's entry",
      [
        a({ id: "y", ...fine, file: "other.yaml" }),
        a({ id: "x", origin: "table", file: "A", summary: "s", registryPath: "other.yaml" }),
      ],
      "A:1 error x leads to other.yaml, which describes y.",
    ],
    [
      "an entry no table lists",
      [a({ id: "x", ...fine }), a({ id: "y", origin: "table", file: "A", summary: "s" })],
      "r.yaml:1 warning x is in no table of an ABILITY.md.",
    ],
    [
      "a type that differs",
      [a({ id: "x", ...fine, kind: "agent" }), a({ id: "x", origin: "table", file: "A", kind: "workflow" })],
      "A:1 warning x is called workflow here and agent in r.yaml.",
    ],
    [
      "an operation nobody registered",
      [
        a({ id: "x", ...fine, operations: ["billing.chrage"] }),
        a({ id: "billing.charge", level: "low", summary: "s" }),
      ],
      "r.yaml:1 error x may call billing.chrage, which is not registered. Did you mean billing.charge?",
    ],
    ["no summary", [a({ id: "x" })], "r.yaml:1 warning x has no summary, so nobody knows what it is for."],
    [
      "no examples",
      [a({ id: "x", summary: "s" })],
      "r.yaml:1 warning x has no examples, so it is found by its words alone; add routing_hints.examples: two or three requests as people put them.",
    ],
    [
      "a broken pattern",
      [a({ id: "x", ...fine, patterns: ["(a"] })],
      "r.yaml:1 warning x: the pattern (a is not used. It is not a valid regular expression.",
    ],
  ])("finds %s", (_, descriptions, expected) => {
    expect(say(...descriptions)).toContain(expected);
  });
});
