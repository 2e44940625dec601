import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWrit } from "writ";
import { lineageOf } from "../../packages/cli/src/process-tree.ts";
import { type Bed, ok } from "./cli-bed.ts";
import { type Agent, type Conversation, decisionsIn, governed, startAgent, tracesIn } from "./harness.ts";
import { type Served, served, type Told } from "./mcp-bed.ts";

const wide = `active_intents:
  - {id: INT-001, name: Everything, status: IN_PROGRESS, owned_scope: ["src/**", package.json]}
`;
const scripts = "assurance: {sensitive: script, expansion: script}\n";

interface Both {
  bed: Bed;
  agent: Agent;
  claude: Conversation;
  server: Served;
  /** One call as Claude Code makes it: the hook, the server, the hook again. */
  call(tool: string, input: Record<string, unknown>): Promise<{ hook: string; told: Told | null }>;
}

/** An agent with hooks that also has the server. Unless told, it does not tell the server its session. */
async function both(files: Record<string, string> = {}, env: Record<string, string> = {}): Promise<Both> {
  const bed = await governed(files, { intents: wide, config: scripts });
  const agent = startAgent(bed);
  const claude = agent.session("s-1");
  const server = await served(bed, { name: "claude-code", env });
  const call: Both["call"] = async (tool, input) => {
    let told: Told | null = null;
    const { says } = await claude.call(`mcp__writ__${tool}`, input, async () => {
      told = await server.call(tool, input);
    });
    return { hook: says, told };
  };
  return { bed, agent, claude, server, call };
}

const told = (bed: Bed, decision: string) => decisionsIn(bed.root).filter((record) => record.decision === decision);

async function pendingIn(bed: Bed) {
  const writ = await createWrit(bed.root);
  const pending = await writ.sessions.listPending();
  await writ.close();
  return pending;
}

describe.each([
  ["that does not tell its session", {}],
  ["that tells its session", { CLAUDE_CODE_SESSION_ID: "s-1" }],
])("an agent with hooks %s", (_, env: Record<string, string>) => {
  it("selects once, writes once, and is traced once, as the session the hook knows", async () => {
    const { bed, call } = await both({}, env);
    expect((await call("write_file", { path: "src/a.ts", content: "1\n" })).hook).toBe("NO_ACTIVE_INTENT");
    const select = await call("select_active_intent", { intent_id: "INT-001" });
    expect(select.told?.text).toMatch(/^<intent_context>/);
    expect(told(bed, "selected")).toMatchObject([{ session: "s-1", agent: "claude-code", intent: "INT-001" }]);

    const wrote = await call("write_file", { path: "src/a.ts", content: "one\n" });
    expect([wrote.hook, wrote.told?.says]).toEqual(["pass", "ok"]);
    const edited = await call("edit_file", { path: "src/a.ts", edits: [{ old: "one", new: "two" }] });
    expect([edited.hook, edited.told?.says]).toEqual(["pass", "ok"]);
    const patch = "*** Begin Patch\n*** Add File: src/b.ts\n+b\n*** End Patch\n";
    expect((await call("apply_patch", { patch })).told?.says).toBe("ok");
    expect([await bed.read("src/a.ts"), await bed.read("src/b.ts")]).toEqual(["two\n", "b\n"]);

    expect(tracesIn(bed.root).map(({ metadata }) => [metadata.session, metadata.tool, metadata.raced])).toEqual([
      ["s-1", "mcp__writ__write_file", undefined],
      ["s-1", "mcp__writ__edit_file", undefined],
      ["s-1", "mcp__writ__apply_patch", undefined],
    ]);
    expect(told(bed, "unmatched")).toEqual([]);
    expect(await pendingIn(bed)).toEqual([]);
  });

  it("records a lesson once, and is granted more scope once", async () => {
    const { bed, call } = await both({}, env);
    await call("select_active_intent", { intent_id: "INT-001" });
    await call("record_lesson", { lesson: "Mind the gap." });
    expect(JSON.parse(await ok(bed.writ(["lesson", "--json"])))).toMatchObject([{ text: "Mind the gap." }]);
    const want = { additional_globs: ["docs/**"], reason: "so" };
    const asked = await call("request_scope_expansion", want);
    expect(asked).toEqual({ hook: "APPROVAL_REQUIRED", told: null });
    await ok(bed.writ(["approve", String(told(bed, "asked")[0]?.ticket), "--yes"]));
    expect((await call("request_scope_expansion", want)).told?.text).toBe('{"granted":["docs/**"]}');
    expect(told(bed, "expanded")).toHaveLength(1);
    expect((await call("write_file", { path: "docs/a.md", content: "a" })).told?.says).toBe("ok");
  });
});

