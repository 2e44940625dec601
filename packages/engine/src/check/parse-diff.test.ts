import { describe, expect, it } from "vitest";
import { parseAdded, parseRaw } from "./parse-diff.ts";

const zero = "0".repeat(40);
const [one, two] = ["1".repeat(40), "2".repeat(40)];

describe("what git says differs", () => {
  it.each([
    [
      `:000000 100644 ${zero} ${one} A\0a.ts\0`,
      { path: "a.ts", op: "create", blob: one, blobBefore: null, isFile: true },
    ],
    [
      `:100644 000000 ${one} ${zero} D\0a.ts\0`,
      { path: "a.ts", op: "delete", blob: null, blobBefore: one, isFile: false },
    ],
    [
      `:100644 100755 ${one} ${two} R087\0old name.ts\0new\nname.ts\0`,
      { path: "new\nname.ts", from: "old name.ts", op: "rename", blob: two, blobBefore: one, isFile: true },
    ],
    [`:100644 120000 ${one} ${two} T\0a\0`, { path: "a", op: "modify", blob: two, blobBefore: one, isFile: false }],
    [
      `:160000 160000 ${one} ${two} M\0sub\0`,
      { path: "sub", op: "modify", blob: two, blobBefore: one, isFile: false, isRepository: true },
    ],
  ])("%j", (raw, change) => {
    expect(parseRaw(raw)).toEqual([change]);
  });

  it("is any number of files", () => {
    const raw = `:100644 100644 ${one} ${two} M\0a\0:100644 100644 ${one} ${two} R100\0b\0c\0:100644 100644 ${one} ${two} M\0d\0`;
    expect(parseRaw(raw).map(({ path }) => path)).toEqual(["a", "c", "d"]);
    expect(parseRaw("")).toEqual([]);
  });
});

describe("the new lines", () => {
  const patch = (header: string, body: string) => `diff --git a/x b/x\n--- a/x\n+++ ${header}\n${body}`;

  it.each([
    ["b/a.ts", "@@ -1 +1,2 @@\n-x\n+y\n+z\n", { "a.ts": [[1, 2]] }],
    [
      "b/a.ts",
      "@@ -3,0 +4 @@ class X\n+y\n@@ -9,2 +11 @@\n-x\n-x\n+y\n",
      {
        "a.ts": [
          [4, 4],
          [11, 11],
        ],
      },
    ],
    ["b/a.ts", "@@ -3,2 +2,0 @@\n-x\n-x\n", {}],
    ["b/with blank.ts\t", "@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n", { "with blank.ts": [[1, 1]] }],
    ['"b/\\303\\244\\t\\".ts"', "@@ -0,0 +1 @@\n+y\n", { 'ä\t".ts': [[1, 1]] }],
    ["/dev/null", "@@ -1 +0,0 @@\n-y\n", {}],
  ])("of %s %j", (header, body, spans) => {
    expect(Object.fromEntries(parseAdded(patch(header, body)))).toEqual(spans);
  });

  it("are not what a line says about itself", () => {
    const body = "@@ -1 +1,3 @@\n-- a/b.ts\n++++ b/forged.ts\n+@@ -1 +50,9 @@\n+diff --git a/q b/q\n";
    expect(Object.fromEntries(parseAdded(patch("b/a.ts", body)))).toEqual({ "a.ts": [[1, 3]] });
  });
});
