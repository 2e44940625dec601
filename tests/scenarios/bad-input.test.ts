import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "writ";
import { type Bed, json, ok } from "./cli-bed.ts";
import { decisionsIn, governed, hear, startAgent, tracesIn } from "./harness.ts";

/** A payload as the agent would send it, with something wrong about it. */
const payload = (bed: Bed, over: object = {}) => ({
  session_id: "s-1",
  cwd: bed.root,
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  tool_input: { file_path: join(bed.root, "src/auth/a.ts"), content: "a\n" },
  tool_use_id: "toolu_1",
  ...over,
});

const everything = `active_intents:
  - {id: INT-001, name: Everything, status: IN_PROGRESS, owned_scope: ["**"]}
`;

describe("a payload that cannot be understood is refused, whatever the intent allows", () => {
  const whole = (bed: Bed) => JSON.stringify(payload(bed));
  const withInput = (tool_input: unknown) => (bed: Bed) => JSON.stringify(payload(bed, { tool_input }));
  const without = (key: string) => (bed: Bed) => JSON.stringify({ ...payload(bed), [key]: undefined });
  const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

  it.each<[string, (bed: Bed) => string | Uint8Array, code?: string]>([
    ["nothing", () => ""],
    ["half of it", (bed) => whole(bed).slice(0, -20)],
    ["two of them", (bed) => whole(bed) + whole(bed)],
    ["a list", (bed) => `[${whole(bed)}]`],
    ["null", () => "null"],
    ["text", () => '"PreToolUse"'],
    ["tool_input as text", withInput("rm -rf /")],
    ["tool_input as a list", withInput([{ file_path: "src/auth/a.ts" }])],
    ["tool_input null", withInput(null)],
    ["no tool_input", without("tool_input")],
    ["no tool_name", without("tool_name")],
    ["no session_id", without("session_id")],
    ["no path", withInput({ content: "a\n" })],
    ["a path that is a number", withInput({ file_path: 7, content: "a\n" })],
    ["a path with a NUL in it", withInput({ file_path: "src/auth/a\0.ts", content: "a\n" })],
    ["the path only in __proto__", (bed) => whole(bed).replace('"file_path"', '"__proto__":{"file_path":"x"},"x"')],
    ["bytes that are no text", (bed) => Buffer.from(whole(bed).replace("src/auth", "src/auth\u00ff"), "latin1")],
    ["nesting without end", (bed) => whole(bed).replace('"a\\n"', nested), "PAYLOAD_INVALID"],
    ["40 MB", (bed) => JSON.stringify(payload(bed, { padding: "x".repeat(40 * 1024 * 1024) }))],
  ])("%s", async (_, text, code = "PAYLOAD_INVALID") => {
    const bed = await governed({}, { intents: everything });
    const agent = startAgent(bed);
    await agent.session("s-1").select("INT-001");
    const { says, error } = hear("PreToolUse", await agent.hook("PreToolUse", text(bed)));
    expect(says).toBe(code);
    expect(error).toMatchObject({
      type: "tool_error",
      message: expect.stringMatching(/./),
      suggestion: expect.stringMatching(/./),
    });
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it.each([
    ["no event", undefined],
    ["an event nobody knows", "PreToolUsed"],
  ])("with %s it is taken for what the hook was installed for", async (_, hook_event_name) => {
    const bed = await governed();
    const agent = startAgent(bed);
    await agent.session("s-1").select("INT-002");
    const text = JSON.stringify(payload(bed, { hook_event_name }));
    expect(hear("PreToolUse", await agent.hook("PreToolUse", text)).says).toBe("SCOPE_VIOLATION");
  });

  it.each(["pipe", "file"] as const)("is understood and refused alike when stdin is a %s", async (through) => {
    const bed = await governed();
    const agent = startAgent(bed);
    const claude = agent.session("s-1");
    await claude.select("INT-001");
    const send = async (text: string) => hear("PreToolUse", await agent.hook("PreToolUse", text, { through })).says;
    expect(await send(whole(bed))).toBe("pass");
    // More than a pipe holds at once.
    const content = "x".repeat(1024 * 1024);
    expect(await send(whole(bed).replace('"a\\n"', JSON.stringify(content)))).toBe("pass");
    expect(await send(whole(bed).replace("src/auth", "src/billing"))).toBe("SCOPE_VIOLATION");
    expect(await send(whole(bed).slice(0, -20))).toBe("PAYLOAD_INVALID");
    expect(await send("")).toBe("PAYLOAD_INVALID");
    expect(await send(JSON.stringify(payload(bed, { padding: "x".repeat(40 * 1024 * 1024) })))).toBe("PAYLOAD_INVALID");
  });

  it("is understood with a byte order mark, and with keys nobody asked for", async () => {
    const bed = await governed();
    const agent = startAgent(bed);
    await agent.session("s-1").select("INT-001");
    const text = JSON.stringify(payload(bed)).replace("{", '{"__proto__":{"tool_name":"Read"},"constructor":1,');
    expect(hear("PreToolUse", await agent.hook("PreToolUse", `\ufeff${text}\n`)).says).toBe("pass");
  });
});

describe("an agent that misbehaves", () => {
  it.each([undefined, "pipe"] as const)(
    "is refused when it never ends its payload, before it loses patience (stdin: %s)",
    async (through) => {
      const bed = await governed();
      const agent = startAgent(bed);
      await agent.session("s-1").select("INT-001");
      const start = { keepOpen: true, ...(through === undefined ? {} : { through }) };
      const ended = await agent.hook("PreToolUse", JSON.stringify(payload(bed)), start);
      expect(hear("PreToolUse", ended).says).toMatch(/^(HOOK_TIMEOUT|refused)$/);
      expect(ended.err).toContain("writ doctor");
    },
    60_000,
  );

  it("hears nothing about events nobody handles", async () => {
    const bed = await governed();
    const agent = startAgent(bed);
    const text = JSON.stringify({ session_id: "s-1", cwd: bed.root, hook_event_name: "Notification", message: "hi" });
    expect(await agent.hook("Notification", text)).toMatchObject({ code: 0, out: "", err: "" });
  });

  it.each(["nobody", "", "__proto__", "constructor"])("is refused as %j, which is no agent", async (name) => {
    const bed = await governed();
    const ended = await startAgent(bed).hook("PreToolUse", JSON.stringify(payload(bed)), { agent: name });
    expect(hear("PreToolUse", ended)).toMatchObject({ says: "PAYLOAD_INVALID", code: 2 });
    expect(ended.err).toContain("claude-code");
  });

  it("is refused from a folder that is gone", async () => {
    const bed = await governed();
    const text = JSON.stringify(payload(bed, { cwd: join(bed.root, "gone") }));
    const heard = hear("PreToolUse", await startAgent(bed).hook("PreToolUse", text));
    expect(heard.error).not.toBeNull();
  });
});

describe("events that come twice, alone, or late", () => {
  it("the same call twice is recorded once", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const input = { file_path: join(bed.root, "src/auth/a.ts"), content: "a\n" };
    for (const _ of [1, 2]) expect((await claude.before("Write", input, { id: "t" })).says).toBe("pass");
    await bed.put("src/auth/a.ts", "a\n");
    for (const _ of [1, 2]) await claude.after("Write", input, { id: "t" });
    await claude.stop();
    expect(tracesIn(bed.root).map(({ metadata }) => metadata.call_id)).toEqual(["t"]);
    expect(decisionsIn(bed.root).filter(({ decision }) => decision === "unmatched")).toEqual([]);
  });

  it("an end without a beginning is on record, for the person too", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await bed.put("src/auth/a.ts", "a\n");
    await claude.after("Write", { file_path: join(bed.root, "src/auth/a.ts"), content: "a\n" }, { id: "lost" });
    expect(tracesIn(bed.root)).toEqual([]);
    expect(decisionsIn(bed.root)).toContainEqual(
      expect.objectContaining({ decision: "unmatched", session: "s-1", tool: "Write", intent: "INT-001" }),
    );
    expect(await ok(bed.writ(["log"]))).toContain("unmatched");
  });

  it("a beginning without an end is on record when the turn ends", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const input = { file_path: join(bed.root, "src/auth/a.ts"), content: "a\n" };
    await claude.before("Write", input, { id: "cut" });
    await claude.stop();
    const lost = decisionsIn(bed.root).filter(({ decision }) => decision === "unmatched");
    expect(lost).toMatchObject([{ session: "s-1", tool: "Write", paths: ["src/auth/a.ts"], reason: "no-post-event" }]);
    await claude.stop();
    expect(decisionsIn(bed.root).filter(({ decision }) => decision === "unmatched")).toHaveLength(1);
  });

  it("a clock that goes backwards breaks no chain, loses no call, and makes no answer valid again", async () => {
    const bed = await governed();
    let at = Date.parse("2026-11-15T12:00:00.000Z");
    const now = () => new Date(at).toISOString();
    const writ = await createWrit(bed.root, { now });
    onTestFinished(() => writ.close());
    const session = { id: "s-1", agent: "claude-code" } as const;
    await writ.select(session, "INT-001", "library");
    for (const [index, hours] of [0, -5, -1, -48].entries()) {
      at += hours * 3_600_000;
      const path = `src/auth/${index}.ts`;
      const request = { tool: "Write", input: { file_path: path, content: "x\n" }, callId: `c-${index}` };
      const event = { at: now(), session, cwd: bed.root, request };
      expect((await writ.before({ ...event, name: "tool.before" })).verdict.kind).toBe("pass");
      at -= 60_000;
      mkdirSync(join(bed.root, "src/auth"), { recursive: true });
      writeFileSync(join(bed.root, path), "x\n");
      const { trace, unmatched } = await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
      expect(unmatched).toBe(false);
      expect(trace?.metadata.raced).toBeUndefined();
    }
    const stamps = tracesIn(bed.root).map(({ timestamp }) => timestamp);
    expect(stamps).toHaveLength(4);
    expect(stamps).not.toEqual([...stamps].sort());
    expect((await writ.traces.last(1))[0]?.record.files[0]?.relative_path).toBe("src/auth/3.ts");
    await writ.endTurn({ name: "turn.end", at: now(), session, cwd: bed.root });
    expect(decisionsIn(bed.root).filter(({ decision }) => decision === "unmatched")).toEqual([]);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true, records: 5 });
  });

  it("eight calls of one session at the same time are traced once each, in one whole chain", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const paths = Array.from({ length: 8 }, (_, at) => `src/auth/${at}.ts`);
    const heard = await Promise.all(paths.map((path) => claude.write(path, `${path}\n`)));
    expect(heard.map(({ says }) => says)).toEqual(paths.map(() => "pass"));
    const records = tracesIn(bed.root);
    expect(records.map(({ files }) => files[0]?.relative_path).sort()).toEqual(paths);
    expect(records.map(({ metadata }) => metadata.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(records.every(({ metadata }) => metadata.raced === undefined)).toBe(true);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
    const map = await bed.read(".orchestration/intent_map.md");
    for (const path of paths) expect(map).toContain(path);
    // Whatever was read and written meanwhile, the session knows its own files.
    for (const path of paths) expect((await claude.edit(path, "src", "SRC")).says).toBe("pass");
  });
});
