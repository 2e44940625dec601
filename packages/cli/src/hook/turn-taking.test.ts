import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Event } from "@writ/contracts";
import { tempSidecar } from "@writ/testkit";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connectedMark, levelOf, takesTurn } from "./turn-taking.ts";

let root: string;

beforeEach(() => {
  const state = mkdtempSync(join(tmpdir(), "writ-turns-"));
  const before = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = state;
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = before;
    rmSync(state, { recursive: true });
  });
  root = tempSidecar();
  mkdirSync(join(root, ".orchestration/.state"), { recursive: true });
});

/** As `writ init --user` leaves it. */
function connect(): void {
  mkdirSync(dirname(connectedMark("gemini")), { recursive: true });
  writeFileSync(connectedMark("gemini"), "");
}

const call = (input: object, over: Partial<Event> = {}): Event => ({
  name: "tool.before",
  at: "2026-11-19T00:00:00.000Z",
  session: { id: "s-1", agent: "gemini" },
  cwd: "/",
  request: { tool: "write_file", input, callId: null },
  ...over,
});

describe("two hooks of one call", () => {
  it.each([["project", "user"] as const, ["user", "project"] as const])("%s first: %s is silent", (first, second) => {
    connect();
    // The same call again and again has no id that tells them apart.
    for (const _ of [1, 2, 3]) {
      expect(takesTurn(root, call({ a: 1 }), first)).toBe(true);
      expect(takesTurn(root, call({ a: 1 }), second)).toBe(false);
    }
  });

  it("are told apart by what they are about", () => {
    connect();
    expect(takesTurn(root, call({ a: 1 }), "project")).toBe(true);
    expect(takesTurn(root, call({ a: 2 }), "user")).toBe(true);
    expect(takesTurn(root, call({ a: 1 }, { name: "tool.after" }), "user")).toBe(true);
    expect(takesTurn(root, call({ a: 1 }, { session: { id: "s-2", agent: "gemini" } }), "user")).toBe(true);
    expect(takesTurn(root, call({ a: 1 }), "user")).toBe(false);
  });
});

describe("one hook alone", () => {
  it.each(["project", "user"] as const)("of the %s answers every time", (level) => {
    connect();
    for (const _ of [1, 2, 3]) expect(takesTurn(root, call({ a: 1 }), level)).toBe(true);
  });

  it("of a repository leaves nothing behind where its agent is not connected by the user", () => {
    expect(takesTurn(root, call({ a: 1 }), "project")).toBe(true);
    expect(readdirSync(join(root, ".orchestration/.state"))).toEqual([]);
  });

  it("answers where nothing can be kept", () => {
    connect();
    rmSync(join(root, ".orchestration/.state"), { recursive: true });
    expect(takesTurn(root, call({ a: 1 }), "project")).toBe(true);
    expect(takesTurn(root, call({ a: 1 }), "user")).toBe(true);
    rmSync(join(root, ".orchestration"), { recursive: true });
    expect(takesTurn(root, call({ a: 1 }), "user")).toBe(true);
  });
});

it("an unknown word in the variable is no user's hook", () => {
  expect([{}, { WRIT_HOOK_LEVEL: "user" }, { WRIT_HOOK_LEVEL: "silent" }].map(levelOf)).toEqual([
    "project",
    "user",
    "project",
  ]);
});
