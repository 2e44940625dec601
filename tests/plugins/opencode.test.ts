import { describe, expect, it } from "vitest";
import { aPlugged, broken, framing, type PluginAgent } from "./bed.ts";

/** What OpenCode calls of a plugin. */
interface Hooks {
  event(told: { event: object }): Promise<void>;
  "chat.message"(input: object, output: { message: object; parts: object[] }): Promise<void>;
  "tool.execute.before"(input: object, output: { args: unknown }): Promise<void>;
  "tool.execute.after"(input: object, output: Record<string, unknown>): Promise<void>;
  dispose(): Promise<void>;
}

const session = "ses_1";
const model = { providerID: "scripted", modelID: "m" };

async function started(agent: PluginAgent = "opencode", shim?: string | null, client: object = {}) {
  const bed = await aPlugged(agent, shim);
  const hooks: Hooks = await bed.module.Writ({ directory: bed.root, worktree: bed.root, client });
  const created = (info: object) => hooks.event({ event: { type: "session.created", properties: { info } } });
  await created({ id: session, directory: bed.root });
  const call = (tool: string, args: unknown, callID = "c1", sessionID = session) =>
    hooks["tool.execute.before"]({ tool, sessionID, callID }, { args });
  const end = async (output: Record<string, unknown>, callID = "c1") => {
    await hooks["tool.execute.after"]({ tool: "x", sessionID: session, callID, args: {} }, output);
    return output;
  };
  const prompt = async (text: string, sessionID = session) => {
    const parts: Record<string, unknown>[] = [{ id: "prt_1", type: "text", text, messageID: "msg_1", sessionID }];
    await hooks["chat.message"]({ sessionID, model }, { message: { id: "msg_1" }, parts });
    return parts;
  };
  return { ...bed, hooks, created, call, end, prompt };
}

describe.each(["opencode", "kilo"] as const)("the plugin of %s", (agent) => {
  it("asks before a tool and tells how it ended", async () => {
    const { root, call, end, told } = await started(agent);
    await call("write", { filePath: "a.ts", content: "x" });
    await end({ title: "a.ts", output: "Wrote file.", metadata: {} });
    await call("bash", { command: "exit 3" }, "c2");
    await end({ title: "exit 3", output: "", metadata: { exit: 3 } }, "c2");
    const written = { id: "c1", tool: "write", input: { filePath: "a.ts", content: "x" } };
    expect(told()).toMatchObject([
      { v: 1, event: "tool.before", session, cwd: root, call: written },
      { event: "tool.after", call: written, outcome: { status: "ok" } },
      { event: "tool.before", call: { id: "c2", tool: "bash" } },
      { event: "tool.failed", call: { id: "c2" }, outcome: { status: "failed" } },
    ]);
  });

  it("tells what the tool answered, or its error", async () => {
    const { call, end, hooks, told } = await started(agent);
    await call("bash", { command: "ls" });
    await end({ output: `${"x".repeat(3_000)}`, metadata: { exit: 0 } });
    await call("srv_tool", {}, "c2");
    await end({ content: [{ type: "text", text: "bound" }, { type: "image" }] }, "c2");
    await call("edit", {}, "c3");
    const part = { type: "tool", callID: "c3", state: { status: "error", error: "no such text" } };
    await hooks.event({ event: { type: "message.part.updated", properties: { sessionID: session, part } } });
    expect(told().flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]))).toEqual([
      { status: "ok", output: "x".repeat(2_000) },
      { status: "ok", output: "bound" },
      { status: "failed", output: "no such text" },
    ]);
  });

  it("shows its person what Writ has to tell them, and goes on", async () => {
    const toasts: object[] = [];
    const showToast = async ({ body }: { body: object }) => {
      toasts.push(body);
      throw new Error("no screen");
    };
    const { answer, call, end, hooks, prompt } = await started(agent, undefined, { tui: { showToast } });
    for (const event of ["session.start", "prompt.submit", "tool.before", "tool.after", "turn.end"])
      answer(event, { messages: [event] });
    expect(await prompt("Do it.")).toHaveLength(1);
    await call("bash", { command: "ls" });
    expect(await end({ output: "ok", metadata: { exit: 0 } })).toMatchObject({ output: "ok" });
    await hooks.event({ event: { type: "session.idle", properties: { sessionID: session } } });
    expect(toasts).toEqual(
      ["session.start", "prompt.submit", "tool.before", "tool.after", "turn.end"].map((message) => ({
        title: "Writ",
        message,
        variant: "info",
      })),
    );
    answer("tool.before", { deny: "Not now.", messages: ["two"] });
    await expect(call("bash", { command: "ls" })).rejects.toThrow("Not now.");
    expect(toasts.at(-1)).toMatchObject({ message: "two" });
  });

  it("throws the reason of a refusal, which the model then reads", async () => {
    const { answer, call, end, told } = await started(agent);
    answer("tool.before", { deny: "Take up an intent first." });
    await expect(call("write", { filePath: "a.ts" })).rejects.toThrow("Take up an intent first.");
    await end({ output: "" });
    expect(told().map(({ event }) => event)).toEqual(["tool.before"]);
  });
});

