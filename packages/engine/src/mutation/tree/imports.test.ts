import { describe, expect, it } from "vitest";
import { importsOf } from "./imports.ts";

const read = (kind: string, text: string): string[] =>
  importsOf([{ path: "a", text, kind, after: 0 }]).map(
    ({ module, name, local, isBarrier }) => `${module}|${name}|${local ?? "-"}${isBarrier ? "|stays" : ""}`,
  );

describe("the names an import brings", () => {
  it.each([
    ["import_statement", 'import a, { b as c, d } from "m";', ["m|default|a", "m|b|c", "m|d|d"]],
    ["import_statement", 'import * as n from "m"', ["m|*|n"]],
    ["import_statement", 'import type { T } from "m";', ["m|type T|T"]],
    ["import_statement", 'import { type T, type default as D } from "m";', ["m|type T|T", "m|type default|D"]],
    ["import_statement", 'import "m";', ["m||-|stays"]],
    ["import_statement", 'import {\n  a, // one\n  b,\n} from "m";', ["m|a|a", "m|b|b"]],
    ["import_statement", "import a.b as c, d.e", ["a.b||c", "d.e||d"]],
    ["import_from_statement", "from .m import (x as y, z)", [".m|x|y", ".m|z|z"]],
    ["import_from_statement", "from m import *", ["m|*|-|stays"]],
    ["import_declaration", 'import (\n\t"fmt"\n\tx "a/b"\n\t_ "c"\n)', ["fmt||fmt", "a/b||x", "c|_|-"]],
    ["import_declaration", 'import "a/b"', ["a/b||b"]],
    ["import_declaration", "import static a.b.C.*;", ["static a.b.C.*||-"]],
    ["import_declaration", "import a.b.C;", ["a.b.C||C"]],
    ["use_declaration", "use a::{b, c::{self, D as E}};", ["a::b||b", "a::c||c", "a::c::D||E"]],
    ["use_declaration", "pub use a::b;", ["puba::b||-"]],
    ["preproc_include", "#include <vector>", ["<vector>||-"]],
  ])("%s: %s", (kind, text, expected) => {
    expect(read(kind, text)).toEqual(expected);
  });

  it("know what must stay before them", () => {
    const found = importsOf([
      { path: "a", text: 'import { x } from "x";', kind: "import_statement", after: 0 },
      { path: "a", text: 'import "effect";', kind: "import_statement", after: 0 },
      { path: "a", text: 'import { y } from "y";', kind: "import_statement", after: 0 },
    ]);
    expect(found.map(({ after }) => after)).toEqual([0, 0, 1]);
  });
});
