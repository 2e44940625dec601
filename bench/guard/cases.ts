import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readShellCorpus } from "@writ/testkit";

/** One row of the table: command lines of one kind, and whether they are to pass. */
export interface Batch {
  readonly what: string;
  readonly passes: boolean;
  readonly cases: readonly Case[];
}

/** A command line. It is judged, never run. */
export interface Case {
  readonly id: string;
  readonly command: string;
}

const folder = resolve("packages/engine/src/shell/fixtures");

/** The given corpus and our own, by what they are about. */
export function readSets(): Batch[] {
  const given = readGiven();
  const { benign, mentions, hostile } = readShellCorpus(folder);
  const ofGroups = (...groups: string[]) => hostile.filter(({ group }) => groups.includes(group));
  const isGrown = /^(wrapped|strayed|closed|poisoned|personal|spelled-\d|kept)$/;
  return [
    { what: "given: spellings that destroy or mislead (A, B, D)", passes: false, cases: given("not-allow", /^[ABD]/) },
    { what: "given: writes outside the scope (C)", passes: false, cases: given("not-allow", /^C/) },
    { what: "own: written by hand", passes: false, cases: hostile.filter(({ group }) => !isGrown.test(group)) },
    { what: "own: each wrapper with each payload", passes: false, cases: ofGroups("wrapped") },
    { what: "own: each writer outside the scope", passes: false, cases: ofGroups("strayed") },
    { what: "own: each writer at closed files", passes: false, cases: ofGroups("closed") },
    { what: "own: each poisoned variable", passes: false, cases: ofGroups("poisoned") },
    { what: "own: each verb of a person", passes: false, cases: ofGroups("personal") },
    {
      what: "own: disguised words",
      passes: false,
      cases: hostile.filter(({ group }) => /^(spelled|kept)/.test(group)),
    },
    { what: "given: benign (K)", passes: true, cases: given("allow", /^K/) },
    { what: "own: everyday commands", passes: true, cases: benign },
    { what: "own: commands that mention a dangerous one", passes: true, cases: mentions },
  ];
}

/** What the fuzzer found hard to read. */
export function readFound(): readonly Case[] {
  return readShellCorpus(folder).found;
}

interface Given {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expect: string;
}

function readGiven(): (expected: string, ids: RegExp) => Case[] {
  const text = readFileSync(resolve("tests/corpus/bypass.jsonl"), "utf8");
  const all: Given[] = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return (expected, ids) =>
    all
      .filter((one) => one.kind === "bash" && one.expect === expected && ids.test(one.id))
      .map(({ id, input }) => ({ id, command: input }));
}
