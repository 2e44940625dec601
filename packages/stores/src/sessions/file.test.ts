import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PendingCall, SessionStore } from "@writ/contracts";
import { aSession, describeSessions, someTime, tempSidecar } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { fileNameOf } from "../state/names.ts";
import { stateFolder } from "../state/sidecar.ts";
import { cleanSessions } from "./clean.ts";
import { openFileSessions } from "./file.ts";
import { staleCalls } from "./stale.ts";

describeSessions("file", async () => openFileSessions(stateFolder(tempSidecar())));

const pending: PendingCall = {
  callId: "toolu_1",
  invocationId: "i",
  session: "s",
  tool: "Write",
  toolName: "write_to_file",
  intent: null,
  at: someTime,
  files: [],
};

function open(): { store: SessionStore; state: string } {
  const state = stateFolder(tempSidecar());
  return { store: openFileSessions(state), state };
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const sessionFile = (state: string, id: string) => join(state, "sessions", `${fileNameOf(id)}.json`);

describe("a damaged session file", () => {
  it.each([
    ["not JSON", "{"],
    ["empty", ""],
    ["another type", "[]"],
    ["an intent that is no text", JSON.stringify({ ...aSession({ id: "s" }), intent: 7 })],
    ["reads that are no observations", JSON.stringify({ ...aSession({ id: "s" }), reads: { a: "b" } })],
    ["another session", JSON.stringify(aSession({ id: "other" }))],
  ])("%s: is no session, and is set aside by the next change, which starts without an intent", async (_, content) => {
    const { store, state } = open();
    put(sessionFile(state, "s"), content);
    expect(await store.read("s")).toBeNull();
    const fresh = await store.update(
      "s",
      () => aSession({ id: "s", intent: null }),
      (session) => session,
    );
    expect(fresh.intent).toBeNull();
    expect(await store.read("s")).toEqual(fresh);
    const [aside = ""] = readdirSync(join(state, "quarantine"));
    expect(readFileSync(join(state, "quarantine", aside), "utf8")).toBe(content);
  });
});

it("a pending call without its copies is set aside, not handed out", async () => {
  const { store, state } = open();
  const place = join(state, "pending", fileNameOf("s"), `${fileNameOf("toolu_1")}.0`);
  put(join(place, "call.json"), JSON.stringify({ call: pending, copies: ["a.ts"] }));
  expect(await store.takePending("s", "toolu_1")).toBeNull();
  expect(readdirSync(join(state, "quarantine"))).toHaveLength(1);
});

it("never follows a link out of the sidecar", async () => {
  const root = tempSidecar();
  const elsewhere = tempSidecar();
  mkdirSync(stateFolder(root));
  symlinkSync(elsewhere, join(stateFolder(root), "sessions"));
  const store = openFileSessions(stateFolder(root));
  const refused = { problem: { code: "SIDECAR_INVALID" } };
  await expect(store.read("s")).rejects.toMatchObject(refused);
  await expect(
    store.update(
      "s",
      () => aSession({ id: "s" }),
      (session) => session,
    ),
  ).rejects.toMatchObject(refused);
});

it("does not bring a sidecar back that vanished", async () => {
  const store = openFileSessions(join(tempSidecar(), "gone", ".orchestration", ".state"));
  const change = store.update(
    "s",
    () => aSession({ id: "s" }),
    (session) => session,
  );
  await expect(change).rejects.toMatchObject({ problem: { code: "SIDECAR_MISSING" } });
  await expect(store.putPending(pending, {})).rejects.toMatchObject({ problem: { code: "SIDECAR_MISSING" } });
});

it("tells which pending calls nobody will end, and how old they are", () => {
  const at = (minutes: number) => new Date(Date.parse(someTime) - minutes * 60_000).toISOString();
  const calls = [10, 11, 0, -5].map((minutes) => ({ ...pending, at: at(minutes) }));
  expect(staleCalls([...calls, { ...pending, at: "?" }], someTime)).toEqual([
    { call: calls[1], ageMs: 11 * 60_000 },
    { call: { ...pending, at: "?" }, ageMs: Number.NaN },
  ]);
});

describe("cleaning up", () => {
  const now = "2026-12-31T00:00:00.000Z";

  it.each([
    ["ended long ago", { endedAt: "2026-11-30T00:00:00.000Z" }, 1],
    ["ended lately", { endedAt: "2026-12-30T00:00:00.000Z" }, 0],
    ["never ended", { seenAt: "2020-01-01T00:00:00.000Z" }, 0],
  ])("a session that %s", async (_, over, expected) => {
    const { store, state } = open();
    await store.update(
      "s",
      () => aSession({ id: "s", ...over }),
      (session) => session,
    );
    expect(await cleanSessions(state, now)).toEqual({ sessions: expected, leftovers: 0 });
    expect(await store.list()).toHaveLength(1 - expected);
  });

  it("takes away what killed processes left, and nothing that is still in use", async () => {
    const { store, state } = open();
    await store.putPending(pending, {});
    const folder = join(state, "pending", fileNameOf("s"));
    for (const name of [".old", ".new"]) put(join(folder, name, "0"), "x");
    put(join(state, "sessions", ".x.json.tmp"), "x");
    const old = new Date(Date.now() - 11 * 60_000);
    for (const path of [join(folder, ".old"), join(state, "sessions", ".x.json.tmp")]) utimesSync(path, old, old);
    expect(await cleanSessions(state, new Date().toISOString())).toEqual({ sessions: 0, leftovers: 2 });
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([".new"]);
    expect(await store.listPending()).toEqual([pending]);
  });
});
