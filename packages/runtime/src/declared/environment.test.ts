import { describe, expect, it } from "vitest";
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
  it("looks for programs nowhere in the repository", () => {
    expect(searchPath("/repo", "/usr/bin:.::node_modules/.bin:/repo/bin:/repo:/repository/bin")).toEqual([
      "/usr/bin",
      "/repository/bin",
    ]);
  });

  it("holds the usual, what the hook names, and what Writ says; nobody else says that", () => {
    const env = { PATH: "/bin", HOME: "/h", LC_ALL: "C", ANTHROPIC_API_KEY: "k", MINE: "m", WRIT_ROOT: "/else" };
    const hook = { id: "x", env: ["MINE", "ABSENT", "WRIT_ROOT"] };
    expect(environmentOf(hook, { root: "/repo", env, depth: 1 })).toEqual({
      PATH: "/bin",
      HOME: "/h",
      LC_ALL: "C",
      MINE: "m",
      WRIT_HOOK_DEPTH: "2",
      WRIT_HOOK_ID: "x",
      WRIT_ROOT: "/repo",
    });
  });
});
