import type { Config, FileFact, Verdict } from "@writ/contracts";
import { aCommand, aFile, aWrite, factsWith, someHash } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { lock, normalizedHash } from "./lock.ts";

const path = "src/auth/a.ts";
const now = someHash("a");
const before = someHash("b");
const absent = { kind: "absent", hash: null } as const;

describe("the hash a session saw", () => {
  const cases: [what: string, file: Partial<FileFact>, mode: Config["lock"], answer: string][] = [
    ["nothing seen", {}, "normal", "pass"],
    ["nothing seen", {}, "strict", "STALE_FILE"],
    ["nothing seen, new file", absent, "strict", "pass"],
    ["nothing seen, in scratch", { place: "scratch" }, "strict", "pass"],
    ["the same", { seen: { hash: now } }, "strict", "pass"],
    ["another", { seen: { hash: before } }, "normal", "STALE_FILE"],
    ["deleted since", { ...absent, seen: { hash: before } }, "normal", "STALE_FILE"],
    ["created since", { seen: { hash: null } }, "normal", "STALE_FILE"],
    ["absent and still absent", { ...absent, seen: { hash: null } }, "normal", "pass"],
    ["own write, formatted since", { seen: { hash: before, own: true }, sameTokens: true }, "normal", "pass"],
    ["own write, changed since", { seen: { hash: before, own: true }, sameTokens: false }, "normal", "STALE_FILE"],
    ["read, formatted since", { seen: { hash: before }, sameTokens: true }, "normal", "STALE_FILE"],
    ["a folder", { kind: "directory", hash: null, seen: { hash: before } }, "normal", "pass"],
  ];
  it.each(cases)("%s %j, %s: %s", (_, file, mode, answer) => {
    const facts = factsWith({ files: [aFile(path, file)], config: { lock: mode } });
    expect(said(lock.check(aWrite(path), facts))).toBe(answer);
  });
});

describe("the hash a call declares", () => {
  const bare = now.slice("sha256:".length);
  it.each([
    [now, "pass"],
    [bare, "pass"],
    [bare.toUpperCase(), "pass"],
    [`SHA256:${bare.toUpperCase()}`, "pass"],
    [` ${now} `, "pass"],
    [before, "STALE_FILE"],
    ["absent", "STALE_FILE"],
    ["md5:1234", "STALE_FILE"],
  ])("%s: %s", (declared, answer) => {
    const call = aWrite(path, { observed: { [path]: declared } });
    expect(said(lock.check(call, factsWith({ for: call })))).toBe(answer);
  });

  it("counts before what the session saw, both ways", () => {
    const call = aWrite(path, { observed: { [path]: now } });
    const files = [aFile(path, { seen: { hash: before } })];
    expect(said(lock.check(call, factsWith({ files })))).toBe("pass");
    const stale = aWrite(path, { observed: { [path]: before } });
    expect(said(lock.check(stale, factsWith({ files: [aFile(path, { seen: { hash: now } })] })))).toBe("STALE_FILE");
  });

  it("may say that there was no file", () => {
    const call = aWrite(path, { observed: { [path]: "ABSENT" } });
    expect(said(lock.check(call, factsWith({ files: [aFile(path, absent)] })))).toBe("pass");
  });
});

it("tells both hashes and what happened", () => {
  const files = [aFile(path, { ...absent, seen: { hash: before } })];
  expect(lock.check(aWrite(path), factsWith({ files }))).toMatchObject({
    problem: { meta: { path, expected_hash: before, current_hash: null, reason: "it was deleted meanwhile" } },
  });
});

it("looks at every file, and at none a safe call mentions", () => {
  const effects = [path, "src/auth/b.ts"].map((one) => ({ op: "modify", path: one, certainty: "exact" }) as const);
  const files = [aFile(path), aFile("src/auth/b.ts", { seen: { hash: before } })];
  expect(said(lock.check(aWrite(path, { effects }), factsWith({ files })))).toBe("STALE_FILE");
  expect(said(lock.check(aCommand("ls", "safe"), factsWith({ files })))).toBe("pass");
});

it("reads no hash out of nothing", () => {
  expect([normalizedHash(""), normalizedHash("null"), normalizedHash("Absent")]).toEqual([null, null, null]);
});

function said(verdict: Verdict): string {
  return verdict.kind === "ask" || verdict.kind === "deny" ? verdict.problem.code : verdict.kind;
}
