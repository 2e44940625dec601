import { type Call, type Facts, fail, type Policy, pass } from "@writ/contracts";
import { aCall, aCommand, aFile, anIntent, aTicket, aWrite, factsWith } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "./decide.ts";

const path = "src/auth/a.ts";
const stray = aWrite("src/billing/a.ts");

it("passes what nobody objects to", () => {
  const call = aWrite(path);
  expect(decide(call, factsWith({ for: call }))).toEqual({ verdict: pass, policy: null });
});

it.each([
  ["gate", stray, { session: { intent: null } }, "NO_ACTIVE_INTENT"],
  ["scope", stray, {}, "SCOPE_VIOLATION"],
  ["lock", aWrite(path), { files: [aFile(path, { seen: { hash: null } })] }, "STALE_FILE"],
  ["approval", aCommand("sh x", "opaque"), {}, "APPROVAL_REQUIRED"],
] as const)("reports the first objection: %s", (policy, call, over, code) => {
  expect(decide(call, factsWith({ for: call, ...over }))).toMatchObject({ policy, verdict: { problem: { code } } });
});

it("lets a refusal beat an earlier question", () => {
  const call = aWrite("src/billing/a.ts", { expansion: { globs: ["src/billing/**"], reason: "" } });
  const files = [aFile("src/billing/a.ts", { seen: { hash: null } })];
  expect(decide(call, factsWith({ for: call }))).toMatchObject({ policy: "scope", verdict: { kind: "ask" } });
  expect(decide(call, factsWith({ files }))).toMatchObject({ policy: "lock", verdict: { kind: "deny" } });
});

it("makes one question of two", () => {
  const call = aWrite("src/billing/a.ts", { expansion: { globs: ["src/billing/**"], reason: "" } });
  const files = [aFile("src/billing/a.ts", { tier: "sensitive" })];
  expect(decide(call, factsWith({ files }))).toMatchObject({
    policy: "scope",
    verdict: {
      question: {
        risk: "expansion",
        reasons: ["adds src/billing/** to the scope of INT-001", "changes src/billing/a.ts, which is sensitive"],
      },
      problem: { meta: { reasons: { length: 2 } } },
    },
  });
  const answered = factsWith({ files, approvals: [aTicket()] });
  expect(decide(call, answered)).toEqual({ verdict: { kind: "pass", ticket: "T-1" }, policy: null });
});

it("allows only by exemption, and never over a question", () => {
  const call = aCommand("sh x", "opaque");
  const config = { approval_exempt: ["INT-001"] };
  expect(decide(call, factsWith({ config }))).toEqual({ verdict: { kind: "allow" }, policy: null });
  const asks: Policy = { name: "asks", check: (_, facts) => askOf(facts) };
  const allows: Policy = { name: "allows", check: () => ({ kind: "allow" }) };
  expect(decide(call, factsWith(), [asks, allows]).verdict.kind).toBe("ask");
  expect(decide(call, factsWith(), [allows, asks]).verdict.kind).toBe("ask");
});

it("refuses when a policy fails", () => {
  const broken: Policy = {
    name: "broken",
    check() {
      throw new TypeError("a secret");
    },
  };
  const { verdict, policy } = decide(aWrite(path), factsWith(), [broken]);
  expect(policy).toBe("broken");
  expect(verdict).toMatchObject({ kind: "deny", problem: { code: "HOOK_INTERNAL_ERROR", meta: { hook: "broken" } } });
  expect(JSON.stringify(verdict)).not.toContain("a secret");
});

it("keeps the code of a problem that a policy throws", () => {
  const broken: Policy = {
    name: "broken",
    check() {
      throw fail("STALE_FILE", { path });
    },
  };
  const { verdict } = decide(aWrite(path), factsWith(), [broken]);
  expect(verdict).toMatchObject({ kind: "deny", problem: { code: "STALE_FILE", meta: { path } } });
});

describe("observe mode", () => {
  it("never refuses, and says what it would have said", () => {
    const files = [aFile(path, { tier: "protected" })];
    expect(decide(aWrite(path), factsWith({ files, config: { mode: "observe" } }))).toMatchObject({
      verdict: pass,
      policy: "scope",
      would: { kind: "deny", problem: { code: "PROTECTED_PATH" } },
    });
  });

  it("says nothing when there is nothing to say", () => {
    const call = aWrite(path);
    expect(decide(call, factsWith({ for: call, config: { mode: "observe" } }))).toEqual({
      verdict: pass,
      policy: null,
    });
  });
});

