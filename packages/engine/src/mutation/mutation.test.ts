import type { ChangedFile } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { expectedText } from "./expected.ts";
import { mutationClass } from "./mutation-class.ts";

const content = (text: string | null) =>
  text === null ? null : { hash: text, size: text.length, text, binary: false };
const changed = (path: string, before: string | null, after: string | null): ChangedFile => ({
  path,
  op: "modify",
  before: content(before),
  after: content(after),
});

describe("the mutation class", () => {
  it.each([
    ["reformatted", "a.ts", "const a = {b: 'c'};", 'const a = {\n  b: "c",\n};\n', "AST_REFACTOR"],
    ["comment added", "a.ts", "f();\n", "// why\nf(); /* because */\n", "AST_REFACTOR"],
    ["consistent rename", "a.ts", "const a = 1;\nf(a);\n", "const total = 1;\nf(total);\n", "AST_REFACTOR"],
    ["inconsistent rename", "a.ts", "const a = 1;\nf(a);\n", "const b = 1;\nf(c);\n", "INTENT_EVOLUTION"],
    ["two names become one", "a.ts", "f(a, b);\n", "f(a, a);\n", "INTENT_EVOLUTION"],
    ["keyword changed", "a.ts", "let a = true;\n", "let a = false;\n", "INTENT_EVOLUTION"],
    ["literal changed", "a.ts", "f(1);\n", "f(2);\n", "INTENT_EVOLUTION"],
    ["string changed", "a.ts", "f('a');\n", "f('b');\n", "INTENT_EVOLUTION"],
    ["operator changed", "a.ts", "a < b\n", "a <= b\n", "INTENT_EVOLUTION"],
    ["new call", "a.ts", "f();\n", "f();\ng();\n", "INTENT_EVOLUTION"],
    [
      "functions reordered",
      "a.ts",
      "function f() {}\n\nfunction g() {}\n",
      "function g() {}\n\nfunction f() {}\n",
      "AST_REFACTOR",
    ],
    ["statements reordered", "a.ts", "f();\ng();\n", "g();\nf();\n", "INTENT_EVOLUTION"],
    ["python re-indented", "a.py", "if a:\n  f()\n  g()\n", "if a:\n    f()\n    g()\n", "AST_REFACTOR"],
    ["python dedented", "a.py", "if a:\n    f()\n    g()\n", "if a:\n    f()\ng()\n", "INTENT_EVOLUTION"],
    ["comment that looks like a string", "a.py", "f() # it's\n", "f()\n", "AST_REFACTOR"],
    ["string that looks like a comment", "a.ts", 'f("// x");\n', 'f("// y");\n', "INTENT_EVOLUTION"],
    ["new file", "a.ts", null, "f();\n", "INTENT_EVOLUTION"],
    ["deleted file", "a.ts", "f();\n", null, "INTENT_EVOLUTION"],
    [
      "another function called",
      "a.ts",
      "import { a } from 'x';\na();\n",
      "import { b } from 'x';\nb();\n",
      "INTENT_EVOLUTION",
    ],
    ["exported name changed", "a.ts", "export const a = 1;\n", "export const b = 1;\n", "INTENT_EVOLUTION"],
    [
      "parameter renamed",
      "a.ts",
      "function f(a: string, b = 1) { return a + b; }\n",
      "function f(x: string, y = 1) { return x + y; }\n",
      "AST_REFACTOR",
    ],
    ["arrow parameter renamed", "a.ts", "list.map((a) => a.id);\n", "list.map((item) => item.id);\n", "AST_REFACTOR"],
    [
      "python variable renamed",
      "a.py",
      "def f(a):\n    b = a\n    return b\n",
      "def f(x):\n    y = x\n    return y\n",
      "AST_REFACTOR",
    ],
    ["another kind of quotes in a shell", "a.sh", "echo '$A'\n", 'echo "$A"\n', "INTENT_EVOLUTION"],
    ["another kind of quotes in PHP", "a.php", 'f("x$b");\n', "f('x$b');\n", "INTENT_EVOLUTION"],
    ["two commands made one", "a.sh", "echo a\nrm b\n", "echo a rm b\n", "INTENT_EVOLUTION"],
    ["two commands on one line", "a.sh", "echo a\nrm b\n", "echo a; rm b\n", "AST_REFACTOR"],
    ["another interpreter", "a.sh", "#!/bin/bash\nf\n", "#!/bin/sh\nf\n", "INTENT_EVOLUTION"],
    ["blanks in a Makefile", "Makefile", "a:\n\tf\n", "a:\n    f\n", "INTENT_EVOLUTION"],
    ["a hint to the database", "a.sql", "SELECT /*+ INDEX(a) */ b\n", "SELECT b\n", "INTENT_EVOLUTION"],
    ["a comment the compiler reads", "a.ts", "f();\n", "// @ts-ignore\nf();\n", "INTENT_EVOLUTION"],
    ["the C before a Go import", "a.go", '// int a;\nimport "C"\n', '// int b;\nimport "C"\n', "INTENT_EVOLUTION"],
    ["return cut off", "a.js", "return {\n a };\n", "return\n{ a };\n", "INTENT_EVOLUTION"],
    ["a body cut off", "a.js", "if (a); f();\n", "if (a) f();\n", "INTENT_EVOLUTION"],
    ["semicolons dropped", "a.js", "f();\ng();\n", "f()\ng()\n", "AST_REFACTOR"],
    ["a member by its variable", "a.js", "const a = 1;\nf({ a });\n", "const b = 1;\nf({ b });\n", "INTENT_EVOLUTION"],
    ["a lock let go", "a.rs", "let _g = m.lock();\nf();\n", "let _ = m.lock();\nf();\n", "INTENT_EVOLUTION"],
    [
      "two of one name in another order",
      "a.py",
      "def f():\n    return 1\n\ndef f():\n    return 2\n",
      "def f():\n    return 2\n\ndef f():\n    return 1\n",
      "INTENT_EVOLUTION",
    ],
    ["commands in another order", "a.py", "f()\n\ng()\n", "g()\n\nf()\n", "INTENT_EVOLUTION"],
    ["data laid out anew", "a.json", '{"a":[1,2]}', '{\n  "a": [1, 2]\n}\n', "AST_REFACTOR"],
    ["a blank between selectors", "a.css", ".a .b { c: d; }\n", ".a.b { c: d; }\n", "INTENT_EVOLUTION"],
    ["styles laid out anew", "a.css", ".a .b{c:d}\n", ".a .b {\n  c: d;\n}\n", "AST_REFACTOR"],
    ["a class renamed in styles", "a.css", ".a { b: c; }\n", ".x { b: c; }\n", "INTENT_EVOLUTION"],
    ["a blank in an assignment", "a.sh", "A=b c\n", "A= b c\n", "INTENT_EVOLUTION"],
    ["a shell function re-indented", "a.sh", "f() {\n  a b\n}\n", "f() {\n\ta b\n}\n", "AST_REFACTOR"],
    ["two commands of a function made one", "a.sh", "f() {\n  a\n  b\n}\n", "f() {\n  a b\n}\n", "INTENT_EVOLUTION"],
    ["blanks in a text to its end", "a.sh", "cat <<E\n a\nE\n", "cat <<E\n  a\nE\n", "INTENT_EVOLUTION"],
    ["a blank beside a text", "a.html", "<p><b>a</b> b</p>\n", "<p><b>a</b>b</p>\n", "INTENT_EVOLUTION"],
    ["elements re-indented", "a.html", "<p>\n a\n</p>\n", "<p>\n    a\n</p>\n", "AST_REFACTOR"],
    ["lines that are shown as they are", "a.html", "<pre>a\nb</pre>\n", "<pre>a b</pre>\n", "INTENT_EVOLUTION"],
    ["a blank in a template", "a.vue", "<p>{{ a }} b</p>\n", "<p>{{ a }}b</p>\n", "INTENT_EVOLUTION"],
    ["a blank in JSX", "a.tsx", "f(<p>a {b} c</p>);\n", "f(<p>a {b}c</p>);\n", "INTENT_EVOLUTION"],
    ["a key without its blank", "a.yaml", "a: b\n", "a:b\n", "INTENT_EVOLUTION"],
    ["an arrow made a comparison", "a.r", "x<-1\n", "x < -1\n", "INTENT_EVOLUTION"],
    ["a column renamed", "a.sql", "SELECT a FROM t WHERE a = 1\n", "SELECT b FROM t WHERE b = 1\n", "INTENT_EVOLUTION"],
    ["a query laid out anew", "a.sql", "SELECT a FROM t\n", "SELECT a\n  FROM t\n", "AST_REFACTOR"],
    ["a field renamed", "a.proto", "int32 total = 1;\n", "int32 sum = 1;\n", "INTENT_EVOLUTION"],
    ["a variable of the environment renamed", ".env", "TOKEN=1\n", "KEY=1\n", "INTENT_EVOLUTION"],
    ["a setting renamed", "a.toml", "[a]\nb = 1\n", "[a]\nc = 1\n", "INTENT_EVOLUTION"],
    ["a property renamed", "A.kt", "data class A(val b: Int)\n", "data class A(val c: Int)\n", "INTENT_EVOLUTION"],
    ["a member renamed", "a.js", "class A { a = 1; }\n", "class A { b = 1; }\n", "INTENT_EVOLUTION"],
    ["what runs by itself renamed", "a.go", "func init() {}\n", "func start() {}\n", "INTENT_EVOLUTION"],
    ["a route renamed", "a.py", "@a\ndef b():\n    c()\n", "@a\ndef d():\n    c()\n", "INTENT_EVOLUTION"],
    ["a list of one", "a.py", "a = (1)\n", "a = (1,)\n", "INTENT_EVOLUTION"],
    ["a call with a comma more", "a.py", "f(1)\n", "f(\n    1,\n)\n", "AST_REFACTOR"],
    ["a comment that takes the next line in", "a.c", "// a \\\nf();\n", "// a\nf();\n", "INTENT_EVOLUTION"],
    ["one word of prose", "a.md", "the cat sat\n", "the dog sat\n", "INTENT_EVOLUTION"],
    ["prose", "a.md", "old words\n", "new words here\n", "INTENT_EVOLUTION"],
  ] as const)("%s", (_what, path, before, after, expected) => {
    expect(mutationClass([changed(path, before, after)])).toBe(expected);
  });

  it("is unknown where nothing can be read, and evolution where any file evolved", () => {
    const binary: ChangedFile = {
      path: "a.png",
      op: "modify",
      before: { hash: "1", size: 1, text: null, binary: true },
      after: { hash: "2", size: 1, text: null, binary: true },
    };
    expect(mutationClass([])).toBe("UNKNOWN");
    expect(mutationClass([binary])).toBe("UNKNOWN");
    expect(mutationClass([binary, changed("a.ts", "f(1)", "f(2)")])).toBe("INTENT_EVOLUTION");
    expect(mutationClass([changed("a.ts", "f(1)", null), changed("b.ts", null, "f(1)")])).toBe("AST_REFACTOR");
    expect(mutationClass([changed("a.ts", "f( 1)", "f(1)"), changed("b.ts", "f(1)", "f(2)")])).toBe("INTENT_EVOLUTION");
  });
});

describe("the expected text", () => {
  it.each([
    ["content", { kind: "content", content: "new" }, "old", "new"],
    ["one edit", { kind: "edits", edits: [{ old: "a", new: "$&" }] }, "a a", "$& a"],
    ["every place", { kind: "edits", edits: [{ old: "a", new: "b", all: true }] }, "a a", "b b"],
    ["an edit that does not fit", { kind: "edits", edits: [{ old: "x", new: "b" }] }, "a", null],
    ["a unified diff", { kind: "patch", patch: "--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n" }, "a\n", "b\n"],
    ["another dialect", { kind: "patch", patch: "*** Begin Patch" }, "a\n", null],
  ] as const)("of %s", (_what, change, before, expected) => {
    expect(expectedText(change, before)).toBe(expected);
  });
});
