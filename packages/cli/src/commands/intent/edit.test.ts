import type { Intent } from "@writ/contracts";
import { expect, it } from "vitest";
import { toChange } from "./edit.ts";
import { nextPlaceholder } from "./propose.ts";

const intent: Intent = {
  id: "INT-001",
  name: "Login",
  status: "PENDING",
  ownedScope: ["src/auth/**", "src/old/**"],
  constraints: ["Keep it small"],
  acceptanceCriteria: [],
  relatedFiles: [],
  recentHistory: [],
};
const nothing = {
  name: undefined,
  addScope: [],
  removeScope: [],
  addConstraint: [],
  removeConstraint: [],
  addCriterion: [],
  removeCriterion: [],
  addRun: [],
  addDependency: [],
  removeDependency: [],
  addRelated: [],
  removeRelated: [],
};

it.each([
  [{}, {}],
  [{ name: "Login and logout" }, { name: "Login and logout" }],
  [{ addScope: ["tests/**", "tests/**"] }, { ownedScope: ["src/auth/**", "src/old/**", "tests/**"] }],
  [{ addScope: ["src/auth/**"], removeScope: ["src/old/**"] }, { ownedScope: ["src/auth/**"] }],
  [{ removeConstraint: ["Keep it small"] }, { constraints: [] }],
  [{ addCriterion: ["Tests pass"] }, { acceptanceCriteria: ["Tests pass"] }],
  [
    { addRun: ["npm test", "npm test"] },
    { acceptanceCriteria: ["npm test"], criteria: [{ text: "npm test", run: "npm test" }] },
  ],
  [{ addDependency: ["INT-002"] }, { dependsOn: ["INT-002"] }],
  [{ addRelated: ["docs/a.md"] }, { relatedFiles: ["docs/a.md"] }],
])("%j changes %j", (given, expected) => {
  expect(toChange(intent, { ...nothing, ...given })).toEqual(expected);
});

it("takes a criterion away by its words or its command, and keeps the commands of the others", () => {
  const lint = { text: "npm run lint", run: "npm run lint" };
  const criteria = [{ text: "It works" }, { text: "The tests pass", run: "npm test" }, lint];
  const checked = { ...intent, criteria, acceptanceCriteria: criteria.map(({ text }) => text) };
  expect(toChange(checked, { ...nothing, removeCriterion: ["npm test", "It works"] })).toEqual({
    acceptanceCriteria: ["npm run lint"],
    criteria: [lint],
  });
});

it("tells what is there when something else is to be taken away", () => {
  expect(() => toChange(intent, { ...nothing, removeScope: ["src/aut/**"] })).toThrow(/no scope "src\/aut\/\*\*"/);
});

it("numbers proposals that bring no id", () => {
  expect(nextPlaceholder(new Set(["PROPOSAL-1", "PROPOSAL-3"]))).toBe("PROPOSAL-2");
});
