import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { depthIn, environmentOf, searchPath } from "./environment.ts";

it.each([
  [undefined, 0],
  ["", 0],
  ["0", 0],
  ["2", 2],
  ["1000", 99],
  // What nobody can read does not make it shallower.
  ["-1", 1],
  ["x", 1],
  ["1.5", 1],
])("a depth of %j is %i", (said, depth) => {
  expect(depthIn({ WRIT_HOOK_DEPTH: said })).toBe(depth);
});

describe("a handler's environment", () => {
  it("looks for programs nowhere in the repository, whichever way a folder leads there", () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), "writ-path-")));
    onTestFinished(() => rmSync(top, { recursive: true, force: true }));
    for (const folder of ["repo/bin", "repository/bin", "usr"]) mkdirSync(join(top, folder), { recursive: true });
    symlinkSync("repo", join(top, "alias"));
    symlinkSync("repo/bin", join(top, "tools"));
    symlinkSync("usr", join(top, "local"));
    const given = ["repo/bin", "repo", "alias/bin", "alias", "tools", "none", "local", "repository/bin", "usr"];
    const path = [".", "", "node_modules/.bin", ...given.map((folder) => join(top, folder))].join(delimiter);
    const expected = ["usr", "repository/bin"].map((folder) => join(top, folder));
    expect(searchPath(join(top, "repo"), path)).toEqual(expected);
    expect(searchPath(join(top, "alias"), path)).toEqual(expected);
  });

  it.each([
    [[], false],
    [[".system/hooks/guard.py"], false],
    [[".system/hooks/lib/guard.py"], false],
    [["scripts/hooks/guard.py"], false],
    [["scripts/guard.py"], true],
    [["scripts/hooks/lib/guard.py"], true],
    [["scripts/hooks/guard.py", "x/guard.py"], true],
  ])("keeps Python with %j from looking beside its script: %s", (python, isKept) => {
    const given = environmentOf({ id: "x", env: [] }, { root: "/repo", env: {}, depth: 0, python });
    expect([given.PYTHONSAFEPATH, given.PYTHONDONTWRITEBYTECODE]).toEqual(isKept ? ["1", "1"] : [undefined, undefined]);
  });

  it("holds the usual, what the hook names, and what Writ says; nobody else says that", () => {
    const PATH = realpathSync("/bin");
    const env = { PATH, HOME: "/h", LC_ALL: "C", ANTHROPIC_API_KEY: "k", MINE: "m", WRIT_ROOT: "/else" };
    const hook = { id: "x", env: ["MINE", "ABSENT", "WRIT_ROOT"] };
    expect(environmentOf(hook, { root: "/repo", env, depth: 1 })).toEqual({
      PATH,
      HOME: "/h",
      LC_ALL: "C",
      MINE: "m",
      WRIT_HOOK_DEPTH: "2",
      WRIT_HOOK_ID: "x",
      WRIT_ROOT: "/repo",
    });
  });
});
