import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "@writ/adapters";
import { agentIds, type DecisionRecord, type ToolError, type TraceRecord } from "@writ/contracts";
import { twoIntents } from "@writ/testkit";
import { onTestFinished, vi } from "vitest";
import { hookWords, noted } from "../baseline/recorder.ts";
import { type Bed, command, copyOf, ok } from "./cli-bed.ts";

const agentProcess = fileURLToPath(new URL("agent-process.mjs", import.meta.url));

/** How a hook process ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** What the agent makes of an answer. */
export interface Heard extends Ended {
  /** `pass`, `allow` or `ask`; for a refusal, its code. */
  readonly says: string;
  /** What the model is told of a refusal. */
  readonly error: ToolError | null;
  /** What is added to the model's next call. */
  readonly context: string;
}

/** How a hook is started, where it is not as usual. */
export interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Arguments for Node itself. */
  readonly node?: readonly string[];
  /** What the hook's stdin is; a socket unless told. */
  readonly through?: "pipe" | "file";
  /** The agent never closes the hook's stdin. */
  readonly keepOpen?: boolean;
  readonly killAfterMs?: number;
}

/** Whether agents run the line `writ init` installs, with its shim and its daemon, or the bare command. */
const hooksAreInstalled = process.env.WRIT_TEST_HOOKS === "installed";

/** A running agent: it starts hooks, and speaks to them as Claude Code does. */
export interface Agent {
  /** Starts `writ hook <agent> <Event>` and hands the text to it. */
  hook(event: string, payload: string | Uint8Array, start?: Start & { readonly agent?: string }): Promise<Ended>;
  /** Starts any other command of Writ, as the agent's shell would. */
  writ(args: readonly string[], start?: Start): Promise<Ended>;
  session(id: string): Conversation;
}

/** One conversation of the agent. */
export interface Conversation {
  readonly id: string;
  start(): Promise<Heard>;
  prompt(text: string): Promise<Heard>;
  /** The end of a turn, and of the session. */
  stop(): Promise<Heard>;
  end(): Promise<Heard>;
  before(tool: string, input: unknown, over?: Over): Promise<Heard>;
  after(tool: string, input: unknown, over?: Over): Promise<Heard>;
  failed(tool: string, input: unknown, over?: Over): Promise<Heard>;
  /** Before, the tool itself unless it was refused, after. Gives what was said before. */
  call(tool: string, input: unknown, run: () => unknown): Promise<Heard>;
  write(path: string, content: string): Promise<Heard>;
  edit(path: string, old: string, now: string): Promise<Heard>;
  read(path: string): Promise<Heard>;
  bash(line: string, run?: () => unknown): Promise<Heard>;
  select(intent: string): Promise<Heard>;
}

/** What a payload says otherwise than usual. */
interface Over extends Start {
  /** The agent's id of the call; a new one when left out. */
  readonly id?: string;
}

/** As `writ init` leaves a repository. */
const initialised = async (bed: Bed): Promise<void> => {
  bed.git("init", "--quiet");
  await ok(bed.writ(["init"]));
};

/** A repository with Writ set up, two intents, and everything committed. */
export async function governed(
  files: Readonly<Record<string, string>> = {},
  options: { readonly intents?: string; readonly config?: string } = {},
): Promise<Bed> {
  const bed = await copyOf("initialised", initialised);
  for (const [path, content] of Object.entries(files)) await bed.put(path, content);
  if (hooksAreInstalled && !existsSync(join(bed.root, ".orchestration/writ.sh"))) {
    await cp(join(dirname(command), "../shim/writ.sh"), join(bed.root, ".orchestration/writ.sh"));
    await bed.put(".orchestration/.state/command", `${process.execPath}\n${command}\n`);
  }
  await bed.put(".orchestration/active_intents.yaml", options.intents ?? twoIntents);
  if (options.config !== undefined) {
    await bed.put(".orchestration/config.yaml", options.config);
    await ok(bed.writ(["trust", "--yes"]));
  }
  bed.git("add", "--all");
  bed.git("commit", "--quiet", "--no-verify", "--message", "start");
  return bed;
}

