import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { json, ok } from "./cli-bed.ts";
import { type Conversation, decisionsIn, governed, historyWritten, startAgent, tracesIn } from "./harness.ts";

const threeStates = `active_intents:
  - {id: INT-001, name: Open, status: IN_PROGRESS, owned_scope: ["src/**"]}
  - {id: INT-002, name: Done, status: COMPLETE, owned_scope: ["src/**"]}
  - {id: INT-003, name: Stuck, status: BLOCKED, owned_scope: ["src/**"]}
  - {id: INT-004, name: Wanted, status: PROPOSED, owned_scope: ["src/**"]}
`;

describe("the handshake", () => {
  it.each<[string, (claude: Conversation) => ReturnType<Conversation["call"]>]>([
    ["the shell: writ intent select INT-001", (claude) => claude.bash("writ intent select INT-001")],
    ["npx, which fetches nothing", (claude) => claude.bash("npx --no-install writ intent select INT-001")],
    ["MCP: mcp__writ__select_active_intent", (claude) => claude.select("INT-001")],
    [
      "MCP in another agent's spelling",
      (claude) => claude.call("writ_select_active_intent", { intent_id: "INT-001" }, () => {}),
    ],
  ])("works by %s", async (_, shake) => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    const { says, context } = await shake(claude);
    expect(says).toBe("pass");
    expect(context).toContain("<id>INT-001</id>");
    expect(context).toContain("<glob>src/auth/**</glob>");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ sessions: [{ id: "s-1", intent: "INT-001" }] });
  });

  it("says by the shell that nothing else has to run: the command may not be found", async () => {
    const claude = startAgent(await governed()).session("s-1");
    expect((await claude.bash("writ intent select INT-001")).context).toContain("INT-001 is selected, by this hook.");
    expect((await claude.select("INT-001")).context).not.toContain("by this hook");
  });

  it("is also done by the command itself, beneath the agent whose hook was heard before", async () => {
    const bed = await governed();
    const agent = startAgent(bed);
    const claude = agent.session("s-1");
    await claude.start();
    const { code, out } = await agent.writ(["intent", "select", "INT-001"]);
    expect(code).toBe(0);
    expect(out).toContain("<id>INT-001</id>");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
  });

  it.each([
    ["an unknown id", { intent_id: "INT-999" }, "INTENT_NOT_FOUND", /INT-999.*INT-001, INT-002/],
    ["an empty id", { intent_id: "" }, "PAYLOAD_INVALID", /intent_id/],
    ["no id", {}, "PAYLOAD_INVALID", /intent_id/],
    ["a number", { intent_id: 1 }, "PAYLOAD_INVALID", /intent_id/],
  ])("refuses %s and leaves the selection as it was", async (_, input, code, message) => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-002");
    const { error } = await claude.call("mcp__writ__select_active_intent", input, () => {});
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect((await claude.write("src/billing/a.ts", "a\n")).says).toBe("pass");
  });

  it("can be shaken again: the other intent's files are closed then, and both histories are kept (R54)", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await claude.write("src/auth/a.ts", "a\n");
    await claude.select("INT-002");
    expect((await claude.write("src/auth/a.ts", "b\n")).says).toBe("SCOPE_VIOLATION");
    expect((await claude.write("src/billing/a.ts", "b\n")).says).toBe("pass");
    await claude.end();
    await historyWritten(bed, "BLOCKED");
    const intents = JSON.parse(await ok(bed.writ(["intent", "list", "--json"])));
    expect(intents[0].recent_history).toContain("POST_HOOK write_to_file OK");
    expect(intents[1].recent_history).toEqual(
      expect.arrayContaining(["POST_HOOK write_to_file OK", "POST_HOOK write_to_file BLOCKED"]),
    );
    expect(tracesIn(bed.root).map(({ metadata }) => metadata.intent)).toEqual(["INT-001", "INT-002"]);
  });

  it("is each session's own (R18)", async () => {
    const bed = await governed();
    const agent = startAgent(bed);
    await agent.session("one").select("INT-001");
    expect((await agent.session("two").write("src/auth/a.ts", "a\n")).says).toBe("NO_ACTIVE_INTENT");
  });
});

