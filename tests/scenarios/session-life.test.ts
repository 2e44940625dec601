import { describe, expect, it } from "vitest";
import { createWrit, type EventLayer } from "writ";
import { json } from "./cli-bed.ts";
import { decisionsIn, governed, startAgent, tracesIn } from "./harness.ts";

const attended = { CLAUDE_CODE_SESSION_ATTENDED: "1" };
const removal = "rm -rf src/auth/old";

describe("a session", () => {
  it("hears the protocol and the intents at its start", async () => {
    const bed = await governed();
    const { context } = await startAgent(bed).session("s-1").start();
    expect(context).toContain("select_active_intent");
    expect(context).toContain("INT-001");
  });

  it("that was there before Writ hears them with its next prompt, and only once", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    expect((await claude.prompt("Go on.")).context).toContain("INT-001");
    expect((await claude.prompt("Go on.")).context).toBe("");
  });

  it("works under the intent its branch is named after", async () => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    bed.git("switch", "--quiet", "--create", "INT-001-login");
    const claude = startAgent(bed).session("s-1");
    await claude.start();
    await claude.read("src/auth/a.ts");
    expect((await claude.write("src/auth/a.ts", "two\n")).says).toBe("pass");
  });

  it("is told to stop after three equal refusals, and the person gets the one command", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    for (let n = 0; n < 2; n++) await claude.write("src/billing/x.ts", "x\n");
    const { error } = await claude.write("src/billing/x.ts", "x\n");
    expect(error).toMatchObject({ recoverable: false, suggestion: expect.stringContaining("Stop retrying") });
    expect(error?.suggestion).toContain("writ intent edit INT-001 --add-scope");
  });
});

it.each(["2099-01-01T00:00:00.000Z", "2001-01-01T00:00:00.000Z"])(
  "a clock that was wrong for a while (%s) neither opens nor closes anything",
  async (wrong) => {
    const bed = await governed({ "src/auth/a.ts": "one\n", "src/auth/old/a.ts": "one\n" });
    const skewed = await createWrit(bed.root, { now: () => wrong });
    await skewed.select({ id: "s-1", agent: "claude-code" }, "INT-001", "library");
    const request = { tool: "Bash", input: { command: removal }, callId: "c-1" };
    const session = { id: "s-1", agent: "claude-code" } as const;
    await skewed.before({ name: "tool.before", at: wrong, session, cwd: bed.root, request });
    await skewed.close();
    const claude = startAgent(bed).session("s-1");
    await claude.read("src/auth/a.ts");
    expect((await claude.write("src/auth/a.ts", "two\n")).says).toBe("pass");
    expect((await claude.write("src/billing/a.ts", "x\n")).says).toBe("SCOPE_VIOLATION");
    expect((await claude.before("Bash", { command: removal })).says).toBe("APPROVAL_REQUIRED");
    await claude.end();
    expect(tracesIn(bed.root)).toHaveLength(1);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  },
);

describe("what a session has seen", () => {
  it.each(["cat src/auth/a.ts", "cd src && sed -n '1,20p' auth/a.ts | head -5", "head -n 3 src/auth/a.ts"])(
    "it has seen by %s, too: a write over what somebody else wrote meanwhile is refused",
    async (line) => {
      const bed = await governed({ "src/auth/a.ts": "one\n" });
      const claude = startAgent(bed).session("s-1");
      await claude.select("INT-001");
      expect((await claude.bash(line)).says).toBe("pass");
      await bed.put("src/auth/a.ts", "somebody else's\n");
      expect((await claude.write("src/auth/a.ts", "two\n")).says).toBe("STALE_FILE");
      await claude.bash(line);
      expect((await claude.write("src/auth/a.ts", "two\n")).says).toBe("pass");
    },
  );
});

