import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "writ";
import { type Bed, command } from "./cli-bed.ts";
import { decisionsIn, governed, tracesIn } from "./harness.ts";
import { served } from "./mcp-bed.ts";

const wide = `active_intents:
  - {id: INT-001, name: Everything, status: IN_PROGRESS, owned_scope: ["src/**"]}
`;

const opening = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

interface Raw {
  readonly child: ChildProcessWithoutNullStreams;
  say(text: string): void;
  send(message: object): void;
  /** Waits for the answer to a request. */
  answer(id: number): Promise<{ result?: Record<string, unknown>; error?: { code: number; message: string } }>;
  /** Everything the server printed. */
  printed(): string;
  ended(): Promise<number | null>;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once("exit", resolve));

/** The server without any client library, for what no client would send. */
async function raw(bed: Bed): Promise<Raw> {
  const child = spawn(process.execPath, [command, "mcp"], { cwd: bed.root, env: { ...bed.env } });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended(child);
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  child.stdin.on("error", () => {});
  const say = (text: string) => void child.stdin.write(text);
  const send = (message: object) => say(`${JSON.stringify(message)}\n`);
  const answers = () =>
    out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const answer: Raw["answer"] = async (id) => {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const found = answers().find((message) => message.id === id && !("method" in message));
      if (found !== undefined) return found;
      await sleep(20);
    }
    throw new Error(`no answer to ${id}: ${out}`);
  };
  send(opening);
  await answer(0);
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return { child, say, send, answer, printed: () => out, ended: () => ended(child) };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const call = (id: number, name: string, args: unknown) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

describe("standard input", () => {
  it("may hold anything: what is no message is passed over, and nothing but messages is printed", async () => {
    const bed = await governed({}, { intents: wide });
    const server = await raw(bed);
    server.say('garbage\n\n{"jsonrpc":"2.0"\n[1,2]\n{"a":1}\n\u0000\u0001\n');
    server.send({ jsonrpc: "2.0", id: 1, method: "no/such/method" });
    expect((await server.answer(1)).error?.code).toBe(-32601);
    server.send(call(2, "no_such_tool", {}));
    expect((await server.answer(2)).error?.code).toBe(-32602);
    server.send(call(3, "constructor", {}));
    expect((await server.answer(3)).error?.code).toBe(-32602);
    server.send({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: 7 } });
    expect((await server.answer(4)).error?.code).toBe(-32602);
    server.say(
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"write_file","arguments":{"__proto__":{"x":1},"constructor":{"x":1},"path":"src/a","content":"a"}}}\n',
    );
    expect(JSON.stringify((await server.answer(5)).result)).toContain("PAYLOAD_INVALID");
    expect((await server.answer(0)).result?.serverInfo).toMatchObject({ name: "writ" });
    for (const line of server.printed().trimEnd().split("\n")) expect(JSON.parse(line).jsonrpc).toBe("2.0");
  });

  it("ends the server when it ends, after what was begun", async () => {
    const bed = await governed({}, { intents: wide });
    const server = await raw(bed);
    server.send(call(1, "select_active_intent", { intent_id: "INT-001" }));
    await server.answer(1);
    server.child.stdin.end();
    expect(await server.ended()).toBe(0);
    const writ = await createWrit(bed.root);
    expect(await writ.sessions.list()).toMatchObject([{ endedAt: expect.any(String) }]);
    await writ.close();
  });

  it("ends it when the agent is killed, too", async () => {
    const bed = await governed({}, { intents: wide });
    const { pid, notes } = await served(bed);
    const server = Number(/^server (\d+)$/m.exec(notes())?.[1]);
    expect(isRunning(server)).toBe(true);
    process.kill(pid, "SIGKILL");
    for (let waited = 0; waited < 10_000 && isRunning(server); waited += 20) await sleep(20);
    expect(isRunning(server)).toBe(false);
  });

  it("takes ten megabytes in one call", async () => {
    const bed = await governed({}, { intents: wide });
    const agent = await served(bed);
    await agent.select("INT-001");
    const content = `${"x".repeat(99)}\n`.repeat(105_000);
    expect((await agent.write("src/big.txt", content)).says).toBe("ok");
    expect((await bed.read("src/big.txt")).length).toBe(content.length);
  });

  it("may hold a message that is too large: it is answered, and the next one too", async () => {
    const bed = await governed({}, { intents: wide });
    const server = await raw(bed);
    server.send(call(1, "write_file", { path: "src/a", content: "x".repeat(17 * 1024 * 1024) }));
    server.send(call(2, "select_active_intent", { intent_id: "INT-001" }));
    expect((await server.answer(1)).error).toMatchObject({ code: -32600, message: expect.stringContaining("16 MB") });
    expect((await server.answer(2)).result?.isError).not.toBe(true);
  });

  it("that goes on without an end is not kept: the server leaves", async () => {
    const bed = await governed({}, { intents: wide });
    const server = await raw(bed);
    const piece = "x".repeat(1024 * 1024);
    for (let at = 0; at < 18; at += 1) server.say(piece);
    expect(await server.ended()).toBe(0);
  });
});