describe("an intent by branch name", () => {
  it("is bound at session start, with its context in the first prompt", async () => {
    const bed = await governed();
    bed.git("switch", "--quiet", "--create", "feature/INT-001-jwt");
    const claude = startAgent(bed).session("s-1");
    const { context } = await claude.start();
    expect(context).toContain("<id>INT-001</id>");
    expect(context).toContain("Must not use external auth providers");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
    expect(decisionsIn(bed.root)).toMatchObject([{ decision: "selected", intent: "INT-001", reason: "branch" }]);
  });

  it.each([
    ["feature/INT-002-later", "INT-002", "COMPLETE"],
    ["INT-003", "INT-003", "BLOCKED"],
    ["INT-004-wanted", "INT-004", "only proposed"],
    ["INT-0011", "INT-001", "another number"],
  ])("is not bound by %s: %s is %s", async (branch) => {
    const bed = await governed({}, { intents: threeStates });
    bed.git("switch", "--quiet", "--create", branch);
    const claude = startAgent(bed).session("s-1");
    expect((await claude.start()).context).toContain("select_active_intent");
    expect((await claude.write("src/a.ts", "a\n")).says).toBe("NO_ACTIVE_INTENT");
  });
});

describe("what may be selected", () => {
  it.each([
    ["INT-002", "COMPLETE"],
    ["INT-003", "BLOCKED"],
    ["INT-004", "propos"],
  ])("%s may not: it is %s", async (id, why) => {
    const bed = await governed({}, { intents: threeStates });
    const claude = startAgent(bed).session("s-1");
    const { error } = await claude.select(id);
    expect(error).toMatchObject({ code: "INTENT_CLOSED", message: expect.stringMatching(new RegExp(why, "i")) });
    expect((await claude.write("src/a.ts", "a\n")).error).toMatchObject({
      code: "NO_ACTIVE_INTENT",
      meta: { available: ["INT-001"] },
    });
  });

  it("an intent that a person closes stops its session, and one that is reopened lets it go on", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await ok(bed.writ(["intent", "block", "INT-001"]));
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("INTENT_CLOSED");
    await ok(bed.writ(["intent", "reopen", "INT-001"]));
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
  });

  it("an intent that is taken out of the file stops its session (R52)", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await bed.put(".orchestration/active_intents.yaml", "active_intents: []\n");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("INTENT_NOT_FOUND");
  });

  it("an intent listed in .intentignore may not (R71)", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await bed.put(".orchestration/.intentignore", "# later\nINT-00*\n");
    const { error } = await claude.write("src/auth/a.ts", "a\n");
    expect(error).toMatchObject({ code: "INTENT_IGNORED", message: expect.stringContaining("INT-00*") });
    expect((await claude.select("INT-002")).says).toBe("INTENT_IGNORED");
    expect(existsSync(join(bed.root, "src/auth/a.ts"))).toBe(false);
  });
});

describe("the config", () => {
  it("reset: turn forgets the intent at the end of the turn, and not before (R55)", async () => {
    const bed = await governed({}, { config: "reset: turn\n" });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
    await claude.stop();
    expect((await claude.write("src/auth/a.ts", "b\n")).says).toBe("NO_ACTIVE_INTENT");
    await claude.select("INT-001");
    expect((await claude.write("src/auth/a.ts", "b\n")).says).toBe("pass");
  });

  it("without it the intent stays for the session", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await claude.stop();
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("pass");
  });

  it("gate: all refuses also reading before the handshake, and names the intents at session start (R53)", async () => {
    const bed = await governed({ "src/auth/a.ts": "a\n" }, { config: "gate: all\n" });
    const claude = startAgent(bed).session("s-1");
    expect((await claude.start()).context).toMatch(/INT-001.*INT-002/s);
    expect((await claude.read("src/auth/a.ts")).says).toBe("NO_ACTIVE_INTENT");
    expect((await claude.bash("ls")).says).toBe("NO_ACTIVE_INTENT");
    const listed = await claude.call("mcp__writ__list_active_intents", {}, () => {});
    expect(listed).toMatchObject({ says: "pass", context: expect.stringContaining("INT-002") });
    await claude.select("INT-001");
    expect((await claude.read("src/auth/a.ts")).says).toBe("pass");
    expect((await claude.bash("ls")).says).toBe("pass");
  });
});
