import type { Call, ChangedRun, Config, Effect, FileFact, Risk } from "@writ/contracts";
import { aCall, aCommand, aFile, aTicket, aWrite, factsWith } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { approval } from "./approval.ts";
import { rejection } from "./rejection.ts";

const path = "src/auth/a.ts";
const file = (over: Partial<FileFact>) => [aFile(path, over)];
const doing = (op: Effect["op"], over: Partial<Effect> = {}): Effect => ({ op, path, certainty: "inferred", ...over });
const removal = aCall({ effects: [doing("delete")] });
const reverting = (over: Partial<Effect> = {}) =>
  aCommand("git restore", "changes", { effects: [doing("modify", { reverts: true, ...over })] });

describe("in risky mode", () => {
  const cases: [what: string, call: Call, files: readonly FileFact[], risk: Risk | null][] = [
    ["a plain change", aWrite(path), file({}), null],
    ["a new file", aWrite(path), file({ kind: "absent", hash: null }), null],
    ["a delete", removal, file({}), "delete"],
    ["a delete in scratch", removal, file({ place: "scratch" }), null],
    ["a sensitive file", aWrite(path), file({ tier: "sensitive" }), "sensitive"],
    ["a sensitive name in scratch", aWrite(path), file({ place: "scratch", tier: "sensitive" }), null],
    ["a hard link", aWrite(path), file({ links: 2 }), "sensitive"],
    ["a hard link in scratch", aWrite(path), file({ links: 2, place: "scratch" }), "sensitive"],
    [
      "a folder's links",
      aCommand("mkdir x", "changes", { effects: [doing("create")] }),
      file({ kind: "directory", links: 4 }),
      null,
    ],
    ["a safe command", aCommand("ls", "safe"), [], null],
    ["a runner", aCommand("npm test", "runs"), [], null],
    ["a command that changes files", aCommand("sed", "changes", { effects: [doing("modify")] }), file({}), null],
    ["a command that deletes", aCommand("rm", "changes", { effects: [doing("delete")] }), file({}), "delete"],
    [
      "a command with a hidden change",
      aCommand("x", "changes", { effects: [doing("modify", { path: null, certainty: "opaque" })] }),
      [],
      "opaque",
    ],
    ["an older content for a file", reverting(), file({}), null],
    ["an older content for a folder", reverting(), file({ kind: "directory" }), "delete"],
    ["an older content for what is not there", reverting(), file({ kind: "absent" }), null],
    ["an older content for a pattern", reverting({ within: true }), file({ kind: "directory" }), "delete"],
    ["a risky command", aCommand("git push --force", "risky"), [], "command"],
    ["an opaque command", aCommand("sh x", "opaque"), [], "opaque"],
    ["a command nobody analysed", aCall({ kind: "command" }), [], "opaque"],
    ["an unknown tool", aCall({ tool: "Future", toolName: "Future", kind: "opaque" }), [], "opaque"],
    ["a read", aCall({ kind: "safe" }), [], null],
    ["the handshake", aCall({ kind: "handshake" }), [], null],
    [
      "a rename",
      aCall({ effects: [doing("rename", { from: "src/auth/b.ts" })] }),
      [aFile("src/auth/b.ts"), ...file({ kind: "absent" })],
      null,
    ],
    [
      "a rename onto a file",
      aCall({ effects: [doing("rename", { from: "src/auth/b.ts" })] }),
      [aFile("src/auth/b.ts"), ...file({})],
      "delete",
    ],
    [
      "a moved folder",
      aCall({ effects: [doing("rename", { from: "src/auth/b" })] }),
      [aFile("src/auth/b", { kind: "directory" }), ...file({ kind: "absent" })],
      "delete",
    ],
  ];
  it.each(cases)("%s", (_, call, files, risk) => {
    const verdict = approval.check(call, factsWith({ files }));
    if (risk === null) expect(verdict).toEqual({ kind: "pass" });
    else
      expect(verdict).toMatchObject({
        kind: "ask",
        question: { risk, binding: "binding-1" },
        problem: { code: "APPROVAL_REQUIRED" },
      });
  });
});

describe("in the other modes", () => {
  const cases: [mode: Config["approval"], call: Call, answer: string][] = [
    ["every-change", aWrite(path), "ask"],
    ["every-change", aCommand("npm test", "runs"), "ask"],
    ["every-change", aCommand("ls", "safe"), "pass"],
    ["every-change", aWrite("/tmp/x"), "pass"],
    ["never", aWrite(path), "pass"],
    ["never", removal, "deny"],
    ["never", aCommand("sh x", "opaque"), "deny"],
    ["never", aCommand("npm test", "runs"), "pass"],
  ];
  it.each(cases)("%s: %o: %s", (mode, call, answer) => {
    const files = [aFile(path), aFile("/tmp/x", { place: "scratch" })];
    expect(approval.check(call, factsWith({ files, config: { approval: mode } })).kind).toBe(answer);
  });
});

