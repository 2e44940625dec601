import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { pseudonym, toPseudonym } from "./people.ts";

const named = (name: string, email: string) => ({
  run: async (_: string, args: readonly string[]) => ({
    code: 0,
    stdout: args[1] === "user.name" ? `${name}\n` : `${email}\n`,
  }),
});

async function workingCopy(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "writ-people-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

it("gives a person the same pseudonym every time, and keeps the name beside it", async () => {
  const root = await workingCopy();
  const first = await pseudonym(root, named("Ada", "ada@example.com"));
  expect(await pseudonym(root, named("Ada", "ada@example.com"))).toBe(first);
  expect(await pseudonym(root, named("Bob", "bob@example.com"))).not.toBe(first);
  const { names } = JSON.parse(await readFile(join(root, ".orchestration/.state/people.json"), "utf8"));
  expect(names[first]).toBe("Ada <ada@example.com>");
});

it("cannot be guessed from the name alone", () => {
  expect(toPseudonym("key one", "Ada")).not.toBe(toPseudonym("key two", "Ada"));
  expect(toPseudonym("key", "Ada")).toMatch(/^p-[0-9a-f]{10}$/);
});

it("falls back on the login name", async () => {
  const root = await workingCopy();
  expect(await pseudonym(root, { run: async () => ({ code: null, stdout: "" }) })).toMatch(/^p-/);
});
