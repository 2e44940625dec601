import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { folderWith, hooksFolder } from "./handler.ts";

type Found = { path: string; line: number; language?: string } | null;
const { firstError }: { firstError(output: string, root: string, folders: string[]): Found } = await import(
  pathToFileURL(join(hooksFolder, "build-check/first-error.mjs")).href
);

const files = [
  "src/a.ts",
  "src/b.ts",
  "src/lib.rs",
  "pay/main.go",
  "src/A.java",
  "src/A.kt",
  "build.gradle",
  "m/a.py",
  "src/x.css",
];

it.each<[string, string, string | null]>([
  ["tsc", "src/a.ts(58,5): error TS2322: Type 'x' is wrong.\nsrc/b.ts(1,1): error TS1: x", "src/a.ts:58"],
  [
    "tsc, in colour",
    "\u001b[96msrc/a.ts\u001b[0m:\u001b[93m58\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m TS2322: x",
    "src/a.ts:58",
  ],
  ["tsc in another folder", "ROOT/src/a.ts(3,1): error TS1: x", "src/a.ts:3"],
  ["eslint", "ROOT/src/b.ts\n  3:1  warning  odd  rule\n  7:9  error  bad  rule\n", "src/b.ts:7"],
  ["esbuild", "✘ [ERROR] No\n\n    src/a.ts:4:7:\n      4 │ x", "src/a.ts:4"],
  ["vite", "error during build:\nsrc/a.ts:9:1: ERROR: no", "src/a.ts:9"],
  [
    "cargo",
    "warning: unused\n --> src/lib.rs:1:1\n\nerror[E0308]: mismatched types\n  --> src/lib.rs:12:5\n",
    "src/lib.rs:12",
  ],
  ["go", "# pay\npay/main.go:12:2: undefined: x", "pay/main.go:12"],
  ["go, in its folder", "# pay\n./pay/main.go:12:2: undefined: x", "pay/main.go:12"],
  ["maven", "[WARNING] ROOT/src/A.java:[1,1] old\n[ERROR] ROOT/src/A.java:[12,5] cannot find symbol", "src/A.java:12"],
  ["javac", "ROOT/src/A.java:12: error: ';' expected", "src/A.java:12"],
  ["kotlin", "w: file://ROOT/src/A.kt:1:1 unused\ne: file://ROOT/src/A.kt:12:5 Unresolved reference", "src/A.kt:12"],
  ["kotlin, as it was", "e: ROOT/src/A.kt: (12, 5): Unresolved reference", "src/A.kt:12"],
  ["gradle", "* Where:\nBuild file 'ROOT/build.gradle' line: 7", "build.gradle:7"],
  ["mypy", "m/a.py:3: note: see\nm/a.py:4: error: bad", "m/a.py:3"],
  ["ruff", "F401 unused import\n --> m/a.py:1:8\n", "m/a.py:1"],
  [
    "python",
    'Traceback\n  File "m/a.py", line 9, in f\n  File "m/a.py", line 3\n    y = (\nSyntaxError: x',
    "m/a.py:3",
  ],
  ["anything", "oops at\nsrc/x.css:8 unknown word", "src/x.css:8"],
  ["a warning only", "src/a.ts:3:1: warning: odd", null],
  ["a file of a dependency", "node_modules/x/a.ts(1,1): error TS1: x", null],
  ["a file that is not there", "src/none.ts(1,1): error TS1: x", null],
  ["a file elsewhere", "/etc/passwd:1: error", null],
  ["a time, an address, a port", "12:30:01 started\nhttp://localhost:3000 open", null],
  ["nothing", "", null],
])("%s", (_tool, output, expected) => {
  const root = folderWith(Object.fromEntries(files.map((file) => [file, ""])));
  const found = firstError(output.replaceAll("ROOT", root), root, []);
  expect(found === null ? null : `${found.path}:${found.line}`).toBe(expected);
});

it.each([
  [["services/pay", "."], "services/pay/src/a.ts"],
  [[".", "services/pay"], "src/a.ts"],
  [["elsewhere"], "src/a.ts"],
])("looks for a file in %j, then at the root", (folders, path) => {
  const root = folderWith({ "src/a.ts": "", "services/pay/src/a.ts": "" });
  expect(firstError("src/a.ts(2,5): error TS2322: x", root, folders)).toMatchObject({ path, line: 2 });
});

it("reads a megabyte of hostile output quickly", () => {
  const root = folderWith();
  const begun = performance.now();
  for (const line of ["a:".repeat(1000), "e: ".repeat(700), `${"(1,1".repeat(500)}`, '"File "'.repeat(300)]) {
    expect(firstError(`${line}\n`.repeat(500), root, [])).toBeNull();
  }
  expect(performance.now() - begun).toBeLessThan(3_000);
});
