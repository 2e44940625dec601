import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { installedIn, readSettings } from "@writ/adapters/wiring";
import { type BedAgent, codex } from "@writ/testkit/bed";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codexHash } from "../../packages/cli/src/doctor/agent/trust.ts";
import { filesOf, missing, titled } from "./cache.ts";
import { files } from "./day.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const gone = await missing(codex);
const name = "the hooks Codex was told to trust";

/** Codex as a person runs it, without the flag that trusts everything. */
const asPeopleRunIt: BedAgent = {
  ...codex,
  command: (start) => codex.command(start).filter((word) => word !== "--dangerously-bypass-hook-trust"),
};

interface Hook {
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: string;
}

/** Codex trusts each hook by the hash of what is installed: a command line that changed would have to be trusted again. */
describe.skipIf(gone !== null)(titled(name, gone), () => {
  let workshop: Workshop;
  const write = [{ name: "write", act: { do: "write", path: "src/auth/early.ts", content: "export {};\n" } }] as const;

  beforeAll(async () => {
    workshop = await openWorkshop([codex.id], files);
  });
  afterAll(async () => await workshop?.close());

  it("fire by their hash, without a flag", async () => {
    const before = await hooksOf(workshop.root, "");
    expect(before.length).toBeGreaterThanOrEqual(5);
    expect(new Set(before.map(({ trustStatus }) => trustStatus))).toEqual(new Set(["untrusted"]));
    // The doctor says what Codex would: it knows each hook by the same hash.
    const settings = readSettings("hooks.json", readFileSync(join(workshop.root, ".codex", "hooks.json"), "utf8"));
    expect(installedIn(settings).hooks.map(codexHash).sort()).toEqual(
      before.map(({ currentHash }) => currentHash).sort(),
    );
    const trust = before
      .map(({ key, currentHash }) => `[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`)
      .join("");
    expect(new Set((await hooksOf(workshop.root, trust)).map(({ trustStatus }) => trustStatus))).toEqual(
      new Set(["trusted"]),
    );

    const trusting: BedAgent = { ...asPeopleRunIt, home: (start) => withConfig(start, trust) };
    const { model } = await workshop.work(trusting, write);
    expect(model.told("write")).toContain("NO_ACTIVE_INTENT");
    expect(workshop.read("src/auth/early.ts")).toBeNull();
  });

  it("stay trusted when Writ is installed again", async () => {
    const before = await hooksOf(workshop.root, "");
    await workshop.writ("init", "--agent", codex.id, "--yes");
    expect(await hooksOf(workshop.root, "")).toEqual(before);
  });
});

function withConfig(start: Parameters<BedAgent["home"]>[0], more: string): Record<string, string> {
  const path = ".codex/config.toml";
  return { ...codex.home(start), [path]: `${codex.home(start)[path]}${more}` };
}

/** The hooks of a repository as Codex itself lists them, under a config of one's own. */
async function hooksOf(root: string, config: string): Promise<Hook[]> {
  const own = join(dirname(root), "app-server");
  const found = await filesOf(codex.pin);
  const start = {
    place: { root, start: root, own, path: "", runtime: "" },
    url: "http://127.0.0.1:9",
    prompt: "",
    ...found,
  };
  mkdirSync(join(own, ".codex"), { recursive: true });
  for (const [path, content] of Object.entries(withConfig(start, config))) writeFileSync(join(own, path), content);
  const env = { HOME: own, PATH: "/usr/bin:/bin", SCRIPTED_KEY: "test-key" };
  const child = spawn(found.node, [found.file, "app-server"], {
    cwd: root,
    env,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: 60_000,
  });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 1, method: "initialize", params: { clientInfo: { name: "bed", version: "1" } } });
  let hooks: Hook[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line);
    if (message.id === 1) {
      send({ method: "initialized" });
      send({ id: 2, method: "hooks/list", params: { cwds: [root] } });
    }
    if (message.id !== 2) continue;
    hooks = message.result.data[0].hooks.map(({ key, currentHash, trustStatus }: Hook) => ({
      key,
      currentHash,
      trustStatus,
    }));
    break;
  }
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return hooks;
}
