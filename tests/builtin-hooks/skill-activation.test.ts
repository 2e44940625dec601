import { expect, it } from "vitest";
import { folderWith, promptWith } from "./handler.ts";

const abilities = `# Abilities

| Id | Type | Scope | When to use | Registry path |
|---|---|---|---|---|
| billing_regression | workflow | billing | Run the full billing regression tests | .system/registry/high-level/billing_regression.yaml |
| signup_e2e | workflow | signup | Test the signup flow end-to-end | .system/registry/high-level/signup_e2e.yaml |
| code_review_agent | agent | all | Review changes before they are merged | .system/registry/high-level/code_review.yaml |
`;
const registry = (id: string, summary: string) => `id: ${id}\ntype: workflow\nversion: 1\nsummary: ${summary}\n`;
const repository = () =>
  folderWith({
    "ABILITY.md": abilities,
    ".system/registry/high-level/billing_regression.yaml": registry(
      "billing_regression",
      "Regression workflow for the billing module",
    ),
    ".system/registry/high-level/signup_e2e.yaml": registry("signup_e2e", "Runs the signup test suite in a browser"),
  });

it.each([
  ["I need to run the full billing regression tests", "billing_regression"],
  ["Run the full billing regression tests for me.", "billing_regression"],
  ["test signup flow end-to-end", "signup_e2e"],
])("suggests for the seed's %j", async (message, id) => {
  const { suggested_abilities: suggested = [], messages_to_user: messages } = await promptWith(repository(), message);
  expect(suggested[0]).toMatchObject({ id, reason: expect.any(String), confidence: expect.any(Number) });
  expect(suggested.length).toBeLessThanOrEqual(3);
  expect(messages).toHaveLength(1);
  expect(messages?.[0]).toMatch(new RegExp(`^You can use the ${id} ability for this`));
});

it.each(["", "thanks!", "what is the capital of France?"])("is quiet about %j", async (message) => {
  expect(await promptWith(repository(), message)).toEqual({});
});

it("is quiet in a repository without abilities", async () => {
  expect(await promptWith(folderWith(), "Run the full billing regression tests for me.")).toEqual({});
});
