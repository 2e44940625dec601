import type { ChangedFile } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { classifyChanges } from "./classify.ts";

const content = (text: string | null) =>
  text === null ? null : { hash: text, size: text.length, text, binary: false };
const changed = (path: string, before: string | null, after: string | null): ChangedFile => ({
  path,
  op: before === null ? "create" : after === null ? "delete" : "modify",
  before: content(before),
  after: content(after),
});
const classOf = async (...files: ChangedFile[]) => (await classifyChanges(files)).class;
const symbolsOf = async (path: string, before: string | null, after: string | null) =>
  (await classifyChanges([changed(path, before, after)])).files.get(path)?.symbols?.map(({ name }) => name) ?? null;

/** More than a process that was started for one call would parse. */
const long = "export function f(a: number): number {\n  return a + 1;\n}\n".repeat(100);

describe("a process that was started for one call", () => {
  it("compares long files by tokens, and short ones by their trees", async () => {
    const file = changed("a.ts", long, `${long}\n`);
    expect((await classifyChanges([file], true)).files.get("a.ts")?.symbols).toBeNull();
    expect((await classifyChanges([file])).files.get("a.ts")?.symbols).toEqual([]);
    const after = "function g() { return 1; }\nexport const f = () => g();\n";
    const found = await classifyChanges([changed("a.ts", "export const f = () => 1;\n", after)], true);
    expect(found.class).toBe("AST_REFACTOR");
  });
});

describe("what a call did to its files", () => {
  it("is looked up in the tokens where there is no grammar, no whole tree, or too much text", async () => {
    expect(await classOf(changed("a.rb", "a = 1\n", "a  =  1\n"))).toBe("AST_REFACTOR");
    expect(await classOf(changed("a.ts", "f(;\n", "f( ;\n"))).toBe("AST_REFACTOR");
    expect(await classOf(changed("a.ts", "f(;\n", "g(;\n"))).toBe("INTENT_EVOLUTION");
    const huge = "export const a = 1;\n".repeat(20_000);
    const { files } = await classifyChanges([changed("a.ts", huge, `${huge}f();\n`)]);
    expect(files.get("a.ts")).toEqual({ class: "INTENT_EVOLUTION", symbols: null });
  });

  it("is told of each file; one whose behaviour changed is enough for all of them", async () => {
    const found = await classifyChanges([
      changed("a.ts", "const a=1\n", "const a = 1;\n"),
      changed("b.py", "a = 1\n", "a = 2\n"),
      changed("c.md", "old\n", "new\n"),
    ]);
    expect(found.class).toBe("INTENT_EVOLUTION");
    expect([...found.files].map(([path, file]) => [path, file.class])).toEqual([
      ["a.ts", "AST_REFACTOR"],
      ["b.py", "INTENT_EVOLUTION"],
      ["c.md", "INTENT_EVOLUTION"],
    ]);
  });

  it.each([
    ["a.ts", "export const f = (): void => g();\n", "// @ts-ignore\nexport const f = (): void => g();\n"],
    ["a.ts", "/** @vitest-environment node */\nf();\n", "/** @vitest-environment jsdom */\nf();\n"],
    ["a.js", "import(/* webpackChunkName: 'a' */ './a');\n", "import(/* webpackChunkName: 'b' */ './a');\n"],
    ["a.go", 'package a\n\n// int n = 1;\nimport "C"\n', 'package a\n\n// int n = 2;\nimport "C"\n'],
    ["a.js", "function f() { const a = 1; return eval('a'); }\n", "function f() { const b = 1; return eval('a'); }\n"],
    ["a.py", "def f():\n    a = 1\n    return locals()\n", "def f():\n    b = 1\n    return locals()\n"],
    ["a.py", 'def f():\n    a = 1\n    return f"{a=}"\n', 'def f():\n    b = 1\n    return f"{b=}"\n'],
    ["a.js", "function f() {}\nexport const n = f.name;\n", "function g() {}\nexport const n = g.name;\n"],
  ])("is behaviour where more than people read a comment or a name (%s: %j)", async (path, before, after) => {
    expect(await classOf(changed(path, before, after))).toBe("INTENT_EVOLUTION");
  });

  it("is form where a variable with a member `name` is renamed", async () => {
    const before = "export function f(user: User) {\n  const one = user;\n  return one.name;\n}\n";
    expect(await classOf(changed("a.ts", before, before.replaceAll("one", "other")))).toBe("AST_REFACTOR");
  });

  it("sees through other line endings and a mark at the beginning", async () => {
    expect(await classOf(changed("a.ts", "f();\r\ng();\r\n", "f();\ng();\n"))).toBe("AST_REFACTOR");
    expect(await classOf(changed("a.py", "def f():\r\n    g()\r\n", "def f():\n  g()\n"))).toBe("AST_REFACTOR");
    expect(await classOf(changed("a.ts", "\uFEFFf();\n", "f();\n"))).toBe("AST_REFACTOR");
  });

  it("is unknown where the text is", async () => {
    const binary = { hash: "1", size: 1, text: null, binary: true };
    expect(await classOf({ path: "a.ts", op: "modify", before: binary, after: { ...binary, hash: "2" } })).toBe(
      "UNKNOWN",
    );
  });

  it("a file that moved with its importers changed nothing", async () => {
    const moved: ChangedFile = {
      ...changed("lib/b.ts", "export const b = 1;\n", "export const b = 1;\n"),
      op: "rename",
      from: "b.ts",
    };
    const importer = changed(
      "a.ts",
      'import { b } from "./b.ts";\nf(b);\n',
      'import { b } from "./lib/b.ts";\nf(b);\n',
    );
    expect(await classOf(moved, importer)).toBe("AST_REFACTOR");
    expect(await classOf(importer)).toBe("INTENT_EVOLUTION");
  });
});

