import type { Effect, FileFact, Verdict } from "@writ/contracts";
import { aCall, aCommand, aFile, aWrite, factsWith } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { scope } from "./scope.ts";

it.each([
  ["src/auth/jwt.ts", ["src/auth/**"], "pass"],
  ["src/authz/role.ts", ["src/auth/**"], "SCOPE_VIOLATION"],
  ["src/auth/jwt.ts", ["src/**", "!src/auth/**"], "SCOPE_VIOLATION"],
  ["src/auth/jwt.ts", [], "SCOPE_VIOLATION"],
])("%s under %j: %s", (path, ownedScope, answer) => {
  const call = aWrite(path);
  expect(said(scope.check(call, factsWith({ ownedScope, for: call })))).toBe(answer);
});

describe("what a path is", () => {
  const cases: [what: string, file: Partial<FileFact>, answer: string][] = [
    ["protected", { tier: "protected" }, "PROTECTED_PATH"],
    ["protected, though refused", { place: "refused", tier: "protected" }, "PROTECTED_PATH"],
    ["refused", { place: "refused", reason: "it has control characters" }, "PAYLOAD_INVALID"],
    ["outside", { place: "outside", path: "/etc/passwd" }, "PATH_OUTSIDE_WORKSPACE"],
    ["a folder", { kind: "directory" }, "PAYLOAD_INVALID"],
    ["a pipe", { kind: "special" }, "PAYLOAD_INVALID"],
    ["in scratch", { place: "scratch", path: "/tmp/x" }, "pass"],
    ["somewhere else in truth", { path: "src/billing/a.ts" }, "SCOPE_VIOLATION"],
    ["a link that lies elsewhere", { entry: "src/billing/link.ts" }, "SCOPE_VIOLATION"],
    ["a link that lies in scope", { entry: "src/auth/link.ts" }, "pass"],
    ["sensitive, in scope", { tier: "sensitive" }, "pass"],
    ["ignored by git", { path: "dist/a.js", ignored: true }, "pass"],
    ["ignored by git, but sensitive", { path: ".env", ignored: true, tier: "sensitive" }, "SCOPE_VIOLATION"],
  ];
  it.each(cases)("%s: %j: %s", (_, file, answer) => {
    const facts = factsWith({ files: [aFile("src/auth/a.ts", file)] });
    expect(said(scope.check(aWrite("src/auth/a.ts"), facts))).toBe(answer);
  });

  it("may be a folder for a tool that makes folders", () => {
    const call = aCall({
      toolName: "create_directory",
      effects: [{ op: "create", path: "src/auth/x", certainty: "exact" }],
    });
    expect(said(scope.check(call, factsWith({ files: [aFile("src/auth/x", { kind: "directory" })] })))).toBe("pass");
  });

  it("says why a spelling is refused, and quotes it", () => {
    const call = aWrite("src/a\nb.ts");
    const file = aFile("src/a\nb.ts", { place: "refused", reason: "it has control characters" });
    const verdict = scope.check(call, factsWith({ files: [file] }));
    expect(verdict.kind === "deny" && verdict.problem.message).toBe(
      'The call cannot be understood: the path "src/a\\nb.ts": it has control characters.',
    );
    expect(verdict.kind === "deny" && verdict.problem.hint).toMatch(/^Name the file by a plain path/);
  });
});

it("reports the first offender and all of them", () => {
  const effects = ["src/auth/a.ts", "src/x.ts", "src/y.ts"].map(modify);
  const call = aCall({ effects });
  expect(scope.check(call, factsWith({ for: call }))).toMatchObject({
    problem: {
      code: "SCOPE_VIOLATION",
      message: "Scope Violation: INT-001 is not authorized to edit src/x.ts. Request scope expansion.",
      meta: { path: "src/x.ts", violations: ["src/x.ts", "src/y.ts"], owned_scope: ["src/auth/**"], intent: "INT-001" },
    },
  });
});

it("looks at both ends of a rename", () => {
  for (const [from, path] of [
    ["src/billing/a.ts", "src/auth/a.ts"],
    ["src/auth/a.ts", "src/billing/a.ts"],
  ] as const) {
    const call = aCall({ effects: [{ op: "rename", from, path, certainty: "exact" }] });
    expect(said(scope.check(call, factsWith({ for: call })))).toBe("SCOPE_VIOLATION");
  }
});

describe("what cannot be named", () => {
  const hidden: Effect = { op: "modify", path: null, certainty: "opaque" };
  it.each([
    ["a file tool without paths", aCall(), "OPAQUE_EFFECT"],
    ["a file tool with one path too few", aCall({ effects: [modify("src/auth/a.ts"), hidden] }), "OPAQUE_EFFECT"],
    ["an unknown tool", aCall({ kind: "opaque", effects: [hidden] }), "pass"],
    ["a command", aCommand("x", "opaque", { effects: [hidden] }), "pass"],
  ])("%s: %s", (_, call, answer) => {
    expect(said(scope.check(call, factsWith({ for: call })))).toBe(answer);
  });

  it("is a fault when nobody looked the path up", () => {
    expect(said(scope.check(aWrite("src/auth/a.ts"), factsWith()))).toBe("HOOK_INTERNAL_ERROR");
    expect(said(scope.check(aWrite("constructor"), factsWith()))).toBe("HOOK_INTERNAL_ERROR");
  });
});

