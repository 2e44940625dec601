import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { aPlugged, broken } from "./bed.ts";

type Handler = (event: object, context: object) => unknown;

const thread = { id: "T-1" };

interface Staff {
  shim?: string | null;
  /** Whether somebody looks at the thread. */
  watched?: boolean;
  /** What the person says; `null` when there is no screen to ask on. */
  agrees?: boolean | null;
  parent?: string;
}

async function started({ shim, watched = false, agrees = null, parent }: Staff = {}) {
  const bed = await aPlugged("amp", shim);
  const handlers = new Map<string, Handler>();
  let dispose = async () => {};
  bed.module.default({
    on: (event: string, handler: Handler) => handlers.set(event, handler),
    onDispose: (callback: () => Promise<void>) => {
      dispose = callback;
    },
    system: { workspaceRoot: pathToFileURL(bed.root) },
    activeThread: { current: watched ? thread : null },
  });
  const shown: object[] = [];
  const confirm = async (options: object) => {
    shown.push(options);
    if (agrees === null) throw new Error("no UI");
    return agrees;
  };
  const notified: string[] = [];
  const notify = async (message: string) => {
    notified.push(message);
    throw new Error("no UI");
  };
  const context = { ui: { confirm, notify }, thread: { parentThreadID: async () => parent ?? null } };
  const on = async (event: string, fields: object = {}) => handlers.get(event)?.({ thread, ...fields }, context);
  const call = (tool: string, input: object = {}) => on("tool.call", { toolUseID: "t1", tool, input });
  const end = (status: string, output?: unknown) =>
    on("tool.result", { toolUseID: "t1", tool: "Bash", input: {}, status, output });
  const events = () => bed.told().map(({ event }) => event);
  return { ...bed, on, call, end, shown, notified, dispose: () => dispose(), events };
}

it("says what it is, in words Amp can show", async () => {
  const { module } = await started();
  expect(module.description.length).toBeLessThanOrEqual(300);
});

it("tells the model where it stands with the first prompt of a thread", async () => {
  const { answer, on, told, root } = await started();
  answer("session.start", { context: "# Intents" });
  await on("session.start");
  expect(await on("agent.start", { message: "Do it." })).toEqual({ message: { content: "# Intents" } });
  expect(await on("agent.start", { message: "And that." })).toEqual({});
  expect(told()).toMatchObject([
    { event: "session.start", session: "T-1", cwd: root, process: process.ppid, attended: false },
    { event: "prompt.submit", prompt: "Do it." },
    { event: "prompt.submit", prompt: "And that." },
  ]);
});

it("rejects a refused call, and tells of no end it cannot have", async () => {
  const { answer, call, end, events } = await started();
  answer("tool.before", { deny: "Take up an intent first." });
  expect(await call("create_file", { path: "a.ts" })).toEqual({
    action: "reject-and-continue",
    message: "Take up an intent first.",
  });
  await end("error");
  expect(events()).toEqual(["session.start", "tool.before"]);
});

it("allows the others, and tells how they end", async () => {
  const { answer, call, end, told } = await started();
  answer("tool.before", { context: "<intent_context/>" });
  expect(await call("Bash", { cmd: "writ intent select INT-001", cwd: "/ws" })).toEqual({ action: "allow" });
  expect(await end("done", "ok")).toEqual({ status: "done", output: "ok\n\n<intent_context/>" });
  expect(await end("error", "boom")).toBeUndefined();
  expect(await end("cancelled")).toBeUndefined();
  expect(
    told()
      .slice(2)
      .map(({ event, outcome }) => [event, outcome]),
  ).toEqual([
    ["tool.after", { status: "ok", output: "ok" }],
    ["tool.failed", { status: "failed", output: "boom" }],
    ["tool.failed", { status: "failed" }],
  ]);
});

it("asks the person who looks at the thread, and nobody for them", async () => {
  const { answer, call, shown, told } = await started({ watched: true, agrees: true });
  answer("tool.before", { ask: "It deletes src." });
  expect(await call("Bash")).toEqual({ action: "allow" });
  expect(shown).toMatchObject([{ message: "It deletes src.", requireHuman: true }]);
  expect(told()[1]?.attended).toBe(true);
});

it("shows the person what Writ has to tell them, and goes on", async () => {
  const { answer, on, call, end, notified } = await started({ watched: true });
  const events = ["session.start", "prompt.submit", "tool.before", "tool.after", "turn.end"];
  for (const event of events) answer(event, { messages: [event] });
  await on("session.start");
  expect(await on("agent.start", { message: "Do it." })).toEqual({});
  expect(await call("Bash")).toEqual({ action: "allow" });
  expect(await end("done", "ok")).toBeUndefined();
  expect(await on("agent.end")).toBeUndefined();
  expect(notified).toEqual(events);
});

it("says when they decline", async () => {
  const { answer, call, told } = await started({ watched: true, agrees: false });
  answer("tool.before", { ask: "It deletes src." });
  expect(await call("Bash")).toMatchObject({ message: "The person did not agree. It deletes src." });
  expect(told().at(-1)).toMatchObject({ event: "tool.failed", outcome: { status: "blocked" } });
});

it("opens a ticket the next time where there was no screen to ask on", async () => {
  const { answer, call, told, events } = await started({ watched: true });
  answer("tool.before", { ask: "It deletes src." });
  expect(await call("Bash")).toMatchObject({ action: "reject-and-continue" });
  await call("Bash");
  expect(events()).toEqual(["session.start", "tool.before", "tool.before"]);
  expect(told().map(({ attended }) => attended)).toEqual([true, true, false]);
});

it("names the thread a helper works for", async () => {
  const { call, told } = await started({ parent: "T-0" });
  await call("Read");
  expect(told().map(({ parent }) => parent)).toEqual(["T-0", "T-0"]);
});

it("tells the end of a turn, and of every thread when the plugin ends", async () => {
  const { on, dispose, events } = await started();
  await on("session.start");
  void on("agent.end");
  await dispose();
  expect(events()).toEqual(["session.start", "turn.end", "session.end"]);
});

const quick = Object.entries(broken).filter(([, text]) => text?.includes("sleep") !== true);
it.each(quick)("rejects a change and lets reading go on with a shim that is %s", async (_, shim) => {
  const { call, end, on } = await started({ shim });
  await on("agent.start", { message: "Do it." });
  expect(await call("create_file", { path: "a.ts" })).toMatchObject({ action: "reject-and-continue" });
  expect(await call("Read", { path: "a.ts" })).toEqual({ action: "allow" });
  expect(await end("done", "content")).toBeUndefined();
});
