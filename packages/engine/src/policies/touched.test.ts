import type { Effect, FileFact } from "@writ/contracts";
import { aCommand, aFile, factsWith } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { touchOf } from "./touched.ts";

const copy: readonly Effect[] = [
  { op: "modify", path: "src/auth", certainty: "inferred" },
  { op: "modify", path: "src/auth/a.ts", certainty: "inferred", ifFolder: true },
];

describe("cp a.ts src/auth", () => {
  it.each<[FileFact["kind"], string[]]>([
    ["directory", ["src/auth/a.ts"]],
    ["file", ["src/auth"]],
    ["absent", ["src/auth", "src/auth/a.ts"]],
  ])("where src/auth is %s touches %j", (kind, touched) => {
    const call = aCommand("cp a.ts src/auth", "changes", { effects: copy });
    const facts = factsWith({ files: [aFile("src/auth", { kind }), aFile("src/auth/a.ts", { kind: "absent" })] });
    expect(touchOf(call, facts).files.map(({ effect }) => effect.path)).toEqual(touched);
  });
});

describe("jest --frob=docs/a.md, with an option nobody knows", () => {
  it.each<[FileFact["kind"], string[]]>([
    ["file", ["docs/a.md"]],
    ["directory", ["docs/a.md"]],
    ["absent", []],
  ])("where that is %s touches %j", (kind, touched) => {
    const effects: Effect[] = [{ op: "modify", path: "docs/a.md", certainty: "inferred", output: true, ifThere: true }];
    const call = aCommand("jest --frob=docs/a.md", "runs", { effects });
    const facts = factsWith({ files: [aFile("docs/a.md", { kind })] });
    expect(touchOf(call, facts).files.map(({ effect }) => effect.path)).toEqual(touched);
  });
});

it("is found anew for the same call under other facts, and for another call under the same", () => {
  const call = aCommand("cp a.ts src/auth", "changes", { effects: copy });
  const known = [aFile("src/auth"), aFile("src/auth/a.ts")];
  const [facts, others] = [factsWith({ files: known }), factsWith({ files: [] })];
  expect(touchOf(call, facts).unread).toEqual([]);
  expect(touchOf(call, others).unread).toEqual(["src/auth", "src/auth/a.ts"]);
  expect(touchOf(aCommand("ls", "safe", { effects: [] }), facts).files).toEqual([]);
  expect(touchOf(call, facts).files.length).toBeGreaterThan(0);
});