describe("rules for tools", () => {
  const unknown = aCall({ tool: "Future", toolName: "Future", kind: "opaque" });
  it.each([
    ["safe", unknown, "pass"],
    ["changes", unknown, "pass"],
    ["ask", unknown, "ask"],
    ["ask", aCall({ tool: "Future", kind: "safe" }), "ask"],
    ["changes", aCall({ tool: "Future", effects: [doing("modify", { path: null, certainty: "opaque" })] }), "pass"],
    ["changes", aCommand("sh x", "opaque", { tool: "Future" }), "ask"],
    ["changes", aCommand("x", "changes", { tool: "Future", effects: [doing("modify", { path: null })] }), "ask"],
  ] as const)("%s", (rule, call, answer) => {
    expect(approval.check(call, factsWith({ config: { tools: { Future: rule } } })).kind).toBe(answer);
  });
});

describe("an answer", () => {
  const check = (over: Parameters<typeof factsWith>[0]) =>
    approval.check(removal, factsWith({ files: file({}), ...over }));
  it("is used up by the pass it gives", () => {
    expect(check({ approvals: [aTicket()] })).toEqual({ kind: "pass", ticket: "T-1" });
  });

  it.each([
    ["for another action", aTicket({ binding: "other" })],
    ["of another session", aTicket({ session: "session-2" })],
    ["that has expired", aTicket({ expiresAt: "2026-11-15T09:00:00Z" })],
    ["that was used", aTicket({ status: "used" })],
    ["that nobody gave", aTicket({ status: "open" })],
  ])("%s does not count", (_, ticket) => {
    expect(check({ approvals: [ticket] }).kind).toBe("ask");
  });

  it("is given beforehand for exempt intents", () => {
    expect(check({ config: { approval_exempt: ["INT-*"] } })).toEqual({ kind: "allow" });
    expect(check({ config: { approval_exempt: ["OPS-*"] } }).kind).toBe("ask");
  });
});

it("asks once for everything, by the gravest risk", () => {
  const call = aCommand("rm", "risky", {
    effects: [doing("delete")],
    command: { text: "rm", class: "risky", programs: ["rm"], reasons: ["it reaches out"] },
  });
  const verdict = approval.check(call, factsWith({ files: file({ tier: "sensitive" }) }));
  expect(verdict).toMatchObject({
    question: {
      risk: "sensitive",
      reasons: [`deletes ${path}`, `changes ${path}, which is sensitive`, "it reaches out"],
    },
  });
  const assurance = { ...factsWith().config.assurance, command: "ui" as const };
  expect(approval.check(call, factsWith({ files: file({ tier: "sensitive" }), config: { assurance } }))).toMatchObject({
    question: { risk: "command" },
  });
});

it("tells all a refusal was about", () => {
  const problem = rejection(aWrite(path), factsWith({ files: file({}) }), "sensitive", "UNKNOWN", "not today");
  expect(problem).toMatchObject({
    code: "HITL_REJECT",
    message: "Rejected by a person: not today",
    meta: {
      intent_id: "INT-001",
      tool_name: "Write",
      normalized_tool_name: "write_to_file",
      risk: "DESTRUCTIVE",
      concern: "sensitive",
      mutation_class: "UNKNOWN",
      affected_files: [path],
    },
  });
  expect(problem.meta.invocation_id).toBe(aWrite(path).id);
  expect(rejection(aWrite(path), factsWith(), "change", "UNKNOWN").message).toContain("HITL");
});

describe("what is run is told of once", () => {
  const said = (reasons: readonly string[], runs: readonly ChangedRun[]) => {
    const command = { text: "./deploy", class: "opaque", programs: ["./deploy"], reasons } as const;
    const call = aCommand("./deploy", "opaque", { command });
    const verdict = approval.check(call, { ...factsWith({}), runs });
    return verdict.kind === "ask" ? verdict.question.reasons : verdict.kind;
  };
  const absent: ChangedRun = { name: "deploy", why: "absent", hash: null };

  it.each<[string, readonly string[], readonly ChangedRun[], readonly string[]]>([
    [
      "a file that is not there",
      ["it runs the file ./deploy"],
      [absent],
      ["it runs deploy, and there is no such file"],
    ],
    [
      "a file in another folder",
      ["it runs the file ./x.sh"],
      [{ name: "scripts/x.sh", why: "written", hash: "sha256:0" }],
      ["it runs scripts/x.sh, which this session wrote"],
    ],
    ["a file nothing is wrong with", ["it runs the file ./other"], [], ["it runs the file ./other"]],
    [
      "another file",
      ["it runs the file ./other"],
      [absent],
      ["it runs the file ./other", "it runs deploy, and there is no such file"],
    ],
  ])("%s", (_, reasons, runs, told) => {
    expect(said(reasons, runs)).toEqual(told);
  });
});