const wrong: readonly (readonly [tool: string, input: Record<string, unknown>, said: string])[] = [
  ["write_file", {}, "path"],
  ["write_file", { path: 7, content: "" }, "path"],
  ["write_file", { path: "src/a", content: { a: 1 } }, "content"],
  ["edit_file", { path: "src/a", edits: [{ old: 1, new: "" }] }, "edits[0].old"],
  ["edit_file", { path: "src/a", edits: [] }, "edits is empty"],
  ["edit_file", { path: "src/a", edits: [{ old: "", new: "x" }] }, "edits[0].old is empty"],
  ["select_active_intent", { intent_id: ["INT-001"] }, "intent_id"],
  ["request_scope_expansion", { additional_globs: "src/**", reason: "x" }, "additional_globs"],
  ["record_lesson", {}, "lesson"],
];

it("says what is wrong with the arguments of a call", async () => {
  const server = await served(await governed({}, { intents: wide }));
  for (const [tool, input, said] of wrong)
    expect(await server.call(tool, input)).toMatchObject({
      says: "PAYLOAD_INVALID",
      error: { message: expect.stringContaining(said) },
    });
});

describe("many calls at once", () => {
  it("are done in the order they came", async () => {
    const bed = await governed({}, { intents: wide });
    const agent = await served(bed);
    const said = await Promise.all([
      agent.select("INT-001"),
      agent.write("src/a.ts", "0\n"),
      ...Array.from({ length: 8 }, (_, at) => agent.edit("src/a.ts", { old: `${at}\n`, new: `${at + 1}\n` })),
    ]);
    expect(said.map(({ says }) => says)).toEqual(Array(10).fill("ok"));
    expect(await bed.read("src/a.ts")).toBe("8\n");
    expect(tracesIn(bed.root)).toHaveLength(9);
  });

  it("of two servers lose nothing: a write on top of another's is refused", async () => {
    const bed = await governed({ "src/list.txt": "" }, { intents: wide });
    const servers = await Promise.all([served(bed), served(bed)]);
    for (const server of servers) await server.select("INT-001");
    let made = 0;
    await Promise.all(
      servers.map(async (server, who) => {
        for (let at = 0; at < 6; at += 1) {
          const own = await server.write(`src/${who}-${at}.txt`, "x\n");
          expect(own.says).toBe("ok");
          const patch = ["*** Update File: src/list.txt", "@@", `+${who}-${at}`, "*** End of File"];
          const first = await server.patch(...patch);
          const hash = first.error?.meta.current_hash;
          const told =
            first.says === "STALE_FILE"
              ? await server.call("apply_patch", {
                  patch: ["*** Begin Patch", ...patch, "*** End Patch"].join("\n"),
                  observed_content_hash: { "src/list.txt": hash },
                })
              : first;
          if (told.says === "ok") made += 1;
          else expect(told.says).toBe("STALE_FILE");
        }
      }),
    );
    expect((await bed.read("src/list.txt")).trimEnd().split("\n")).toHaveLength(made);
    expect(made).toBeGreaterThan(1);
    expect(decisionsIn(bed.root).filter(({ decision }) => decision === "selected")).toHaveLength(2);
  });

  it("that were called off change nothing", async () => {
    const bed = await governed({}, { intents: wide });
    const server = await raw(bed);
    server.send(call(1, "select_active_intent", { intent_id: "INT-001" }));
    server.send(call(2, "write_file", { path: "src/a.ts", content: "a" }));
    server.send(call(3, "write_file", { path: "src/b.ts", content: "b" }));
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
    server.send(call(4, "list_active_intents", {}));
    await server.answer(4);
    expect(await bed.read("src/a.ts")).toBe("a");
    await expect(bed.read("src/b.ts")).rejects.toThrow("ENOENT");
    expect(server.printed()).not.toContain('"id":3');
  });
});

describe("a server that is killed in the middle", () => {
  it("leaves the old file or the new one, and a ledger that holds", async () => {
    const bed = await governed({ "src/a.ts": "old\n" }, { intents: wide });
    for (let at = 0; at < 5; at += 1) {
      const server = await raw(bed);
      server.send(call(1, "select_active_intent", { intent_id: "INT-001" }));
      await server.answer(1);
      const content = `${at}\n`.repeat(200_000);
      server.send(call(2, "write_file", { path: "src/a.ts", content }));
      await sleep(5 + at * 12);
      server.child.kill("SIGKILL");
      await server.ended();
      expect(["old\n", ...Array.from({ length: at + 1 }, (_, n) => `${n}\n`.repeat(200_000))]).toContain(
        await bed.read("src/a.ts"),
      );
    }
    expect(await bed.writ(["verify"])).toMatchObject({ code: 0 });
    const agent = await served(bed);
    await agent.select("INT-001");
    expect((await agent.write("src/a.ts", "after\n")).says).toBe("ok");
    expect(readdirSync(join(bed.root, "src")).filter((name) => !name.startsWith("."))).toEqual(["a.ts"]);
  });
});