describe("the plugin of opencode", () => {
  it("tells the model where it stands with the first prompt, and again once that may be forgotten", async () => {
    const { answer, hooks, prompt, told } = await started();
    answer("session.start", { context: "# Intents" });
    const first = await prompt("Do it.");
    expect(first[1]).toEqual({
      id: "prt_1w",
      sessionID: session,
      messageID: "msg_1",
      type: "text",
      text: "# Intents",
      synthetic: true,
    });
    expect(await prompt("And that.")).toHaveLength(1);
    await hooks.event({ event: { type: "session.compacted", properties: { sessionID: session } } });
    expect(await prompt("Go on.")).toHaveLength(2);
    expect(told().filter(({ event }) => event === "prompt.submit")).toMatchObject([
      { prompt: "Do it.", model: "scripted/m" },
      { prompt: "And that." },
      { prompt: "Go on." },
    ]);
  });

  it("lets no refused prompt through", async () => {
    const { answer, prompt } = await started();
    answer("prompt.submit", { deny: "Not now." });
    await expect(prompt("Do it.")).rejects.toThrow("Not now.");
  });

  it("names the session a helper works for, and takes its task for no prompt of a person", async () => {
    const { call, created, prompt, told, root } = await started();
    await created({ id: "ses_2", parentID: session, directory: root });
    await prompt("sub work", "ses_2");
    await call("write", { filePath: "a.ts" }, "c1", "ses_2");
    expect(told()).toMatchObject([
      { event: "session.start", session: "ses_2", parent: session },
      { event: "tool.before", session: "ses_2", parent: session },
    ]);
  });

  it("asks the agent about a session of an earlier start, but not for ever", async () => {
    const get = async () => ({ data: { id: "ses_9", parentID: "ses_8" } });
    const { call, told } = await started("opencode", undefined, { session: { get } });
    await Promise.all([call("read", {}, "c1", "ses_9"), call("read", {}, "c2", "ses_9")]);
    expect(told().map(({ parent }) => parent)).toEqual(["ses_8", "ses_8"]);
    const silent = await started("opencode", undefined, { session: { get: () => new Promise(() => {}) } });
    await silent.call("read", {}, "c1", "ses_9");
    expect(silent.told()).toHaveLength(1);
  });

  it("tells of a tool that failed, which has no other end", async () => {
    const { call, hooks, told } = await started();
    const failed = { type: "tool", callID: "c1", state: { status: "error" } };
    const event = { type: "message.part.updated", properties: { sessionID: session, part: failed } };
    await hooks.event({ event });
    await call("edit", { filePath: "a.ts" });
    await hooks.event({ event });
    await hooks.event({ event });
    expect(told().map(({ event: name }) => name)).toEqual(["tool.before", "tool.failed"]);
  });

  it("puts what Writ answers behind the result, once", async () => {
    const { answer, call, end } = await started();
    answer("tool.before", { context: "<intent_context/>" });
    await call("bash", { command: "writ intent select INT-001" });
    expect(await end({ output: "ok", metadata: { exit: 0 } })).toMatchObject({ output: "ok\n\n<intent_context/>" });
    await call("bash", { command: "writ intent select INT-001" });
    expect(await end({ output: "<intent_context/>\n" })).toMatchObject({ output: "<intent_context/>\n" });
    await call("writ_select_active_intent", { intent_id: "INT-001" });
    expect(await end({ content: [{ type: "text", text: "bound" }] })).toMatchObject({
      content: [{ text: "bound" }, { type: "text", text: "<intent_context/>" }],
    });
  });

  it("tells the end of a turn, and of every session it started when the agent ends", async () => {
    const { hooks, prompt, told } = await started();
    await prompt("Do it.");
    await hooks.event({ event: { type: "session.idle", properties: { sessionID: session } } });
    await hooks.dispose();
    expect(told().map(({ event }) => event)).toEqual(["session.start", "prompt.submit", "turn.end", "session.end"]);
  });

  it.each([undefined, null, {}, { type: "x" }, { type: "session.idle", properties: {} }])(
    "takes the event %j without a word",
    async (event) => {
      const { hooks } = await started();
      await expect(hooks.event({ event: event ?? { type: "x" } })).resolves.toBeUndefined();
    },
  );
});

describe("a shim that is broken", () => {
  const quick = Object.entries(broken).filter(([, text]) => text?.includes("sleep") !== true);
  it.each(quick)("refuses a change and lets reading go on: %s", async (_, shim) => {
    const { call, prompt, hooks } = await started("opencode", shim);
    await expect(call("write", { filePath: "a.ts" })).rejects.toThrow(/^Writ could not check this call .*writ doctor$/);
    await expect(call("unheard_of", {})).rejects.toThrow("Writ could not check");
    await expect(call("read", { filePath: "a.ts" })).resolves.toBeUndefined();
    expect(await prompt("Do it.")).toHaveLength(1);
    await hooks.dispose();
  });

  it("works again once it is mended", async () => {
    const { call, use } = await started("opencode", null);
    await expect(call("write", {})).rejects.toThrow("there is no .orchestration");
    use(`${framing}echo '{}' | frame 0\n`);
    await expect(call("write", {})).resolves.toBeUndefined();
  });

  it("is no way around Writ for a call that cannot be written down", async () => {
    const { call } = await started();
    const round: Record<string, unknown> = {};
    round.self = round;
    await expect(call("write", round)).rejects.toThrow("cannot be put into words");
    await expect(call("write", { size: 1n })).rejects.toThrow("cannot be put into words");
  });

  it("may leave something running that holds its output open", async () => {
    const { call } = await started("opencode", `${framing}sleep 5 & echo '{}' | frame 0\n`);
    const since = performance.now();
    await call("write", {});
    expect(performance.now() - since).toBeLessThan(3_000);
  });

  it("may answer without reading a long payload", async () => {
    const { call } = await started("opencode", `${framing}echo '{}' | frame 0\n`);
    await expect(call("write", { content: "x".repeat(8_000_000) })).resolves.toBeUndefined();
  });

  it("gets a long payload whole", async () => {
    const { call, told } = await started();
    await call("write", { content: "é".repeat(2_000_000) });
    expect(told()[0]?.call).toMatchObject({ input: { content: "é".repeat(2_000_000) } });
  });
});
