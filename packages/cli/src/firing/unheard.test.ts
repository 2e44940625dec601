import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Session } from "@writ/contracts";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { agentRunBy } from "./agent-programs.ts";
import { findUnheard, untold } from "./unheard.ts";

const minute = 60_000;
const id = "5f0c6f0e-1a2b-4c3d-8e9f-0123456789ab";

/** A governed repository that was set up an hour ago, and a home. */
function aPlace() {
  const repo = scratch({ "src/a.ts": "1\n" });
  const home = scratch({}, null);
  onTestFinished(repo.remove);
  onTestFinished(home.remove);
  const record = { v: 1, at: new Date(Date.now() - 60 * minute).toISOString(), created: [], hook: null };
  repo.write(".orchestration/.state/install.json", JSON.stringify(record));
  // As if a minute had passed: an agent that just started is about to run its first hook.
  const world = { platform: process.platform, home: home.root, env: {}, now: Date.now() + minute };
  return { ...repo, home: home.root, world };
}

/** Runs something under the name of an agent, in a folder. */
async function runAs(name: string, cwd: string): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ["-e", "console.log(1); setTimeout(() => {}, 60000)"], { argv0: name, cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return Object.assign(child, { pid: child.pid ?? 0 });
}

const aSession = (over: Partial<Session>): Session => ({
  ...{ id: "s-1", agent: "claude-code", startedAt: "", intent: null, expansions: [], reads: {}, refusals: [] },
  seenAt: "2026-01-01T00:00:00.000Z",
  ...over,
});

const startedOf = async (pid: number): Promise<string> => {
  const { lineageOf } = await import("../process-tree.ts");
  return (await lineageOf(pid, process.platform))[0]?.started ?? "";
};

function keep(
  home: string,
  root: string,
  ago: number,
  path = `.claude/projects/${root.replace(/\W|_/g, "-")}/${id}.jsonl`,
) {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  const at = (Date.now() - ago) / 1000;
  utimesSync(file, at, at);
}

describe.skipIf(process.platform !== "linux")("a running agent", () => {
  it("is found below the root, by its name and the folder it stands in", async () => {
    const { root, world } = aPlace();
    const { pid } = await runAs("/usr/local/bin/claude", join(root, "src"));
    const found = await findUnheard(root, [], world);
    expect(found).toMatchObject([{ agent: "claude-code", what: expect.stringContaining(`in src/ (process ${pid})`) }]);
  });

  it("is none whose hooks were heard, be it through a process of its own", async () => {
    const { root, world } = aPlace();
    const { pid } = await runAs("claude", root);
    const process = { pid, started: await startedOf(pid) };
    expect(await findUnheard(root, [aSession({ process })], world)).toEqual([]);
    const seenAt = new Date(Date.now() + 1).toISOString();
    expect(await findUnheard(root, [aSession({ seenAt })], world)).toEqual([]);
    expect(await findUnheard(root, [aSession({ seenAt, agent: "codex" })], world)).toHaveLength(1);
  });

  it("is none in another repository: beside this one, or further in", async () => {
    const { root, world } = aPlace();
    const other = scratch();
    onTestFinished(other.remove);
    mkdirSync(join(root, "vendor/lib/.git"), { recursive: true });
    for (const folder of [other.root, join(root, "vendor/lib")]) await runAs("claude", folder);
    expect(await findUnheard(root, [], world)).toEqual([]);
  });

  it("is given time to start, and to hear its first prompt where it is silent before", async () => {
    const { root, world } = aPlace();
    await runAs("opencode", root);
    expect(await findUnheard(root, [], world)).toEqual([]);
    expect(await findUnheard(root, [], world, [Date.now() + 1000])).toMatchObject([{ agent: "opencode" }]);
    await runAs("claude", root);
    expect(await findUnheard(root, [], { ...world, now: Date.now() })).toEqual([]);
  });
});

describe("a conversation that an agent keeps", () => {
  it.each([
    ["claude-code", ""],
    ["claude-code", "/src"],
  ])("of %s in %j is found by its name and time alone", async (agent, below) => {
    const { root, home, world } = aPlace();
    keep(home, `${root}${below}`, minute);
    expect(await findUnheard(root, [], { ...world, now: Date.now() })).toMatchObject([
      { agent, key: `${agent} ${id}` },
    ]);
    expect(await findUnheard(root, [aSession({ id })], world)).toEqual([]);
  });

  it.each([
    ["qwen", (root: string) => `.qwen/projects/${root.replace(/\W|_/g, "-")}/chats/${id}.jsonl`],
    [
      "pi",
      (root: string) => `.pi/agent/sessions/-${root.replace(/\W|_/g, "-")}--/2026-11-19T21-41-34-651Z_${id}.jsonl`,
    ],
  ])("of %s is found too", async (agent, path) => {
    const { root, home, world } = aPlace();
    keep(home, root, minute, path(root));
    expect(await findUnheard(root, [], world)).toMatchObject([{ agent }]);
  });

  it("is no concern from before Writ, of days ago, or of another folder that is spelled alike", async () => {
    const { root, home, world } = aPlace();
    keep(home, root, 61 * minute);
    expect(await findUnheard(root, [], world)).toEqual([]);
    const twin = `${root}-src`;
    mkdirSync(twin);
    onTestFinished(() => import("node:fs").then(({ rmSync }) => rmSync(twin, { recursive: true })));
    keep(home, twin, minute);
    expect(await findUnheard(root, [], world)).toEqual([]);
  });
});

it("each is told once", async () => {
  const { root } = aPlace();
  const one = { agent: "codex", key: "codex 1 2", what: "a", fix: "b" } as const;
  expect(untold(root, [one])).toEqual([one]);
  expect(untold(root, [one, { ...one, key: "codex 3 4" }])).toEqual([{ ...one, key: "codex 3 4" }]);
  expect(untold(root, [one])).toEqual([]);
});

it.each([
  [["claude"], "claude-code"],
  [["/usr/bin/node", "--no-warnings", "/home/a/node_modules/@google/gemini-cli/bundle/gemini.js", "-p"], "gemini"],
  [["node", "/opt/lib/node_modules/@mariozechner/pi-coding-agent/dist/cli.js"], "pi"],
  [["pi"], null],
  [["/usr/bin/node", "/home/a/project/server.js", "claude"], null],
  [["vim", "claude"], null],
  [[], null],
])("the command line %j is that of %s", (words, agent) => {
  expect(agentRunBy(words)?.agent ?? null).toBe(agent);
});
