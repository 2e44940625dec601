import { expect, it } from "vitest";
import { requireScope, scopeProblem } from "./scopes.ts";

it.each([
  ["src/auth/**", null],
  ["src/{a,b}/*.ts", null],
  ["app/[id]/page.tsx", null],
  ["!src/old/**", null],
  ["a[]]b", null],
  ["a\\{b", null],
  ["", /empty/],
  ["/etc/**", /absolute/],
  ["../x", /climbs/],
  ["src/{a,b", /\{ or \} has no partner/],
  ["src/a}/b{", /\{ or \} has no partner/],
  ["src/[ab/**", /\[ or \] has no partner/],
  ["src/ab]/**", /\[ or \] has no partner/],
])("the scope %j: %s", (glob, reason) => {
  if (reason === null) expect(scopeProblem(glob)).toBeNull();
  else expect(scopeProblem(glob)).toMatch(reason);
});

it("wants something owned where something is taken out", () => {
  expect(() => requireScope(["!src/**"])).toThrow(/only takes files out/);
  expect(requireScope([" src/** ", "!src/old/**"])).toEqual(["src/**", "!src/old/**"]);
});
