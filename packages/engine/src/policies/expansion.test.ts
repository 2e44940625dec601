import { aCall, aFile, aTicket, aWrite, factsWith } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { expansionProblem } from "./expansion.ts";
import { scope } from "./scope.ts";

const path = "src/billing/a.ts";
const asking = (...globs: string[]) => aWrite(path, { expansion: { globs, reason: "the token is checked there" } });

describe("a call that asks for more scope", () => {
  it("is put to a person, with the agent's words for them alone", () => {
    const call = asking("src/billing/**");
    const verdict = scope.check(call, factsWith({ for: call }));
    expect(verdict).toMatchObject({
      kind: "ask",
      problem: { meta: { reasons: ["adds src/billing/** to the scope of INT-001"], risk: "expansion" } },
      question: { risk: "expansion", binding: "binding-1" },
    });
    expect(JSON.stringify(verdict)).toContain("the token is checked there");
    expect(verdict.kind === "ask" && JSON.stringify(verdict.problem)).not.toContain("token");
  });

  it.each([
    ["**", "opens every file"],
    ["**/*", "opens every file"],
    ["{src,*}/**", "opens every file"],
    ["*.json", "sensitive"],
    [".github/**", "sensitive"],
  ])("says what %s takes in", (glob, warning) => {
    const call = asking("src/billing/**", glob);
    const verdict = scope.check(call, factsWith({ for: call }));
    expect(verdict.kind === "ask" && verdict.question.reasons.join("\n")).toContain(warning);
  });

  it.each([
    [["src/other/**"], "SCOPE_VIOLATION"],
    [["../x"], "PAYLOAD_INVALID"],
    [["/etc/**"], "PAYLOAD_INVALID"],
    [["!src/**"], "PAYLOAD_INVALID"],
    [[], "PAYLOAD_INVALID"],
    [["src/billing/**", ".git/**"], "PROTECTED_PATH"],
    [["src/billing/**", ".claude/settings.json"], "PROTECTED_PATH"],
  ])("asking for %j: %s", (globs, code) => {
    const call = asking(...globs);
    expect(scope.check(call, factsWith({ for: call }))).toMatchObject({ kind: "deny", problem: { code } });
  });

  it("does not help with a file nobody may touch", () => {
    const call = asking("src/billing/**");
    const files = [aFile(path, { tier: "protected" })];
    expect(scope.check(call, factsWith({ files }))).toMatchObject({
      kind: "deny",
      problem: { code: "PROTECTED_PATH" },
    });
  });

  it("is not asked about when the path is in scope anyway", () => {
    const call = asking("**");
    expect(scope.check(call, factsWith({ for: call, ownedScope: ["src/**"] }))).toEqual({ kind: "pass" });
  });

  it("passes once a person agreed to exactly this", () => {
    const call = asking("src/billing/**");
    const approvals = [aTicket({ risk: "expansion", globs: ["src/billing/**"] })];
    expect(scope.check(call, factsWith({ for: call, approvals }))).toEqual({ kind: "pass", ticket: "T-1" });
    expect(scope.check(call, factsWith({ for: call, approvals, binding: "another" })).kind).toBe("ask");
  });

  it("is not waved through by an exemption, and refused where nobody is asked", () => {
    const call = asking("src/billing/**");
    expect(scope.check(call, factsWith({ for: call, config: { approval_exempt: ["*"] } })).kind).toBe("ask");
    expect(scope.check(call, factsWith({ for: call, config: { approval: "never" } })).kind).toBe("deny");
  });
});

describe("request_scope_expansion as a tool", () => {
  const tool = (...globs: string[]) =>
    aCall({
      tool: "request_scope_expansion",
      toolName: "request_scope_expansion",
      kind: "handshake",
      expansion: { globs, reason: "" },
    });

  it.each([
    [["src/billing/**"], {}, "ask"],
    [["src/billing/**"], { approvals: [aTicket()] }, "pass"],
    [["src/auth/**"], {}, "pass"],
    [[".git/**"], {}, "deny"],
    [[], {}, "deny"],
    [["src/billing/**"], { session: { intent: null } }, "deny"],
  ])("for %j with %j: %s", (globs, facts, kind) => {
    expect(scope.check(tool(...globs), factsWith(facts)).kind).toBe(kind);
  });
});

it("takes no more than twenty globs", () => {
  expect(expansionProblem({ globs: Array.from({ length: 21 }, (_, n) => `src/${n}`) })).toContain("20");
});
