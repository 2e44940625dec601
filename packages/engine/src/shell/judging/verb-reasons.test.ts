import { describe, expect, it } from "vitest";
import { git } from "../table/git.ts";
import { gitListerReasons, gitReasons, packageReasons } from "./verb-reasons.ts";

const whyOf = (name: string) => git.entries().find((entry) => entry.name === name)?.why;

describe("why a verb asks", () => {
  it.each([
    ["git tag", /tag/, /publish|lose/],
    ["git branch", /branch/, /publish|setting/],
    ["git merge", /files/, /publish|setting|lose/],
    ["git push", /publishes/, /lose|setting/],
    ["git stash", /files/, /publish|setting/],
  ])("is true of %s", (name, said, unsaid) => {
    expect(whyOf(name)).toMatch(said);
    expect(whyOf(name)).not.toMatch(unsaid);
  });

  it("of `npm version` is not that it publishes", () => {
    expect(packageReasons.get("version")).not.toMatch(/publish/);
    expect(packageReasons.get("publish")).toMatch(/others install/);
  });

  it("is said of every verb that asks", () => {
    for (const [verb, why] of [...gitReasons, ...gitListerReasons]) expect(whyOf(`git ${verb}`), verb).toBe(why);
  });
});