describe("a pause", () => {
  const pause = { until: "2026-11-15T10:30:00Z", reason: "hotfix", by: "ada", since: "2026-11-15T09:30:00Z" };
  it("lets through what would have been refused", () => {
    expect(decide(stray, factsWith({ for: stray, pause, session: { intent: null } }))).toMatchObject({
      verdict: pass,
      would: { kind: "deny", problem: { code: "NO_ACTIVE_INTENT" } },
    });
  });

  it("keeps protected files and a person's commands closed, also without an intent", () => {
    const session = { intent: null };
    const files = [aFile(path, { tier: "protected" })];
    const closed = decide(aWrite(path), factsWith({ files, pause, session }));
    expect(closed).toMatchObject({ policy: "scope", verdict: { problem: { code: "PROTECTED_PATH" } } });
    const command = { text: "writ pause", class: "risky", programs: ["writ"], reasons: ["person-only:pause"] } as const;
    const own = decide(aCommand("writ pause", "risky", { command }), factsWith({ pause, session }));
    expect(own).toMatchObject({ verdict: { problem: { code: "PERSON_ONLY" } } });
  });

  it("ends", () => {
    expect(
      decide(stray, factsWith({ for: stray, pause: { ...pause, until: "2026-11-15T09:59:00Z" } })).verdict.kind,
    ).toBe("deny");
  });
});

describe("whatever the call", () => {
  const kinds = fc.constantFrom("safe", "changes", "command", "handshake", "opaque" as const);
  const classes = fc.constantFrom("safe", "changes", "runs", "risky", "opaque" as const);
  const effect = fc.record({
    op: fc.constantFrom("create", "modify", "delete", "rename", "exec" as const),
    path: fc.constantFrom("src/auth/a.ts", "src/billing/a.ts", ".git/config", null),
    certainty: fc.constantFrom("exact", "inferred", "opaque" as const),
  });
  const call = fc.record({ kind: kinds, effects: fc.array(effect, { maxLength: 3 }), class: classes }).map(
    ({ kind, effects, class: commandClass }): Call =>
      aCall({
        kind,
        effects,
        ...(kind === "command" && { command: { text: "x", class: commandClass, programs: ["x"], reasons: [] } }),
      }),
  );
  const facts = fc.record({
    intent: fc.constantFrom("INT-001", "INT-404", null),
    gate: fc.constantFrom("mutating", "all" as const),
  });
  const files = [aFile("src/auth/a.ts"), aFile("src/billing/a.ts"), aFile(".git/config", { tier: "protected" })];

  it("answers the same when call and facts come from a recording", () => {
    fc.assert(
      fc.property(call, facts, (one, { intent, gate }) => {
        const world = factsWith({ files, session: { intent }, config: { gate } });
        const recorded: { one: Call; world: Facts } = JSON.parse(JSON.stringify({ one, world }));
        expect(decide(recorded.one, recorded.world)).toEqual(decide(one, world));
      }),
    );
  });

  it("never passes a change of a protected file, or of one out of scope that is named exactly", () => {
    fc.assert(
      fc.property(call, (one) => {
        const { verdict } = decide(one, factsWith({ files }));
        const touched = one.effects.filter(({ op }) => op !== "exec");
        const stray = (given: string | null, certainty: string) =>
          given === ".git/config" || (given === "src/billing/a.ts" && certainty !== "opaque");
        if (one.kind !== "handshake" && touched.some((each) => stray(each.path, each.certainty))) {
          expect(verdict.kind).not.toBe("pass");
        }
      }),
    );
  });
});

it("decides among two hundred intents", () => {
  const intents = Array.from({ length: 200 }, (_, n) => anIntent({ id: `INT-${n}`, ownedScope: [`src/${n}/**`] }));
  const call = aWrite("src/199/a.ts");
  const world = factsWith({ for: call, intents: { state: "ok", intents }, session: { intent: "INT-199" } });
  expect(decide(call, world).verdict).toEqual(pass);
});

function askOf(facts: Facts) {
  const { verdict } = decide(aCommand("sh x", "opaque"), facts);
  return verdict;
}