describe("a question", () => {
  it("is put by an agent whose person is there; that the call ran is the answer", async () => {
    const bed = await governed({ "src/auth/old/a.ts": "one\n" });
    const claude = startAgent({ ...bed, env: { ...bed.env, ...attended } }).session("s-1");
    await claude.select("INT-001");
    const asked = await claude.before("Bash", { command: removal }, { id: "toolu_rm" });
    expect(asked.says).toBe("ask");
    expect((await claude.after("Bash", { command: removal }, { id: "toolu_rm" })).code).toBe(0);
    const kinds = decisionsIn(bed.root).map(({ decision, assurance }) => [decision, assurance]);
    expect(kinds).toEqual([
      ["selected", undefined],
      ["asked", undefined],
      ["approved", "native"],
    ]);
    // An answer is for one call: the next one is asked about again.
    expect((await claude.before("Bash", { command: removal })).says).toBe("ask");
  });

  it("that was answered with no leaves no approval behind", async () => {
    const bed = await governed({ "src/auth/old/a.ts": "one\n" });
    const claude = startAgent({ ...bed, env: { ...bed.env, ...attended } }).session("s-1");
    await claude.select("INT-001");
    await claude.before("Bash", { command: removal });
    await claude.stop();
    expect(decisionsIn(bed.root).map(({ decision }) => decision)).toEqual(["selected", "asked", "unmatched"]);
  });

  it.each([
    ["nobody is there", { CLAUDE_CODE_SESSION_ATTENDED: "0" }],
    ["nobody knows", {}],
  ])("waits as a ticket when %s", async (_, env) => {
    const bed = await governed({ "src/auth/old/a.ts": "one\n" });
    const claude = startAgent({ ...bed, env: { ...bed.env, ...env } }).session("s-1");
    await claude.select("INT-001");
    const { says, error } = await claude.before("Bash", { command: removal });
    expect(says).toBe("APPROVAL_REQUIRED");
    expect(error?.meta).toMatchObject({ ticket: expect.any(String) });
  });

  it("that must be answered more surely than by an agent's prompt waits as a ticket", async () => {
    const config = "assurance:\n  command: ui\n  delete: ui\n";
    const bed = await governed({ "src/auth/old/a.ts": "one\n" }, { config });
    const claude = startAgent({ ...bed, env: { ...bed.env, ...attended } }).session("s-1");
    await claude.select("INT-001");
    expect((await claude.before("Bash", { command: removal })).says).toBe("APPROVAL_REQUIRED");
  });
});

