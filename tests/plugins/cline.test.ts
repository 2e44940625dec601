import { expect, it } from "vitest";
import { aPlugged, broken } from "./bed.ts";

const messages = [
  { role: "user", content: [{ type: "text", text: '<user_input mode="act">Do it.</user_input>' }] },
  { role: "assistant", content: [], modelInfo: { id: "m", provider: "scripted" } },
];
const main = { agentId: "agent_1", conversationId: "conv_1", messages };
const helper = { ...main, agentId: "agent_2", parentAgentId: "agent_1" };

async function started(shim?: string | null) {
  const bed = await aPlugged("cline", shim);
  const { default: plugin } = bed.module;
  const tools = new Map<string, { execute(input: object, context?: object): Promise<string> }>();
  plugin.setup(
    { registerTool: (tool: { name: string; execute(): Promise<string> }) => tools.set(tool.name, tool) },
    { session: { sessionId: "1794_x" } },
  );
  const about = (toolName: string, input: unknown, snapshot: object = main) => ({
    snapshot,
    toolCall: { toolCallId: "c1", toolName },
    input,
  });
  return {
    ...bed,
    plugin,
    tools,
    run: (snapshot: object = main) => plugin.hooks.beforeRun({ snapshot }),
    call: (tool: string, input: unknown, snapshot?: object) => plugin.hooks.beforeTool(about(tool, input, snapshot)),
    end: (tool: string, result: object) => plugin.hooks.afterTool({ ...about(tool, {}), result, durationMs: 7 }),
  };
}

it("is what Cline takes for a plugin", async () => {
  const { plugin, tools } = await started();
  expect(plugin).toMatchObject({ name: "writ", manifest: { capabilities: ["hooks", "tools"] } });
  expect([...tools.keys()]).toContain("select_active_intent");
});

it("tells the model where it stands when a conversation begins, and the prompt every time", async () => {
  const { answer, run, told } = await started();
  answer("session.start", { context: "# Intents" });
  expect(await run()).toEqual({ appendContext: "# Intents" });
  expect(await run()).toBeUndefined();
  expect(told()).toMatchObject([
    { event: "session.start", session: "1794_x", model: "scripted/m" },
    { event: "prompt.submit", prompt: "Do it." },
    { event: "prompt.submit" },
  ]);
});

it("ends a run whose prompt is refused", async () => {
  const { answer, run } = await started();
  answer("prompt.submit", { deny: "Not now." });
  expect(await run()).toEqual({ stop: true, reason: "Not now." });
});

it("skips a refused call, and calls its end blocked", async () => {
  const { answer, call, end, told } = await started();
  answer("tool.before", { deny: "Take up an intent first." });
  expect(await call("editor", { path: "a.ts" })).toEqual({ skip: true, reason: "Take up an intent first." });
  await end("editor", { output: { error: "Take up an intent first." }, isError: true });
  expect(told()[1]).toMatchObject({ event: "tool.failed", outcome: { status: "blocked" }, duration_ms: 7 });
});

it.each([
  ["a file that was written", { output: { success: true } }, "tool.after", "ok"],
  ["an edit that found nothing", { output: { success: false } }, "tool.failed", "failed"],
  ["a command among others", { output: [{ success: true }, { success: false }] }, "tool.failed", "failed"],
  ["a tool that threw", { output: { error: "boom" }, isError: true }, "tool.failed", "failed"],
])("tells how it ended: %s", async (_, result, event, status) => {
  const { call, end, told } = await started();
  await call("run_commands", { commands: ["ls"] });
  await end("run_commands", result);
  expect(told()[1]).toMatchObject({ event, outcome: { status }, call: { id: "c1", tool: "run_commands" } });
});

it("tells what the tool answered", async () => {
  const { call, end, told } = await started();
  await call("run_commands", { commands: ["ls", "cat x"] });
  await end("run_commands", {
    output: [
      { query: "ls", result: "a.ts", success: true },
      { query: "cat x", result: "", error: "no such file", success: false },
    ],
  });
  expect(told()[1]?.outcome).toEqual({ status: "failed", output: "a.ts\nno such file" });
});

it.each([
  ["declines", { output: { error: "rejected" }, isError: true }, "blocked"],
  ["agrees", { output: [{ success: true }] }, "ok"],
  ["agrees, and the command fails", { output: [{ success: false }] }, "failed"],
])("has Cline ask its person, who %s", async (_, result, status) => {
  const { answer, call, end, told } = await started();
  answer("tool.before", { ask: "It deletes src." });
  expect(await call("run_commands", { commands: ["rm -rf src"] })).toEqual({ policy: { autoApprove: false } });
  await end("run_commands", result);
  expect(told()[1]?.outcome).toMatchObject({ status });
});

it("tells the model what it was to be told beside a question once the call has ended", async () => {
  const { answer, call, end } = await started();
  answer("tool.before", { ask: "It deletes src.", context: "Tell your person: one" });
  expect(await call("run_commands", {})).toEqual({ policy: { autoApprove: false } });
  expect(await end("run_commands", { output: [{ success: true }] })).toEqual({
    appendContext: "Tell your person: one",
  });
  expect(await end("run_commands", { output: [{ success: true }] })).toBeUndefined();
});

it("says whose process the agent is, and whether it has a terminal", async () => {
  const { call, told } = await started();
  await call("editor", { path: "a.ts" });
  expect(told()[0]).toMatchObject({ process: process.pid, cwd: process.cwd() });
  if (process.platform === "linux") expect(typeof told()[0]?.attended).toBe("boolean");
});

it("names the conversation a helper works for", async () => {
  const { call, run, told } = await started();
  await run(helper);
  await call("editor", { path: "a.ts" }, helper);
  expect(told()).toMatchObject([
    { event: "session.start", session: "agent_2", parent: "1794_x" },
    { event: "tool.before", session: "agent_2", parent: "1794_x" },
  ]);
});

it("gives Writ's own tools the answer Writ gave, and other tools' results a word more", async () => {
  const { answer, call, tools } = await started();
  answer("tool.before", { context: "<intent_context/>" });
  expect(await call("select_active_intent", { intent_id: "INT-001" })).toBeUndefined();
  const tool = tools.get("select_active_intent");
  expect(await tool?.execute({}, { toolCallId: "c1" })).toBe("<intent_context/>");
  expect(await tool?.execute({})).toBe("Writ had no answer to this.");
  expect(await call("run_commands", {})).toEqual({ appendContext: "<intent_context/>" });
});

it.each(Object.entries(broken))("refuses a change, lets reading go on, and is in time: %s", async (_, shim) => {
  const { call, run, end, plugin } = await started(shim);
  const inTime = async <T>(hook: Promise<T>): Promise<T> => {
    const since = performance.now();
    const result = await hook;
    expect(performance.now() - since).toBeLessThan(2_950);
    return result;
  };
  expect(await inTime(run())).toBeUndefined();
  expect(await inTime(call("editor", { path: "a.ts" }))).toMatchObject({ skip: true });
  expect(await inTime(call("read_files", { files: [] }))).toBeUndefined();
  expect(await inTime(end("read_files", { output: {} }))).toBeUndefined();
  expect(await inTime(plugin.hooks.afterRun({ snapshot: main }))).toBeUndefined();
});
