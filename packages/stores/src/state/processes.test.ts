import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aSession, inDepth, tempSidecar } from "@writ/testkit";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFileIntents } from "../intents/file.ts";
import { openFileSessions } from "../sessions/file.ts";
import { openFileTickets } from "../tickets/file.ts";
import { openFileState } from "./file.ts";
import { namesIn } from "./json-file.ts";
import { stateFolder } from "./sidecar.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = mkdtempSync(join(tmpdir(), "writ-processes-"));
const script = join(out, "worker.cjs");

/** What another process does. It prints a line for each thing it has done. */
const source = `
  import { openFileIntents } from "../intents/file.ts";
  import { openFileSessions } from "../sessions/file.ts";
  import { openFileTickets } from "../tickets/file.ts";
  import { openFileState } from "./file.ts";
  const [, , job = "", root = "", me = "", state = ""] = process.argv;
  const intents = openFileIntents({ root });
  const sessions = openFileSessions(state);
  const tickets = openFileTickets(state);
  const small = openFileState(state);
  const time = (minutes) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
  const session = (id) => ({ id, agent: "codex", startedAt: time(0), seenAt: time(0), intent: null, expansions: [], reads: {}, refusals: [] });
  const call = (callId) => ({ callId, invocationId: me, session: "s", tool: "t", toolName: "t", intent: null, at: time(0), files: [] });
  const question = (binding) => ({ binding, session: "s", agent: "codex", intent: null, tool: "t", risk: "change", reasons: [], files: [], detail: "", createdAt: time(0), expiresAt: time(60) });
  const say = (line) => process.stdout.write(line + "\\n");
  const jobs = {
    async add() {
      for (let n = 0; n < 10; n += 1) say((await intents.add({ name: me + " " + n, ownedScope: ["src/" + me + "/**"] })).id);
    },
    async update() {
      for (let n = 0; n < 10; n += 1) {
        await sessions.update("s", () => session("s"), (now) => ({ ...now, refusals: [...now.refusals, me + n] }));
        await small.addSpent("Q", [me + n], 1);
      }
    },
    async take() {
      for (let n = 0; n < 20; n += 1) if ((await sessions.takePending("s", "call-" + n)) !== null) say("call " + n);
      for (let n = 0; n < 20; n += 1) if ((await sessions.takePending("s", "derived-x")) !== null) say("derived");
      for (const { id } of await tickets.list()) if (await tickets.use(id, time(2))) say("used " + id);
      await tickets.open(question("same"));
    },
    async everything() {
      const copy = { "a.ts": new Uint8Array(20_000) };
      say("ready");
      for (let n = 0; ; n += 1) {
        const { id } = await intents.add({ name: "N", ownedScope: ["a", "b"] });
        await intents.setStatus(id, n % 2 === 0 ? "IN_PROGRESS" : "COMPLETE");
        await sessions.update("s", () => session("s"), (now) => ({ ...now, refusals: [String(n)], reads: { ["f" + n]: { hash: null } } }));
        await sessions.putPending(call("c" + n), copy);
        if (n % 2 === 0) await sessions.takePending("s", "c" + n);
        const ticket = await tickets.open(question(me + n));
        await tickets.answer(ticket.id, { approved: true, by: "ada", assurance: "tty" }, time(1));
        await tickets.use(ticket.id, time(2));
        await small.addHistory(id, ["PRE_HOOK x"]);
        say(id);
      }
    },
  };
  jobs[job]().catch((error) => { console.error(error); process.exit(1); });
`;