describe("whoever listens", () => {
  const event = (name: string, over: object = {}) =>
    ({ name, at: new Date().toISOString(), session: { id: "s-1", agent: "claude-code" }, cwd: ".", ...over }) as never;

  const open = async (hear: EventLayer["hear"]) => {
    const bed = await governed({ "src/auth/a.ts": "one\n" });
    const events: EventLayer = {
      listens: () => true,
      guarded: () => ["scripts/guard.sh"],
      hear,
      close: async () => {},
    };
    const writ = await createWrit(bed.root, { events });
    const request = { tool: "Write", input: { file_path: "src/auth/b.ts", content: "x\n" }, callId: "c-1" };
    await writ.select({ id: "s-1", agent: "claude-code" }, "INT-001", "library");
    return { bed, writ, write: event("tool.before", { cwd: bed.root, request }), request };
  };

  it("hears of every event, after Writ itself", async () => {
    const heard: string[] = [];
    const { writ, bed, write, request } = await open(async ({ name }) => {
      heard.push(name);
      return null;
    });
    await writ.hear(event("session.start", { cwd: bed.root }));
    await writ.hear(event("prompt.submit", { cwd: bed.root, prompt: "hello" }));
    expect((await writ.before(write)).verdict.kind).toBe("pass");
    await bed.put("src/auth/b.ts", "x\n");
    await writ.hear(event("tool.after", { cwd: bed.root, request, outcome: { status: "ok" } }));
    await writ.hear(event("turn.end", { cwd: bed.root }));
    await writ.hear(event("session.end", { cwd: bed.root }));
    expect(heard).toEqual(["session.start", "prompt.submit", "tool.before", "tool.after", "turn.end", "session.end"]);
    expect(tracesIn(bed.root)).toHaveLength(1);
  });

  it("may object before a tool and to a prompt, and adds what the model should know", async () => {
    const { problem } = await import("@writ/contracts");
    const deny = problem("BLOCKED_BY_POLICY", { message: "Not on Fridays." });
    const { writ, bed, write } = await open(async () => ({ deny, context: "It is Friday." }));
    expect((await writ.before(write)).verdict).toMatchObject({ kind: "deny", problem: { code: "BLOCKED_BY_POLICY" } });
    expect(await writ.hear(event("prompt.submit", { cwd: bed.root }))).toMatchObject({ verdict: { kind: "deny" } });
    const ended = await writ.hear(event("turn.end", { cwd: bed.root }));
    expect(ended).toMatchObject({ verdict: { kind: "pass" }, context: "It is Friday." });
  });

  it("is told what a call changes and how long it took, and what the session changed since it last stopped", async () => {
    const told: Record<string, unknown>[] = [];
    const { writ, bed, write, request } = await open(async ({ name }, about) => {
      const changed = { stop: await about.changed?.("stop"), start: await about.changed?.("start") };
      told.push({ name, paths: about.paths, intent: about.intent, timed: about.durationMs !== undefined, ...changed });
      return { messages: [`heard ${name}`] };
    });
    expect((await writ.before(write)).messages).toEqual(["heard tool.before"]);
    await bed.put("src/auth/b.ts", "x\n");
    await writ.hear(event("tool.after", { cwd: bed.root, request, outcome: { status: "ok" } }));
    expect((await writ.hear(event("turn.end", { cwd: bed.root }))).messages).toEqual(["heard turn.end"]);
    await writ.hear(event("turn.end", { cwd: bed.root }));
    const path = "src/auth/b.ts";
    expect(told).toEqual([
      { name: "tool.before", paths: [path], intent: "INT-001", timed: false, stop: [], start: [] },
      { name: "tool.after", paths: [path], intent: "INT-001", timed: true, stop: [path], start: [path] },
      { name: "turn.end", paths: undefined, intent: "INT-001", timed: false, stop: [path], start: [path] },
      { name: "turn.end", paths: undefined, intent: "INT-001", timed: false, stop: [], start: [path] },
    ]);
  });

  it("is heard before an agent asks its person, who could not take its objection back", async () => {
    const { problem } = await import("@writ/contracts");
    const deny = problem("BLOCKED_BY_POLICY", { message: "Not on Fridays." });
    const { writ, bed } = await open(async () => ({ deny }));
    const request = { tool: "Bash", input: { command: removal }, callId: "c-2" };
    const decided = await writ.before(event("tool.before", { cwd: bed.root, request }), { asks: true });
    expect(decided.verdict).toMatchObject({ kind: "deny", problem: { code: "BLOCKED_BY_POLICY" } });
    expect(await writ.tickets.list()).toEqual([]);
  });

  it("guards the files of its handlers, whatever an intent owns", async () => {
    const { writ, bed } = await open(async () => null);
    await writ.intents.update("INT-001", { ownedScope: ["**"] });
    const request = { tool: "Write", input: { file_path: "scripts/guard.sh", content: "exit 0\n" }, callId: "c-3" };
    const { verdict } = await writ.before(event("tool.before", { cwd: bed.root, request }));
    expect(verdict).toMatchObject({ kind: "deny", problem: { code: "PROTECTED_PATH" } });
  });

  it("that is still busy with one stop hears of its changes at the next", async () => {
    const told: unknown[] = [];
    const { writ, bed, write, request } = await open(async ({ name }, about) => {
      if (name !== "turn.end") return null;
      told.push(await about.changed?.("stop"));
      return told.length === 1 ? { unheard: true } : {};
    });
    await writ.before(write);
    await bed.put("src/auth/b.ts", "x\n");
    await writ.hear(event("tool.after", { cwd: bed.root, request, outcome: { status: "ok" } }));
    for (let stop = 1; stop <= 3; stop++) await writ.hear(event("turn.end", { cwd: bed.root }));
    expect(told).toEqual([["src/auth/b.ts"], ["src/auth/b.ts"], []]);
  });

  it("and breaks keeps a call and a prompt from going on, and nothing else", async () => {
    const { writ, bed, write } = await open(() => Promise.reject(new Error("broken")));
    const { verdict } = await writ.before(write);
    expect(verdict).toMatchObject({ kind: "deny", problem: { code: "HOOK_INTERNAL_ERROR" } });
    expect(await writ.hear(event("prompt.submit", { cwd: bed.root }))).toMatchObject({ verdict: { kind: "deny" } });
    expect(await writ.hear(event("turn.end", { cwd: bed.root }))).toEqual({ verdict: { kind: "pass" } });
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });
});

it("a subagent works under the intent of the session that started it, however deep", async () => {
  const bed = await governed({ "src/auth/a.ts": "one\n" });
  const writ = await createWrit(bed.root);
  await writ.select({ id: "parent", agent: "opencode" }, "INT-001", "library");
  const request = { tool: "write", input: { filePath: "src/auth/b.ts", content: "x\n" }, callId: "c-1" };
  const at = new Date().toISOString();
  const child = { id: "child", agent: "opencode", parent: "parent" } as const;
  const grandchild = { id: "grandchild", agent: "opencode", parent: "child" } as const;
  const stranger = { id: "stranger", agent: "codex", parent: "parent" } as const;
  const foreign = await writ.before({ name: "tool.before", at, session: stranger, cwd: bed.root, request });
  expect(foreign.verdict).toMatchObject({ kind: "deny", problem: { code: "NO_ACTIVE_INTENT" } });
  for (const session of [child, grandchild]) {
    await writ.hear({ name: "session.start", at, session, cwd: bed.root });
    const decided = await writ.before({ name: "tool.before", at, session, cwd: bed.root, request });
    expect(decided.verdict.kind).toBe("pass");
  }
});
