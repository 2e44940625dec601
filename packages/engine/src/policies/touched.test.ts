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