beforeAll(async () => {
  await build({
    stdin: { contents: source, resolveDir: here, sourcefile: "worker.js" },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "cjs",
    conditions: ["source"],
    external: ["fs-native-extensions", "libsql"],
    logLevel: "error",
  });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

function start(job: string, root: string, me: string): ChildProcess {
  const env = { ...process.env, NODE_PATH: join(here, "../../../../node_modules") };
  return spawn(process.execPath, [script, job, root, me, stateFolder(root)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The lines a process printed, once it is over. */
async function linesOf(child: ChildProcess): Promise<{ lines: string[]; code: number | null }> {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { lines: text.split("\n").filter((line) => line !== ""), code };
}

async function runAll(job: string, root: string, count: number): Promise<string[]> {
  const children = Array.from({ length: count }, (_, index) => linesOf(start(job, root, `p${index}`)));
  const done = await Promise.all(children);
  expect(done.map(({ code }) => code)).toEqual(done.map(() => 0));
  return done.flatMap(({ lines }) => lines);
}

const time = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();

describe("many processes at once", () => {
  it("add ten intents each, and none is lost", async () => {
    const root = tempSidecar({ "active_intents.yaml": "# ours\nactive_intents: [] # none yet\n" });
    const ids = await runAll("add", root, 8);
    expect(new Set(ids).size).toBe(80);
    const read = await openFileIntents({ root }).read();
    expect(read).toMatchObject({ state: "ok", findings: [] });
    expect(read.state === "ok" && read.intents.map((intent) => intent.id).sort()).toEqual([...ids].sort());
  });

  it("change one session and one count, and no change is lost", async () => {
    const root = tempSidecar();
    await runAll("update", root, 4);
    expect((await openFileSessions(stateFolder(root)).read("s"))?.refusals).toHaveLength(40);
    expect(await openFileState(stateFolder(root)).readSpent("Q")).toMatchObject({ files: { length: 40 }, lines: 40 });
  });

  it("take each pending call and use each approval once", async () => {
    const root = tempSidecar();
    const sessions = openFileSessions(stateFolder(root));
    const tickets = openFileTickets(stateFolder(root));
    const call = { invocationId: "i", session: "s", tool: "t", toolName: "t", intent: null, at: time(0), files: [] };
    for (let index = 0; index < 20; index += 1) {
      await sessions.putPending({ ...call, callId: `call-${index}` }, { "a.ts": new Uint8Array(1000) });
      await sessions.putPending({ ...call, callId: "derived-x" }, {});
    }
    for (let index = 0; index < 10; index += 1) {
      const about = {
        session: "s",
        agent: "codex",
        intent: null,
        tool: "t",
        risk: "change",
        reasons: [],
        files: [],
      } as const;
      const { id } = await tickets.open({
        ...about,
        binding: `b${index}`,
        detail: "",
        createdAt: time(0),
        expiresAt: time(60),
      });
      await tickets.answer(id, { approved: true, by: "ada", assurance: "tty" }, time(1));
    }
    const lines = await runAll("take", root, 4);
    expect(lines.filter((line) => line.startsWith("call"))).toHaveLength(20);
    expect(new Set(lines.filter((line) => line.startsWith("call"))).size).toBe(20);
    expect(lines.filter((line) => line === "derived")).toHaveLength(20);
    expect(new Set(lines.filter((line) => line.startsWith("used"))).size).toBe(10);
    expect(lines.filter((line) => line.startsWith("used"))).toHaveLength(10);
    expect((await tickets.list()).filter((ticket) => ticket.binding === "same")).toHaveLength(1);
  });
});

it("a process killed at any moment leaves everything readable", { timeout: 120_000 }, async () => {
  const root = tempSidecar({ "active_intents.yaml": "# kept\nactive_intents:\n  - id: A # first\n" });
  const state = stateFolder(root);
  const [intents, sessions, tickets, small] = [
    openFileIntents({ root }),
    openFileSessions(state),
    openFileTickets(state),
    openFileState(state),
  ];
  await sessions.update(
    "s",
    () => aSession({ id: "s" }),
    (session) => session,
  );
  let acknowledged: string[] = [];
  const killed = async (me: string): Promise<string[]> => {
    const child = start("everything", root, me);
    const over = linesOf(child);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
    child.kill("SIGKILL");
    return (await over).lines.filter((line) => line !== "ready");
  };
  for (let round = 0; round < inDepth(5, 30); round += 1) {
    const done = await Promise.all([killed(`a${round}`), killed(`b${round}`)]);
    acknowledged = [...acknowledged, ...done.flat()];

    const read = await intents.read();
    expect(read).toMatchObject({ state: "ok", findings: [] });
    const ids = read.state === "ok" ? read.intents.map((intent) => intent.id) : [];
    expect(ids).toEqual(expect.arrayContaining(acknowledged));
    expect(await sessions.read("s")).not.toBeNull();
    for (const call of await sessions.listPending()) {
      const taken = await sessions.takePending("s", call.callId);
      expect(taken?.copies["a.ts"]).toHaveLength(20_000);
    }
    const files = namesIn(join(state, "tickets")).filter((name) => name.startsWith("T-"));
    expect(await tickets.list()).toHaveLength(files.length);
    for (const id of acknowledged.slice(-3)) expect(await small.readHistory(id)).toEqual(["PRE_HOOK x"]);
  }
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(readdirSync(state)).not.toContain("quarantine");
  // And whoever comes next can still write: no lock stayed behind.
  await intents.setStatus("A", "COMPLETE");
  const read = await intents.read();
  expect(read.state === "ok" && read.intents[0]).toMatchObject({ id: "A", status: "COMPLETE" });
});
