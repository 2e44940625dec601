import { expect, it } from "vitest";
import { aPlugged, broken } from "./bed.ts";

type Handler = (event: object, context: object) => unknown;

async function started({ shim, agrees }: { shim?: string | null; agrees?: boolean } = {}) {
  const bed = await aPlugged("pi", shim);
  const handlers = new Map<string, Handler>();
  const tools = new Map<string, { execute(id: string): Promise<{ content: { text: string }[] }> }>();
  bed.module.default({
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    registerTool: (tool: { name: string; execute(id: string): Promise<{ content: { text: string }[] }> }) =>
      tools.set(tool.name, tool),
  });
  const shown: string[] = [];
  const context = {
    cwd: bed.root,
    hasUI: agrees !== undefined,
    model: { id: "m", provider: "scripted" },
    sessionManager: { getSessionId: () => "s-1" },
    ui: {
      confirm: async (_: string, message: string) => shown.push(message) > 0 && agrees === true,
      notify: (message: string) => shown.push(message),
    },
  };
  const on = async (event: string, fields: object = {}) => handlers.get(event)?.(fields, context);
  const call = (toolName: string, input: object = {}) => on("tool_call", { toolName, toolCallId: "c1", input });
  const end = (text: string, isError = false) =>
    on("tool_result", { toolName: "bash", toolCallId: "c1", input: {}, content: [{ type: "text", text }], isError });
  return { ...bed, on, call, end, tools, shown };
}

it("tells the model where it stands with the first prompt, and again after a summary", async () => {
  const { answer, on, told } = await started();
  answer("session.start", { context: "# Intents" });
  await on("session_start");
  expect(await on("input", { text: "Do it.", source: "interactive" })).toEqual({ action: "continue" });
  const message = { customType: "writ", content: "# Intents", display: false };
  expect(await on("before_agent_start")).toEqual({ message });
  expect(await on("before_agent_start")).toBeUndefined();
  await on("session_compact");
  expect(await on("before_agent_start")).toEqual({ message });
  expect(told()[1]).toMatchObject({ event: "prompt.submit", prompt: "Do it.", session: "s-1", model: "scripted/m" });
});

it("takes no word of another extension for a prompt, and lets no refused one through", async () => {
  const { answer, on, shown, told } = await started();
  await on("input", { text: "x", source: "extension" });
  expect(told()).toEqual([]);
  answer("prompt.submit", { deny: "Not now." });
  expect(await on("input", { text: "Do it.", source: "interactive" })).toEqual({ action: "handled" });
  expect(shown).toEqual(["Not now."]);
});

it("blocks a refused call and tells how the others end", async () => {
  const { answer, call, end, told } = await started();
  expect(await call("write", { path: "a.ts" })).toBeUndefined();
  expect(await end("done")).toBeUndefined();
  await end("boom", true);
  answer("tool.before", { deny: "Take up an intent first." });
  expect(await call("write")).toEqual({ block: true, reason: "Take up an intent first." });
  expect(told()).toMatchObject([
    { event: "tool.before", attended: false, call: { id: "c1", tool: "write", input: { path: "a.ts" } } },
    { event: "tool.after", outcome: { status: "ok" } },
    { event: "tool.failed", outcome: { status: "failed" } },
    { event: "tool.before" },
  ]);
});

it.each([
  [true, undefined, ["tool.before"]],
  [false, { block: true, reason: "The person did not agree. It deletes src." }, ["tool.before", "tool.failed"]],
])("asks the person; they agree: %s", async (agrees, expected, events) => {
  const { answer, call, shown, told } = await started({ agrees });
  answer("tool.before", { ask: "It deletes src." });
  expect(await call("bash", { command: "rm -rf src" })).toEqual(expected);
  expect(shown).toEqual(["It deletes src."]);
  expect(told().map(({ event }) => event)).toEqual(events);
  expect(told()[0]?.attended).toBe(true);
  if (!agrees) expect(told()[1]?.outcome).toEqual({ status: "blocked" });
});

it("shows its person what Writ has to tell them, and tells what the tool answered", async () => {
  const { answer, on, call, end, shown, told } = await started({ agrees: true });
  const events = ["session.start", "prompt.submit", "tool.before", "tool.after", "turn.end"];
  for (const event of events) answer(event, { messages: [event] });
  await on("session_start");
  expect(await on("input", { text: "Do it.", source: "interactive" })).toEqual({ action: "continue" });
  expect(await on("before_agent_start")).toBeUndefined();
  expect(await call("bash")).toBeUndefined();
  expect(await end("a.ts")).toBeUndefined();
  expect(await on("agent_end")).toBeUndefined();
  expect(shown).toEqual(events);
  expect(told()[3]?.outcome).toEqual({ status: "ok", output: "a.ts" });
  answer("tool.before", { deny: "Not now.", messages: ["two"] });
  expect(await call("bash")).toEqual({ block: true, reason: "Not now." });
  expect(shown.at(-1)).toBe("two");
});

it("blocks what nobody can be asked about", async () => {
  const { answer, call } = await started();
  answer("tool.before", { ask: "It deletes src." });
  expect(await call("bash")).toMatchObject({ block: true });
});

it("brings Writ's own tools, and gives them the answer Writ gave", async () => {
  const { answer, call, end, tools } = await started();
  expect([...tools.keys()].sort()).toEqual([
    "list_active_intents",
    "record_lesson",
    "request_scope_expansion",
    "select_active_intent",
  ]);
  answer("tool.before", { context: "<intent_context/>" });
  await call("select_active_intent", { intent_id: "INT-001" });
  const result = await tools.get("select_active_intent")?.execute("c1");
  expect(result?.content).toEqual([{ type: "text", text: "<intent_context/>" }]);
  expect(await end("<intent_context/>")).toBeUndefined();
  await call("bash", { command: "writ intent select INT-001" });
  expect(await end("ok")).toEqual({
    content: [
      { type: "text", text: "ok" },
      { type: "text", text: "<intent_context/>" },
    ],
  });
});

it("tells the end of the turn before the end of the session, although Pi does not wait", async () => {
  const { on, told } = await started();
  void on("agent_end");
  await on("session_shutdown");
  expect(told().map(({ event }) => event)).toEqual(["turn.end", "session.end"]);
});

const quick = Object.entries(broken).filter(([, text]) => text?.includes("sleep") !== true);
it.each(quick)("blocks a change and lets reading go on with a shim that is %s", async (_, shim) => {
  const { call, end, on } = await started({ shim });
  await on("session_start");
  expect(await call("write", { path: "a.ts" })).toMatchObject({ block: true });
  expect(await call("read", { path: "a.ts" })).toBeUndefined();
  expect(await end("content")).toBeUndefined();
  await on("session_shutdown");
});