describe("what a hook let pass", () => {
  it("counts for that input only, and once", async () => {
    const { bed, claude, server } = await both();
    await claude.select("INT-001");
    await server.call("select_active_intent", { intent_id: "INT-001" });
    const input = { path: "src/a.ts", content: "1\n" };
    expect((await claude.before("mcp__writ__write_file", input, { id: "c-1" })).says).toBe("pass");
    expect((await server.write("src/a.ts", "2\n")).says).toBe("NO_ACTIVE_INTENT");
    expect((await server.write("src/b.ts", "1\n")).says).toBe("NO_ACTIVE_INTENT");
    expect((await server.write("src/a.ts", "1\n")).says).toBe("ok");
    expect((await server.write("src/a.ts", "1\n")).says).toBe("NO_ACTIVE_INTENT");
    await claude.after("mcp__writ__write_file", input, { id: "c-1" });
    expect(tracesIn(bed.root)).toHaveLength(1);
  });

  it.each<[string, string, Record<string, string>]>([
    ["another agent", "Roo Code", {}],
    ["another session of the same agent", "claude-code", { CLAUDE_CODE_SESSION_ID: "s-2" }],
  ])("does not count for the server of %s, which selects by itself", async (_, name, env) => {
    const { bed, claude } = await both();
    await claude.before("mcp__writ__select_active_intent", { intent_id: "INT-001" });
    const other = await served(bed, { name, env });
    expect((await other.select("INT-001")).says).toBe("ok");
    expect(await pendingIn(bed)).toMatchObject([{ session: "s-1" }]);
    expect(told(bed, "selected")).toHaveLength(2);
    expect((await other.write("src/a.ts", "1\n")).says).toBe("ok");
  });

  it("does not count for the server of another process of the same agent", async () => {
    const { bed, claude } = await both();
    await claude.before("mcp__writ__select_active_intent", { intent_id: "INT-001" });
    const other = await served(bed, { name: "claude-code" });
    // What the hooks of that process tell: it is the agent of a session of its own.
    const writ = await createWrit(bed.root);
    const [process] = await lineageOf(other.pid, globalThis.process.platform);
    if (process === undefined) throw new Error("no process table");
    const { pid, started } = process;
    const [first] = await writ.sessions.list();
    if (first === undefined) throw new Error("no session");
    const fresh = { ...first, id: "s-2", intent: null, process: { pid, started } };
    await writ.sessions.update(
      "s-2",
      () => fresh,
      (session) => session,
    );
    await writ.close();
    expect((await other.select("INT-001")).says).toBe("ok");
    expect(await pendingIn(bed)).toMatchObject([{ session: "s-1" }]);
  });

  it("is not written over what somebody changed meanwhile", async () => {
    const { bed, claude, server } = await both({ "src/a.ts": "0\n" });
    await claude.select("INT-001");
    const input = { path: "src/a.ts", content: "1\n" };
    expect((await claude.before("mcp__writ__write_file", input, { id: "c-1" })).says).toBe("pass");
    await bed.put("src/a.ts", "theirs\n");
    expect((await server.write("src/a.ts", "1\n")).says).toBe("STALE_FILE");
    expect(await bed.read("src/a.ts")).toBe("theirs\n");
  });

  it("is the file under the root, wherever the agent stands", async () => {
    const { bed, claude, server } = await both({ "src/deep/x.ts": "" });
    await claude.select("INT-001");
    const cwd = join(bed.root, "src", "deep");
    const outside = { path: "a.ts", content: "1\n" };
    expect((await claude.before("mcp__writ__write_file", outside, { cwd })).says).toBe("SCOPE_VIOLATION");
    const inside = { path: "src/a.ts", content: "1\n" };
    expect((await claude.before("mcp__writ__write_file", inside, { cwd, id: "c-1" })).says).toBe("pass");
    expect((await server.write("src/a.ts", "1\n")).says).toBe("ok");
    await claude.after("mcp__writ__write_file", inside, { cwd, id: "c-1" });
    expect(tracesIn(bed.root)[0]?.files[0]?.relative_path).toBe("src/a.ts");
  });

  it("and nobody ran is forgotten at the end of the turn, not held against the agent", async () => {
    const { bed, claude } = await both();
    await claude.before("mcp__writ__select_active_intent", { intent_id: "INT-001" });
    expect(await pendingIn(bed)).toMatchObject([{ permit: { answer: expect.stringContaining("<intent_context>") } }]);
    await claude.stop();
    expect(await pendingIn(bed)).toEqual([]);
    expect(told(bed, "unmatched")).toEqual([]);
  });

  it("cannot be forged through the server", async () => {
    const { bed, server } = await both();
    await server.select("INT-001");
    for (const path of [".orchestration/.state/pending/s/permit-1.0/call.json", ".orchestration/.STATE/x"])
      expect((await server.write(path, "{}")).says).toBe("PROTECTED_PATH");
    // One that is not what a hook writes is none.
    const place = join(bed.root, ".orchestration/.state/pending/s/permit-1.0");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "call.json"), '{"call":{"permit":{"input":"x"}},"copies":[]}');
    expect((await server.write("other.ts", "1")).says).toBe("SCOPE_VIOLATION");
  });

  it("is not there where the hook broke and the agent went on: the server refuses by itself", async () => {
    const { bed, server } = await both();
    expect((await server.write("src/a.ts", "1\n")).says).toBe("NO_ACTIVE_INTENT");
    await expect(bed.read("src/a.ts")).rejects.toThrow("ENOENT");
  });
});
