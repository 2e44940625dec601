import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aSession, tempSidecar } from "@writ/testkit";
import { expect, it } from "vitest";
import { openFileAlarms } from "../alarms/file.ts";
import { openFileSessions } from "../sessions/file.ts";
import { damagedState } from "./damaged.ts";
import { openFileState } from "./file.ts";
import { sumOf } from "./json-file.ts";
import { stateFolder } from "./sidecar.ts";

const call = { callId: "c", invocationId: "i", session: "s", tool: "t", toolName: "t", intent: null };
const pending = { ...call, at: "2026-01-01T00:00:00.000Z", files: [] };

const openSealed = async (state: string) => openFileAlarms(state).update((book) => ({ ...book, baseline: new Map() }));
const putSession = (state: string) =>
  openFileSessions(state).update(
    "s",
    () => aSession({ id: "s" }),
    (session) => session,
  );

/** Edits what a file holds, and sums it up as Writ does where it has no key. */
function forge(path: string, from: string, to: string): void {
  const body = (readFileSync(path, "utf8").split("\n")[0] ?? "").replace(from, to);
  writeFileSync(path, `${body}\n{"sum":"${sumOf(body)}"}\n`);
}

function only(folder: string): string {
  const [name = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, name);
}

it("what an earlier version wrote is sealed with the first key, and read on", async () => {
  const state = stateFolder(tempSidecar());
  const sessions = openFileSessions(state);
  await putSession(state);
  await sessions.putPending(pending, {});
  await openFileState(state).addSpent("Q", ["a.ts"], 3);
  await openSealed(state);
  expect(readFileSync(only(join(state, "sessions")), "utf8")).toContain('{"seal":"');
  expect(await sessions.read("s")).toMatchObject({ id: "s" });
  expect(await openFileState(state).readSpent("Q")).toEqual({ files: ["a.ts"], lines: 3 });
  expect((await sessions.takePending("s", "c"))?.call).toMatchObject({ callId: "c" });
  expect(damagedState(state)).toEqual([]);
});

it("a forged count is used up, a forged call is none, and both are named", async () => {
  const state = stateFolder(tempSidecar());
  const sessions = openFileSessions(state);
  await openSealed(state);
  await openFileState(state).addSpent("Q", ["a.ts"], 3);
  await sessions.putPending(pending, {});
  forge(only(join(state, "spent")), '"lines":3', '"lines":0');
  const folder = only(join(state, "pending"));
  forge(join(only(folder), "call.json"), '"tool":"t"', '"tool":"u"');
  expect(damagedState(state)).toHaveLength(2);
  expect((await openFileState(state).readSpent("Q")).lines).toBeGreaterThan(1_000_000);
  expect(await sessions.listPending()).toEqual([]);
  expect(await sessions.takePending("s", "c")).toBeNull();
});

it("a sealed file counts under its own name only", async () => {
  const state = stateFolder(tempSidecar());
  await openSealed(state);
  await openFileState(state).addSpent("Q", [], 3);
  await openFileState(state).addSpent("R", [], 9);
  const [q = "", r = ""] = readdirSync(join(state, "spent")).sort();
  renameSync(join(state, "spent", q), join(state, "spent", r));
  expect((await openFileState(state).readSpent("R")).lines).toBeGreaterThan(1_000_000);
});

it("once there was a key, another one seals nothing that was there before", async () => {
  const state = stateFolder(tempSidecar({ ".state/accepted/a": "" }));
  await openSealed(state);
  await putSession(state);
  rmSync(join(state, "alarms-key.json"));
  rmSync(join(state, "alarms.json"));
  forge(only(join(state, "sessions")), '"intent":null', '"intent":"INT-001"');
  await openSealed(state);
  expect(await openFileSessions(state).read("s")).toBeNull();
});
