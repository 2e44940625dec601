import { describe, expect, it } from "vitest";
import { analyse } from "../analyse.ts";

const world = { runners: [], cwd: "/ws", root: "/ws" };

describe("JSON that is read through `require` is code where it is a folder", () => {
  it.each([
    ["node -p \"require('./a.json').x\"", "a.json/index.js"],
    ["node -p \"require('./a.json').x\"", "a.json.js"],
    ["cd sub && node -p \"require('./package.json').version\"", "sub/package.json/index.js"],
  ])("%s may run %s", (line, path) => {
    const found = analyse(line, world);
    expect(found.class).toBe("runs");
    expect(found.loads).toContain(path);
  });

  it("but for the package.json of the root", () => {
    const found = analyse("node -p \"require('./package.json').version\"", world);
    expect(found.class).toBe("runs");
    expect(found.loads ?? []).not.toContain("package.json.js");
  });
});

describe("a diff in the command names its files as the program takes them", () => {
  const diff = (old: string, fresh: string): string => `<<'E'\n--- ${old}\n+++ ${fresh}\n@@ -1 +1 @@\n-a\n+b\nE`;
  it.each([
    ["patch -p1", "a/x/y.ts", "b/x/y.ts", ["x/y.ts"]],
    ["patch -p1", "src/x/y.ts", "src/x/y.ts", ["x/y.ts"]],
    ["patch -p0", "a/x/y.ts", "a/x/y.ts", ["a/x/y.ts"]],
    ["cd sub && patch -p1", "a/y.ts", "b/y.ts", ["sub/y.ts"]],
    ["git apply", "src/x/y.ts", "src/x/y.ts", ["x/y.ts"]],
  ])("%s with %s, %s", (program, old, fresh, paths) => {
    const { effects, ...found } = analyse(`${program} ${diff(old, fresh)}`, world);
    expect(found.class).toBe("changes");
    expect(effects.map(({ path }) => path)).toEqual(paths);
  });

  it.each([
    `patch ${diff("a/x.ts", "b/x.ts")}`,
    `patch -p1 -p0 ${diff("a/x.ts", "b/x.ts")}`,
    `patch -p1 ${diff("x.ts", "x.ts")}`,
    `patch -p1 ${diff("a/x.ts y", "b/x.ts y")}`,
    `patch -p1 ${diff("a/x.ts", "b/x.ts").replace("---", "Index: b/y.ts\n---")}`,
    `patch -p1 ${diff("a/x.ts", "b/x.ts").replace("---", "diff --git a/y.ts b/y.ts\n---")}`,
    `cd sub && git apply ${diff("a/x.ts", "b/x.ts")}`,
  ])("%s is asked about", (line) => {
    expect(analyse(line, world).class).toBe("opaque");
  });
});