describe("the symbols a change touched", () => {
  it.each([
    ["a function", "a.ts", "function f() {\n  a();\n}\n", "function f() {\n  b();\n}\n", ["f"]],
    [
      "a method",
      "a.ts",
      "class A {\n  m() {\n    a();\n  }\n  n() {}\n}\n",
      "class A {\n  m() {\n    b();\n  }\n  n() {}\n}\n",
      ["A.m"],
    ],
    [
      "a class around its methods",
      "a.ts",
      "class A {\n  x = 1;\n  m() {}\n}\n",
      "class A {\n  x = 2;\n  m() {}\n}\n",
      ["A"],
    ],
    ["an arrow", "a.ts", "export const f = () => {\n  a();\n};\n", "export const f = () => {\n  b();\n};\n", ["f"]],
    ["a type", "a.ts", "interface I {\n  a: 1;\n}\n", "interface I {\n  a: 2;\n}\n", ["I"]],
    ["one that is new and one that is gone", "a.ts", "function f() {}\n", "function g() {}\n", ["f", "g"]],
    ["nothing", "a.ts", "a();\n", "b();\n", []],
    ["a new file", "a.ts", null, "function f() {}\nclass A {\n  m() {}\n}\n", ["A", "A.m", "f"]],
    [
      "Python",
      "a.py",
      "class A:\n    def m(self):\n        a()\n",
      "class A:\n    def m(self):\n        b()\n",
      ["A.m"],
    ],
    ["Go", "a.go", "package a\n\nfunc (s *S) M() {\n\ta()\n}\n", "package a\n\nfunc (s *S) M() {\n\tb()\n}\n", ["S.M"]],
    [
      "Rust",
      "a.rs",
      "impl S {\n    fn m() {\n        a();\n    }\n}\n",
      "impl S {\n    fn m() {\n        b();\n    }\n}\n",
      ["S.m"],
    ],
    [
      "Java",
      "A.java",
      "class A {\n  void m() {\n    a();\n  }\n}\n",
      "class A {\n  void m() {\n    b();\n  }\n}\n",
      ["A.m"],
    ],
    ["C++", "a.cpp", "int A::m() {\n  return 1;\n}\n", "int A::m() {\n  return 2;\n}\n", ["A.m"]],
    [
      "a namespace",
      "a.cpp",
      "namespace n {\nint f() {\n  return 1;\n}\n}\n",
      "namespace n {\nint f() {\n  return 2;\n}\n}\n",
      ["n.f"],
    ],
  ] as const)("are named: %s", async (_what, path, before, after, expected) => {
    expect(await symbolsOf(path, before, after)).toEqual(expected);
  });

  it("stand where they stand now, and nowhere once they are gone", async () => {
    const before = "function gone() {}\nfunction f() {\n  a();\n}\n";
    const after = "// one\n// two\nfunction f() {\n  b();\n}\n";
    const { files } = await classifyChanges([changed("a.ts", before, after)]);
    expect(files.get("a.ts")?.symbols).toEqual([
      { name: "f", lines: [3, 5] },
      { name: "gone", lines: null },
    ]);
  });

  it("never hold a text that is only a key", async () => {
    const before = 'const a = { "my secret key": () => 1 };\n';
    const { files } = await classifyChanges([changed("a.ts", before, before.replace("1", "2"))]);
    expect(JSON.stringify([...files])).not.toContain("secret");
  });
});
