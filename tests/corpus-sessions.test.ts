import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { approve, openWorld, passes, said } from "./approvals/world.ts";

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly setup: string;
}

const cases = readFileSync(new URL("corpus/hostile2.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Case => JSON.parse(line))
  .filter(({ kind }) => kind === "session");

it("has the cases", () => {
  expect(cases).not.toEqual([]);
});

/** A session writes a file, to which a user agrees if asked, and then wants to run a command that passed before. */
async function runAfterWriting(path: string, command: string, config?: string) {
  const world = await openWorld(config === undefined ? {} : { config });
  const agent = await world.session("s-1");
  expect(passes(await agent.bash(command)), "before the session wrote it").toBe(true);
  const written = await agent.write(path, "evil\n");
  if (!passes(written)) {
    await approve(world.writ, written);
    expect(passes(await agent.write(path, "evil\n"))).toBe(true);
  }
  return said(await agent.bash(command));
}

// Hostile lines are judged here. Nothing runs them.
it.each(cases.map((one) => [one.id, one.input, one] as const))("%s: %s", async (_, command, { setup }) => {
  const path = /^Write (\S+)$/.exec(setup)?.[1] ?? expect.fail(`what "${setup}" sets up is not known`);
  expect(await runAfterWriting(path, command)).toBe("APPROVAL_REQUIRED");
});

const json = "PYTHONPATH=src/auth python3 -m json.tool package.json";

describe("what a tool runs is asked about where the session wrote it", () => {
  it.each([
    ["src/auth/ntpath.py", json],
    ["src/auth/_weakrefset.py", json],
    ["src/auth/argparse.pyc", json],
    ["src/auth/json/__init__.py", json],
    ["src/auth/x.bzl", "bazel test //..."],
    ["src/auth/BUILD.bazel", "bazel build //src/auth:x"],
    ["src/auth/rules.ninja", "ninja -C src/auth"],
    ["src/auth/meson.build", "meson compile -C build"],
    ["src/auth/build.rs", "cargo build"],
    ["src/auth/phpstan.neon", "phpstan analyse -c src/auth/phpstan.neon src"],
    ["src/auth/x.php", "phpstan analyse -asrc/auth/x.php src"],
    ["src/auth/x.mjs", "npx mocha -R ./src/auth/x.mjs tests"],
    ["src/auth/x.js", "npx commitlint -x ./src/auth/x.js"],
  ])("%s by %s", async (path, command) => {
    expect(await runAfterWriting(path, command)).toBe("APPROVAL_REQUIRED");
  });

  it("scripts/json.py by a script beside it", async () => {
    const config = "runners: [python3 scripts/check.py]\n";
    expect(await runAfterWriting("scripts/json.py", "python3 scripts/check.py", config)).toBe("APPROVAL_REQUIRED");
    expect(
      await runAfterWriting(
        "scripts/json.py",
        "python3 -I scripts/check.py",
        "runners: [python3 -I scripts/check.py]\n",
      ),
    ).toBe("pass");
  });
});

describe("what a tool only looks at is not asked about", () => {
  it.each([
    ["src/auth/helpers.py", json],
    ["src/auth/time.py", json],
    ["src/auth/json/index.html", json],
    ["src/auth/types.py", "pytest src/auth"],
    ["src/auth/Login.php", "phpstan analyse -v src/auth/Login.php"],
    ["src/auth/a.js", "npx commitlint --from HEAD~1"],
    ["src/auth/lib.rs", "cargo build"],
    ["src/auth/main.c", "ninja -C build"],
    ["src/auth/main.go", "bazel test //..."],
  ])("%s by %s", async (path, command) => {
    expect(await runAfterWriting(path, command)).toBe("pass");
  });
});