/** Agents of tests that are over, for those to come: each has loaded what it needs. */
const idle: ChildProcess[] = [];

/** A process that plays an agent, for this test alone. */
function takeProcess(): (request: object) => Promise<Ended> {
  const child =
    idle.pop() ??
    fork(agentProcess, { stdio: ["ignore", "inherit", "inherit", "ipc"], serialization: "advanced", execArgv: [] });
  const { ask, isBusy, leave } = conversationWith(child);
  onTestFinished(() => {
    leave();
    if (isBusy()) child.disconnect();
    else if (child.connected) idle.push(child);
  });
  return ask;
}

/** Starts an agent in a folder. It is there until the test ends. */
export function startAgent(bed: Pick<Bed, "root" | "env">): Agent {
  const env = { ...bed.env, CLAUDECODE: "1", CLAUDE_PROJECT_DIR: bed.root };
  const ask = takeProcess();
  const run = (program: string, args: readonly string[], input: string | Uint8Array, start: Start) => {
    const { cwd = bed.root, through, keepOpen = false, killAfterMs } = start;
    return ask({ program, args, cwd, env: { ...env, ...start.env }, input, through, keepOpen, killAfterMs });
  };
  const writ = (args: readonly string[], input: string | Uint8Array, start: Start = {}) =>
    run(process.execPath, [...(start.node ?? []), command, ...args], input, start);
  const agent: Agent = {
    hook(event, payload, { agent: name = "claude-code", ...start } = {}) {
      const known = agentIds.find((id) => id === name);
      const ended =
        hooksAreInstalled && start.node === undefined && known !== undefined
          ? run("sh", ["-c", commandLine(known, event)], payload, start)
          : writ(["hook", name, event], payload, start);
      return noted(hookWords(name, event, payload), bed, ended);
    },
    writ: (args, start) => noted(["agent:", "writ", ...args], bed, writ(args, "", start)),
    session: (id) => conversation(agent, bed.root, id),
  };
  return agent;
}

function conversationWith(child: ChildProcess) {
  const waiting = new Map<number, { resolve: (ended: Ended) => void; reject: (error: Error) => void }>();
  const hear = ({ id, ...ended }: Ended & { id: number }) => {
    waiting.get(id)?.resolve(ended);
    waiting.delete(id);
    if (waiting.size === 0) rest(child);
  };
  const end = () => {
    for (const { reject } of waiting.values()) reject(new Error("the agent's process ended"));
  };
  child.on("message", hear).on("exit", end);
  return {
    ask: (request: object) =>
      new Promise<Ended>((resolve, reject) => {
        lastRequest += 1;
        waiting.set(lastRequest, { resolve, reject });
        child.ref();
        child.channel?.ref();
        child.send({ id: lastRequest, ...request });
      }),
    isBusy: () => waiting.size > 0,
    leave: () => void child.off("message", hear).off("exit", end),
  };
}

let lastRequest = 0;

