import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { adapterFor } from "@writ/adapters";
import { type AgentId, agentIds, type Event, type Session } from "@writ/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parsePayload } from "../../packages/cli/src/hook/parse-payload.ts";
import { parseSubject } from "../../packages/cli/src/subject.ts";
import { type AgentCall, type AgentCalls, callsOf } from "./agent-calls.ts";
import { buildGovernedWorld, type GovernedWorld } from "./governed-world.ts";
import { replyTo } from "./hook-reply.ts";
import { compareWithBaseline, type Recorded } from "./recorded-lines.ts";

const fixtures = new URL("../../packages/adapters/fixtures/", import.meta.url);
const agents = readdirSync(fixtures).flatMap((name) => agentIds.filter((id) => id === name));
const now = "2026-11-15T10:00:00.000Z";

let world: GovernedWorld;
beforeAll(async () => {
  world = await buildGovernedWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.remove());

describe.skipIf(process.platform !== "linux")("the hooks of every agent", () => {
  it("answer each captured payload as recorded", async () => {
    const recorded: Recorded[] = [];
    for (const agent of agents) {
      for (const name of payloadsOf(agent))
        recorded.push({ id: `${agent}/${name}`, ...(await repliesTo(agent, name)) });
    }
    expect(recorded.length).toBeGreaterThan(150);
    compareWithBaseline(new URL("recorded/payloads.jsonl", import.meta.url), recorded);
  }, 300_000);

  it("answer the same situation as recorded", async () => {
    const recorded: Recorded[] = [];
    for (const agent of agents) {
      for (const [name, situation] of Object.entries(situations)) {
        await world.reset(situation.sidecar);
        recorded.push({ id: `${agent}: ${name}`, ...(await replyIn(agent, situation)) });
      }
      for (const [name, payload] of unreadable) {
        await world.reset();
        const { event } = callsOf(agent).write("src/auth/a.ts");
        recorded.push({ id: `${agent}: ${name}`, ...(await replyTo(world, { agent, event, payload })) });
      }
    }
    compareWithBaseline(new URL("recorded/situations.jsonl", import.meta.url), recorded);
  }, 300_000);

  it("answer what a session does after something else as recorded", async () => {
    const recorded: Recorded[] = [];
    for (const { id, steps } of sequences) {
      await world.reset();
      await world.begin({ id: "s-1", agent: "claude-code", intent: "INT-001" });
      const replies: object[] = [];
      for (const step of steps) replies.push(...(await repliesToStep(step, replies.length)));
      recorded.push({ id, steps, replies } as Recorded);
    }
    expect(recorded.length).toBeGreaterThan(6);
    compareWithBaseline(new URL("recorded/sequences.jsonl", import.meta.url), recorded);
  });
});

/** A call in a situation every agent can get into. */
interface Situation {
  readonly call: (calls: AgentCalls) => AgentCall;
  /** INT-001 unless told otherwise; `null` for a session that has selected none. */
  readonly intent?: string | null;
  readonly session?: Partial<Session>;
  readonly sidecar?: Parameters<GovernedWorld["reset"]>[0];
  /** A user approves what was asked, and the call is repeated. */
  readonly isApproved?: true;
}

const write = (path: string) => (calls: AgentCalls) => calls.write(path);
const command = (line: string) => (calls: AgentCalls) => calls.command(line);
const stale = { reads: { "src/auth/a.ts": { hash: `sha256:${"a".repeat(64)}` } } };

const situations: Readonly<Record<string, Situation>> = {
  "no intent": { call: write("src/auth/a.ts"), intent: null },
  "in scope": { call: write("src/auth/a.ts") },
  "a new file in scope": { call: write("src/auth/new.ts") },
  "out of scope": { call: write("src/billing/a.ts") },
  "outside the workspace": { call: write("../out/secret.txt") },
  "a stale file": { call: write("src/auth/a.ts"), session: stale },
  "a protected file": { call: write(".orchestration/config.yaml"), intent: "INT-002" },
  "a sensitive file": { call: write("package.json"), intent: "INT-002" },
  "a sensitive file, approved": { call: write("package.json"), intent: "INT-002", isApproved: true },
  "a command that only reads": { call: command("cat src/billing/a.ts") },
  "a runner": { call: command("npm test") },
  "a destructive command": { call: command("git reset --hard && git clean -fdx"), intent: "INT-002" },
  "a destructive command out of scope": { call: command("rm -rf src/billing") },
  "a command for users only": { call: command("writ approve --all") },
  "a read": { call: (calls) => calls.read("src/billing/a.ts") },
  "an unknown tool": { call: (calls) => calls.unknown("src/billing/a.ts") },
  "out of scope, in observe mode": { call: write("src/billing/a.ts"), sidecar: { config: "mode: observe\n" } },
  "in scope, every change approved": { call: write("src/auth/a.ts"), sidecar: { config: "approval: every-change\n" } },
  "broken intents": { call: write("src/auth/a.ts"), sidecar: { intents: "active_intents: {\n" } },
};

/** What arrives on stdin and is no payload. One that is too large is `undefined` as well: nothing of it is parsed. */
const unreadable: readonly (readonly [name: string, payload: unknown])[] = [
  ["empty stdin", parsePayload(Buffer.from(""))],
  ["a payload that is cut off", parsePayload(Buffer.from('{"session_id": "s-1", "tool_na'))],
  ["a payload of another shape", parsePayload(Buffer.from('["Write"]'))],
  ["a payload without a tool", parsePayload(Buffer.from("{}"))],
];

async function replyIn(agent: AgentId, { call, intent = "INT-001", session, isApproved }: Situation): Promise<object> {
  const { event, payload } = world.here(call(callsOf(agent)));
  const question = { agent, event, payload };
  const heard = eventOf(agent, payload, event);
  if (heard === null) throw new Error(`${agent} says nothing with ${JSON.stringify(payload)}`);
  if (intent !== null) await world.begin({ ...heard.session, ...session, intent });
  const reply = await replyTo(world, question);
  if (isApproved !== true) return reply;
  const writ = await world.open();
  for (const { id } of await writ.tickets.list())
    await writ.answer(id, { approved: true, by: "Ada", assurance: "native" });
  await writ.close();
  return { reply, again: await replyTo(world, question) };
}

/** Cases of the corpora that take several steps of one session. */
const sequences = ["bypass", "hostile2"].flatMap((name) =>
  casesIn(name).flatMap(({ id, kind, input, setup }) => {
    if (kind === "session") return [{ id, steps: [String(setup), `Bash: ${input}`] }];
    return kind === "event" && Array.isArray(input.steps) ? [{ id, steps: input.steps as string[] }] : [];
  }),
);

function casesIn(name: string) {
  const lines = readFileSync(new URL(`../corpus/${name}.jsonl`, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** `Write PATH` happens where it is allowed; `Bash: LINE` is only asked about, never run. */
async function repliesToStep(step: string, count: number): Promise<object[]> {
  const [, path] = /^Write (.+)$/.exec(step) ?? [];
  const line = step.replace(/^Bash: /, "");
  const text = "echo $((1 + 1))\n";
  const call = {
    tool_name: path === undefined ? "Bash" : "Write",
    tool_input: path === undefined ? { command: line } : { file_path: join(world.root, path), content: text },
    tool_use_id: `toolu_${count}`,
  };
  const common = { session_id: "s-1", cwd: world.root, permission_mode: "default", ...call };
  const ask = (event: string, more: object = {}) =>
    replyTo(world, { agent: "claude-code", event, payload: { ...common, hook_event_name: event, ...more } });
  const before = await ask("PreToolUse");
  if (path === undefined || JSON.stringify(before).includes('"permissionDecision":"deny"')) return [before];
  world.write(path, text);
  return [before, await ask("PostToolUse", { tool_response: {} })];
}

function payloadsOf(agent: AgentId): string[] {
  const names = readdirSync(new URL(`${agent}/`, fixtures)).sort();
  return names.map((name) => name.replace(/\.json$/, "")).filter((name) => name !== "tools");
}

/** What is judged, and the answers without an intent, under one that does not own the file, and under one that does. */
async function repliesTo(agent: AgentId, name: string): Promise<object> {
  const payload = world.here(JSON.parse(readFileSync(new URL(`${agent}/${name}.json`, fixtures), "utf8")));
  const question = { ...installedFor(agent, name), payload };
  const event = eventOf(question.agent, payload, question.event, question.marks);
  const replies: Record<string, object> = {};
  const isCall = event?.name === "tool.before";
  for (const intent of isCall ? [null, "INT-001", "INT-002"] : ["INT-002"]) {
    await world.reset();
    if (event !== null && intent !== null) await world.begin({ ...event.session, intent });
    replies[intent ?? "none"] = await replyTo(world, question);
  }
  return { event: event?.name ?? null, ...(isCall && { judged: await judge(agent, payload) }), replies };
}

async function judge(agent: AgentId, payload: unknown): Promise<object> {
  const writ = await world.open();
  const subject = parseSubject(JSON.stringify({ event: payload, agent }), { cwd: world.root, now: () => now });
  if (subject.kind === "invalid") return { verdict: "deny", code: "PAYLOAD_INVALID", effects: [] };
  const { verdict, code, effects } = await writ.explain(subject.what, "INT-001");
  await writ.close();
  return world.named({ verdict, code, effects });
}

function eventOf(
  installed: AgentId,
  payload: unknown,
  event: string,
  marks: Readonly<Record<string, string>> = {},
): Event | null {
  const { adapter } = adapterFor(installed, payload, marks);
  return adapter.toEvent(payload, { at: now, cwd: world.root, project: world.root, event, marks });
}

/** Through whose hook a captured payload came, and for which event: its file says so. */
function installedFor(agent: AgentId, name: string): { agent: AgentId; event: string; marks?: Record<string, string> } {
  const words = name.split(".");
  if (words[0] === "via-claude-settings")
    return { agent: "claude-code", event: words[1] ?? "", marks: { COPILOT_CLI: "1" } };
  if (words[0] === "devin") return { agent, event: words[1] ?? "", marks: { DEVIN_PROJECT_DIR: world.root } };
  if (words[0] === "vs-code") return { agent, event: words[1] ?? "" };
  const isPlugin = /^(?:tool|session|turn|prompt)$/.test(words[0] ?? "");
  return { agent, event: words.slice(0, isPlugin ? 2 : 1).join(".") };
}
