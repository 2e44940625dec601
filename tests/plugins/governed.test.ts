import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { command } from "../scenarios/cli-bed.ts";
import { decisionsIn, governed, tracesIn } from "../scenarios/harness.ts";
import { plugIn } from "./bed.ts";

type Handler = (event: object, context: object) => unknown;

/** Pi's extension in a repository under Writ, with the shim that `writ init` installs and the built command behind it. */
async function aPi({ agrees }: { agrees?: boolean } = {}) {
  vi.stubEnv("WRIT_DAEMON", "0");
  const bed = await governed({ "src/auth/old/a.ts": "one\n" });
  const shim = join(bed.root, ".orchestration/writ.sh");
  if (!existsSync(shim)) cpSync(join(dirname(command), "../shim/writ.sh"), shim);
  await bed.put(".orchestration/.state/command", `${process.execPath}\n${command}\n`);
  const handlers = new Map<string, Handler>();
  const on = (event: string, handler: Handler) => handlers.set(event, handler);
  (await plugIn("pi", bed.root)).default({ on, registerTool() {} });
  const context = {
    cwd: bed.root,
    hasUI: agrees !== undefined,
    model: { id: "m", provider: "scripted" },
    sessionManager: { getSessionId: () => "s-1" },
    ui: { confirm: async () => agrees, notify() {} },
  };
  let calls = 0;
  return {
    ...bed,
    shim,
    fire: async (event: string, fields: object = {}) => handlers.get(event)?.(fields, context),
    /** A call as Pi makes it: asked about, run unless it is blocked, told about. Gives back why it was blocked. */
    async call(toolName: string, input: object, run: () => Promise<void> | void = () => {}): Promise<string> {
      const call = { toolName, toolCallId: `call_${++calls}`, input };
      const said = await handlers.get("tool_call")?.(call, context);
      if (typeof said === "object" && said !== null && "reason" in said) return String(said.reason);
      await run();
      await handlers.get("tool_result")?.({ ...call, content: [], isError: false }, context);
      return "";
    },
  };
}

it("governs a session from its first prompt to its end", async () => {
  const pi = await aPi();
  await pi.fire("session_start");
  expect(await pi.fire("before_agent_start")).toMatchObject({
    message: { content: expect.stringContaining("INT-001") },
  });
  const write = (path: string) => pi.call("write", { path, content: "two\n" }, () => pi.put(path, "two\n"));
  expect(JSON.parse(await write("src/auth/b.ts"))).toMatchObject({ code: "NO_ACTIVE_INTENT" });
  expect(await pi.call("select_active_intent", { intent_id: "INT-001" })).toBe("");
  expect(await write("src/auth/b.ts")).toBe("");
  expect(JSON.parse(await write("src/billing/b.ts"))).toMatchObject({ code: "SCOPE_VIOLATION" });
  await pi.fire("agent_end");
  await pi.fire("session_shutdown");
  const [trace, ...more] = tracesIn(pi.root);
  expect(more).toEqual([]);
  expect(trace?.files[0]).toMatchObject({
    relative_path: "src/auth/b.ts",
    conversations: [{ url: "s-1", contributor: { model_identifier: "scripted/m" } }],
  });
});

it.each([
  [true, "approved", ""],
  [false, "rejected", "The person did not agree."],
])("writes down what the person said to a question: %s", async (agrees, decision, reason) => {
  const pi = await aPi({ agrees });
  await pi.call("select_active_intent", { intent_id: "INT-001" });
  const old = join(pi.root, "src/auth/old");
  const said = await pi.call("bash", { command: "rm -rf src/auth/old" }, () => rmSync(old, { recursive: true }));
  expect(said.startsWith(reason)).toBe(true);
  expect(existsSync(old)).toBe(!agrees);
  expect(decisionsIn(pi.root).at(-1)).toMatchObject({ decision, assurance: "native", by: "person at the agent" });
});

it("changes nothing once Writ is gone", async () => {
  const pi = await aPi();
  await pi.call("select_active_intent", { intent_id: "INT-001" });
  rmSync(pi.shim);
  expect(await pi.call("write", { path: "src/auth/b.ts", content: "x" })).toContain("writ.sh is missing");
  expect(await pi.call("read", { path: "src/auth/old/a.ts" })).toBe("");
});