/** A process that waits for work keeps nobody. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function conversation(agent: Agent, root: string, id: string): Conversation {
  let calls = 0;
  const say = async (event: string, fields: object, { id: _, ...start }: Over = {}) => {
    const common = { session_id: id, transcript_path: join(root, "..", "transcript.jsonl"), cwd: start.cwd ?? root };
    const payload = { ...common, permission_mode: "acceptEdits", hook_event_name: event, ...fields };
    return hear(event, await agent.hook(event, JSON.stringify(payload), start));
  };
  const tool =
    (event: string, extra: object) =>
    (name: string, input: unknown, over: Over = {}) => {
      calls += over.id === undefined ? 1 : 0;
      const tool_use_id = over.id ?? `toolu_${id}_${calls}`;
      return say(event, { tool_name: name, tool_input: input, tool_use_id, ...extra }, over);
    };
  const before = tool("PreToolUse", {});
  const after = tool("PostToolUse", { tool_response: {}, duration_ms: 1 });
  const call: Conversation["call"] = async (name, input, run) => {
    calls += 1;
    const over = { id: `toolu_${id}_${calls}` };
    const heard = await before(name, input, over);
    if (heard.says !== "pass" && heard.says !== "allow") return heard;
    await run();
    const { code, err } = await after(name, input, over);
    if (code !== 0) throw new Error(`what happened was not written down: ${err}`);
    return heard;
  };
  const at = (path: string) => resolve(root, path);
  const put = (path: string, content: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  return {
    id,
    start: () => say("SessionStart", { source: "startup" }),
    prompt: (text) => say("UserPromptSubmit", { prompt: text }),
    stop: () => say("Stop", { stop_hook_active: false }),
    end: () => say("SessionEnd", { reason: "other" }),
    before,
    after,
    failed: tool("PostToolUseFailure", { error: "Exit code 1", is_interrupt: false }),
    call,
    write: (path, content) => call("Write", { file_path: at(path), content }, () => put(path, content)),
    edit: (path, old, now) =>
      call("Edit", { file_path: at(path), old_string: old, new_string: now, replace_all: false }, () =>
        put(
          path,
          readFileSync(at(path), "utf8").replace(old, () => now),
        ),
      ),
    read: (path) => call("Read", { file_path: at(path) }, () => {}),
    bash: (line, run = () => {}) => call("Bash", { command: line, description: "scripted" }, run),
    select: (intent) => call("mcp__writ__select_active_intent", { intent_id: intent }, () => {}),
  };
}

/** Reads an answer as Claude Code does: exit code 2 refuses, 0 with JSON decides, anything else lets the call through. */
export function hear(event: string, ended: Ended): Heard {
  const { code, out, err } = ended;
  if (code === 2) {
    const error = toolErrorIn(out);
    return { ...ended, says: error?.code ?? "refused", error, context: "" };
  }
  if (code !== 0) throw new Error(`the agent lets this through: exit code ${code} ${ended.signal}\n${out}\n${err}`);
  if (out === "") return { ...ended, says: "pass", error: null, context: "" };
  const reply = JSON.parse(out);
  const said = reply.hookSpecificOutput;
  // Words for the person alone belong to any event.
  if (said === undefined && typeof reply.systemMessage === "string")
    return { ...ended, says: "pass", error: null, context: "" };
  if (said?.hookEventName !== event) throw new Error(`the agent ignores an answer for another event: ${out}`);
  const context: string = said.additionalContext ?? "";
  if (said.permissionDecision !== "deny")
    return { ...ended, says: said.permissionDecision ?? "pass", error: null, context };
  const error: ToolError = JSON.parse(said.permissionDecisionReason);
  return { ...ended, says: error.code, error, context };
}

function toolErrorIn(out: string): ToolError | null {
  try {
    return JSON.parse(JSON.parse(out).permissionDecisionReason);
  } catch {
    return null;
  }
}

function recordsIn(file: string) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Waits for the end of a session to be written: its hook waits a second, and a daemon on a busy machine needs longer. */
export async function historyWritten(bed: Bed, entry: string): Promise<void> {
  const isWritten = async () => (await bed.read(".orchestration/active_intents.yaml")).includes(entry);
  await vi.waitUntil(isWritten, { timeout: 20_000, interval: 50 });
}

/** The live ledger of changes, oldest first. */
export function tracesIn(root: string): TraceRecord[] {
  return recordsIn(join(root, ".orchestration", "agent_trace.jsonl"));
}

/** The live ledger of decisions, oldest first. */
export function decisionsIn(root: string): DecisionRecord[] {
  return recordsIn(join(root, ".orchestration", "decisions.jsonl"));
}