describe("commands", () => {
  const inferred = (op: Effect["op"], path: string): Effect => ({ op, path, certainty: "inferred" });
  const cases: [effect: Effect, file: Partial<FileFact>, answer: string][] = [
    [inferred("modify", "src/billing/a.ts"), {}, "SCOPE_VIOLATION"],
    [inferred("create", "src/auth/new"), { kind: "absent", hash: null }, "pass"],
    [inferred("create", "src/auth"), { kind: "directory", hash: null }, "pass"],
    [inferred("delete", "src/auth/sub"), { kind: "directory", hash: null }, "pass"],
    [inferred("delete", "src"), { kind: "directory", hash: null }, "SCOPE_VIOLATION"],
    [inferred("delete", "."), { kind: "directory", hash: null, tier: "protected" }, "PROTECTED_PATH"],
    [inferred("delete", "src/auth/out"), { place: "outside", path: "/etc", entry: "src/auth/out" }, "pass"],
    [inferred("delete", "src/billing/in"), { path: "src/auth/a.ts", entry: "src/billing/in" }, "SCOPE_VIOLATION"],
    [inferred("modify", "/dev/null"), { place: "refused" }, "pass"],
    [inferred("modify", "/dev/sda"), { place: "refused" }, "PAYLOAD_INVALID"],
  ];
  it.each(cases)("%j with %j: %s", (effect, file, answer) => {
    const call = aCommand("x", "changes", { effects: [effect] });
    expect(said(scope.check(call, factsWith({ files: [aFile(effect.path ?? "", file)] })))).toBe(answer);
  });

  it("may not take a folder away with something in it that is excluded", () => {
    const call = aCommand("rm -r src/auth/sub", "changes", { effects: [inferred("delete", "src/auth/sub")] });
    const files = [aFile("src/auth/sub", { kind: "directory", hash: null })];
    const ownedScope = ["src/auth/**", "!src/auth/sub/keep.ts"];
    expect(said(scope.check(call, factsWith({ files, ownedScope })))).toBe("SCOPE_VIOLATION");
  });
});

describe("a temporary folder with the daemon's folder beneath it", () => {
  const holds = [{ path: "/tmp/writ-0", what: "where the daemon says how to reach it" }];
  const files = [aFile("/tmp", { place: "scratch", path: "/tmp", kind: "directory", holds })];
  const whole: Effect = { op: "modify", path: "/tmp", certainty: "inferred" };
  const within: Effect = { ...whole, within: true };
  it.each<[what: string, effect: Effect, answer: string]>([
    ["all of it", within, "PATH_OUTSIDE_WORKSPACE"],
    ["names like that", { ...within, names: "writ-*" }, "PATH_OUTSIDE_WORKSPACE"],
    ["other names", { ...within, names: "*.log" }, "pass"],
    ["the folder deleted", { ...whole, op: "delete" }, "PATH_OUTSIDE_WORKSPACE"],
    ["made where it is", { ...whole, op: "create" }, "pass"],
  ])("%s: %s", (_, effect, answer) => {
    const call = aCommand("x", "changes", { effects: [effect] });
    expect(said(scope.check(call, factsWith({ files })))).toBe(answer);
  });

  it("says what lies there, and what to name instead", () => {
    const verdict = scope.check(aCommand("x", "changes", { effects: [within] }), factsWith({ files }));
    expect(verdict.kind === "deny" && `${verdict.problem.message} ${verdict.problem.hint}`).toBe(
      "/tmp lies outside the workspace (/tmp/writ-0, where the daemon says how to reach it, lies beneath it). Name a folder of your own beneath it, such as /tmp/work, or each file by its name.",
    );
  });
});

describe("an unknown tool that mentions a path", () => {
  const call = aCall({
    tool: "Future",
    kind: "opaque",
    effects: [{ op: "modify", path: "src/x.ts", certainty: "opaque" }],
  });
  it("is left to the person, unless the config says it changes files", () => {
    expect(said(scope.check(call, factsWith({ for: call })))).toBe("pass");
    const config = { tools: { Future: "changes" as const } };
    expect(said(scope.check(call, factsWith({ for: call, config })))).toBe("SCOPE_VIOLATION");
  });

  it("never touches a protected one", () => {
    const files = [aFile("src/x.ts", { tier: "protected" })];
    expect(said(scope.check(call, factsWith({ files })))).toBe("PROTECTED_PATH");
  });
});

describe("what a person added", () => {
  const call = aWrite("src/billing/a.ts");
  it.each([
    ["INT-001", "pass"],
    ["INT-002", "SCOPE_VIOLATION"],
  ])("for %s: %s", (intent, answer) => {
    const session = { expansions: [{ intent, glob: "src/billing/**" }] };
    expect(said(scope.check(call, factsWith({ for: call, session })))).toBe(answer);
  });
});

describe("a quick intent", () => {
  const quick = { expiresAt: "2026-11-15T12:00:00Z", maxFiles: 2, maxLines: 3 };
  const path = "src/auth/a.ts";
  it.each([
    ["in its limits", {}, { spent: { files: ["src/auth/b.ts"], lines: 2 } }, "pass"],
    ["a sensitive file", { tier: "sensitive" as const }, {}, "BLOCKED_BY_POLICY"],
    ["a third file", {}, { spent: { files: ["x", "y"], lines: 0 } }, "BLOCKED_BY_POLICY"],
    ["the same file again", {}, { spent: { files: ["x", path], lines: 0 } }, "pass"],
    ["too many lines", {}, { spent: { files: [path], lines: 3 } }, "BLOCKED_BY_POLICY"],
  ])("%s: %s", (_, file, facts, answer) => {
    const verdict = scope.check(aWrite(path), factsWith({ files: [aFile(path, file)], intent: { quick }, ...facts }));
    expect(said(verdict)).toBe(answer);
  });
});

function modify(path: string): Effect {
  return { op: "modify", path, certainty: "exact" };
}

function said(verdict: Verdict): string {
  return verdict.kind === "ask" || verdict.kind === "deny" ? verdict.problem.code : verdict.kind;
}
