import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installedIn, isFormerLine, readSettings } from "@writ/adapters/wiring";
import { describe, expect, it } from "vitest";
import { type Bed, command, folder, ok } from "../scenarios/cli-bed.ts";
import { type Agent, hear, startAgent, tracesIn } from "../scenarios/harness.ts";
import { unpack } from "./repository-archive.ts";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));
const checkout = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
/** One of each release, made by `make-repository.ts` while the version was current, and never changed since. */
const archives = readdirSync(fixtures).filter((name) => /^repository-.*\.tar\.gz$/.test(name));

/** The repository as that version left it, for this machine. */
async function unpacked(archive: string): Promise<Bed> {
  const bed = await folder();
  unpack(`${fixtures}${archive}`, bed.root, { command, checkout });
  return bed;
}

/** What a command answers; most things in it have dates, so tests look at the facts. */
async function asked(bed: Bed, ...args: string[]) {
  return JSON.parse(await ok(bed.writ([...args, "--json"])));
}

describe.skipIf(process.platform === "win32").each(archives)("%s", { timeout: 120_000 }, (archive) => {
  it("is intact and in order", async () => {
    const bed = await unpacked(archive);
    expect(await asked(bed, "verify")).toMatchObject({
      ok: true,
      records: 31,
      live: 18,
      published: 13,
      problems: [],
      notices: [],
      alarms: [],
      anchors: [{ heads: 5 }],
    });
    const { findings } = await asked(bed, "doctor");
    expect(findings.filter(({ level }: { level: string }) => level === "error")).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({ level: "warning", about: "shim", fix: "Run: writ init" }),
    );
    expect(await asked(bed, "status")).toMatchObject({
      hooks: { wired: ["claude-code", "codex"], find_writ: true },
      intents: { total: 2, open: ["INT-001", "INT-002"] },
      tickets: [],
      unpublished: 0,
      strays: [],
      untrusted: [],
      untrusted_hooks: [],
    });
  });

  it("tells its history as it was", async () => {
    const bed = await unpacked(archive);
    const log = (await ok(bed.writ(["log", "--json"])))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const told = log.map(({ kind, decision, code, metadata, intent }) =>
      kind === "trace"
        ? `${metadata.agent} ${metadata.tool} ${metadata.intent}`
        : [decision, code, intent].filter(Boolean).join(" "),
    );
    expect(told).toEqual([
      "trusted",
      "accepted INT-001",
      "accepted INT-002",
      "trusted",
      "selected INT-001",
      "claude-code Write INT-001",
      "claude-code Write INT-001",
      "refused SCOPE_VIOLATION INT-001",
      "asked APPROVAL_REQUIRED INT-001",
      "approved INT-001",
      "claude-code Write INT-001",
      "selected INT-002",
      "codex apply_patch INT-002",
      "anchored",
      "strayed INT-001",
      "undone INT-001",
      "selected INT-002",
      "claude-code Write INT-002",
    ]);
    const makers = async (path: string) =>
      (await asked(bed, "blame", path)).map(({ author, intent, session }: Record<string, string | null>) =>
        [author, intent, session].filter(Boolean).join(" "),
      );
    expect(await makers("src/auth/login.ts")).toEqual(["human", "ai INT-001 claude-1", "ai INT-001 claude-1", "human"]);
    expect(await makers("src/billing/tax.ts")).toEqual(["ai INT-002 codex-1"]);
    // Not committed: only the live ledger tells of it.
    expect(await makers("src/billing/invoice.ts")).toEqual(["human", "ai INT-002 claude-2"]);
    expect(await asked(bed, "why", "src/auth/login.ts:2")).toMatchObject({
      lines: { all: 4, ai: 2, human: 2, unknown: 0 },
      stretches: [
        {
          from: 2,
          to: 2,
          author: "ai",
          change: { session: "claude-1", tool: "Write", intent: { id: "INT-001", name: "Lock accounts" } },
          commits: [{ state: "committed", author: "Ada", summary: "Lock accounts after three tries" }],
        },
      ],
    });
    expect(await asked(bed, "check", "HEAD~2..HEAD")).toMatchObject({
      ok: true,
      findings: [],
      summary: { lines: { ai: 5, human: 5, unknown: 0 }, approvals: [{ risk: "sensitive", paths: ["package.json"] }] },
    });
    expect(await bed.read("AGENT.md")).toContain("Run the tests before a commit.");
  });

  it("goes on in the same chain, with the hooks of both agents", async () => {
    const bed = await unpacked(archive);
    const agent = startAgent(bed);
    const before = tracesIn(bed.root);
    const claude = agent.session("claude-3");
    await claude.start();
    expect((await claude.write("src/auth/next.ts", "x\n")).says).toBe("NO_ACTIVE_INTENT");
    await claude.select("INT-001");
    expect((await claude.write("src/auth/next.ts", "export const next = 1;\n")).says).toBe("pass");
    expect((await claude.write("src/billing/next.ts", "x\n")).says).toBe("SCOPE_VIOLATION");
    expect(await toldByCodex(agent, bed, "src/auth/next.ts")).toBe("NO_ACTIVE_INTENT");
    const after = tracesIn(bed.root);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)?.metadata).toMatchObject({
      writer: before.at(-1)?.metadata.writer,
      seq: Number(before.at(-1)?.metadata.seq) + 1,
    });
    expect(await asked(bed, "verify")).toMatchObject({ ok: true, problems: [], alarms: [] });
  });

  it("has hooks of an earlier form, which go on until init renews them and are taken out like any other", async () => {
    const bed = await unpacked(archive);
    const before = await Promise.all(settings.map(async (path) => linesIn(path, await bed.read(path))));
    expect(before.flat().every(isFormerLine)).toBe(true);
    const { findings } = await asked(bed, "doctor");
    for (const agent of ["claude-code", "codex"])
      expect(findings).toContainEqual(
        expect.objectContaining({ agent, level: "warning", message: expect.stringContaining("an earlier hook line") }),
      );
    await ok(bed.writ(["init", "--yes"]));
    await ok(bed.writ(["uninstall", "--yes"]));
    const after = await bed.snapshot();
    for (const path of settings) expect(after[path]).toBeUndefined();
  });

  it("is upgraded by init, which changes no tracked file that it does not name", async () => {
    const bed = await unpacked(archive);
    const changed = () =>
      bed
        .git("status", "--short")
        .split("\n")
        .map((line) => line.trim());
    const before = changed();
    const told = await ok(bed.writ(["init", "--yes"]));
    const more = changed().filter((line) => !before.includes(line));
    expect(more.filter((line) => !told.includes(line.replace(/^\S+ /, "")))).toEqual([]);
    const { findings } = await asked(bed, "doctor");
    expect(findings.filter(({ level }: { level: string }) => level === "error")).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ level: "ok", about: "shim" }));
    for (const path of settings) {
      const lines = linesIn(path, await bed.read(path));
      expect(lines.filter(isFormerLine)).toEqual([]);
      expect(lines.length).toBeGreaterThan(4);
    }
    const renewed = await bed.snapshot();
    await ok(bed.writ(["init", "--yes"]));
    const again = await bed.snapshot();
    for (const path of settings) expect(again[path]).toBe(renewed[path]);
    // One more than before: who renewed the shim.
    expect(await asked(bed, "verify")).toMatchObject({ ok: true, records: 32, alarms: [] });
  });
});

/** Where the hooks of its two agents are. */
const settings = [".claude/settings.json", ".codex/hooks.json"];

const linesIn = (path: string, text: string): string[] =>
  installedIn(readSettings(path, text)).hooks.map(({ line }) => line);

/** What Codex is told of a patch that it has not selected an intent for. */
async function toldByCodex(agent: Agent, bed: Bed, path: string): Promise<string> {
  const payload = {
    session_id: "codex-2",
    turn_id: "t-1",
    cwd: bed.root,
    hook_event_name: "PreToolUse",
    permission_mode: "default",
    tool_name: "apply_patch",
    tool_input: { command: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` },
    tool_use_id: "call-1",
  };
  return hear("PreToolUse", await agent.hook("PreToolUse", JSON.stringify(payload), { agent: "codex" })).says;
}
