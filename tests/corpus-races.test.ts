import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { withFileLock } from "@writ/stores";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { putFile } from "../packages/cli/src/mcp/disk.ts";
import { ownedLock } from "../packages/stores/src/lock/owned-lock.ts";
import { currentOwner, toName } from "../packages/stores/src/lock/owner.ts";
import { approve, openWorld, passes, said } from "./approvals/world.ts";
import { type Program, programOf } from "./children.ts";
import { idsOf } from "./corpus-ids.ts";

/** A session of its own process that selects the intent, writes one file, and is killed or ends. */
const agent = `
  import { writeFileSync, writeSync } from "node:fs";
  import { createWrit } from "../packages/runtime/src/create-writ.ts";
  const [root, name, how] = process.argv.slice(2);
  async function main() {
    const writ = await createWrit(root);
    if (how === "hold") {
      await writ.hold(["src/auth/a.ts"]);
      writeSync(1, "held\\n");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }
    const session = { id: name, agent: "claude-code" };
    await writ.select(session, "INT-001", "library");
    const path = root + "/src/auth/" + name + ".ts";
    const request = { tool: "Write", input: { file_path: path, content: name }, callId: name };
    const event = { at: new Date().toISOString(), session, cwd: root, request };
    const { verdict } = await writ.before({ ...event, name: "tool.before" });
    if (verdict.kind !== "pass") throw new Error(JSON.stringify(verdict));
    writeFileSync(path, name);
    await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
    await writ.close();
  }
  main().catch((error) => { console.error(error); process.exitCode = 1; });
`;

let program: Program;
beforeAll(async () => {
  program = await programOf(agent);
});
afterAll(() => program.remove());

const path = "src/auth/a.ts";

/** What each case of the corpus names, done for real. By id. */
const cases: Record<string, readonly [what: string, run: () => Promise<void>]> = {
  I001: [
    "of two that read the same, the second to write is stale",
    async () => {
      const world = await openWorld();
      const [one, two] = [await world.session("s-1"), await world.session("s-2")];
      await one.read(path);
      await two.read(path);
      expect(passes(await one.write(path, "one\n"))).toBe(true);
      expect(said(await two.write(path, "two\n"))).toBe("STALE_FILE");
      expect(readFileSync(join(world.root, path), "utf8")).toBe("one\n");
    },
  ],
  I003: [
    "a file that is gone since it was read is stale",
    async () => {
      const world = await openWorld();
      const one = await world.session("s-1");
      await one.read(path);
      rmSync(join(world.root, path));
      const { verdict } = await one.write(path, "one\n");
      expect(verdict).toMatchObject({ problem: { code: "STALE_FILE", meta: { current_hash: null } } });
    },
  ],
  I004: [
    "a file that somebody made where there was none is stale",
    async () => {
      const world = await openWorld();
      const [one, two] = [await world.session("s-1"), await world.session("s-2")];
      await one.read("src/auth/new.ts");
      expect(passes(await two.write("src/auth/new.ts", "two\n"))).toBe(true);
      expect(said(await one.write("src/auth/new.ts", "one\n"))).toBe("STALE_FILE");
    },
  ],
  I008: [
    "a link that takes a file's place after the check is not followed",
    async () => {
      const world = await openWorld();
      const one = await world.session("s-1");
      const file = join(world.root, path);
      const decision = await one.before("Write", { file_path: file, content: "x" });
      expect(passes(decision)).toBe(true);
      const hash = decision.facts?.files[file]?.hash ?? null;
      renameSync(file, `${file}.was`);
      symlinkSync("../billing/a.ts", file);
      const wanted = { problem: { code: "STALE_FILE" } };
      await expect(putFile(file, Buffer.from("x"), { path, hash })).rejects.toMatchObject(wanted);
      expect(readFileSync(join(world.root, "src/billing/a.ts"), "utf8")).toBe("export const b = 1;\n");
      // Where the agent writes itself, that it was overtaken is on record, and the next call sees the link for what it is.
      const input = { file_path: file, content: "x" };
      const session = { id: "s-1", agent: "claude-code" } as const;
      const request = { tool: "Write", input, callId: decision.call.callId };
      writeFileSync(file, "x");
      const event = { name: "tool.after", at: "2026-11-15T10:00:00.000Z", session, cwd: world.root, request } as const;
      expect(await world.writ.after(event)).toMatchObject({ raced: [path] });
      expect(said(await one.before("Write", { file_path: file, content: "x" }))).toBe("SCOPE_VIOLATION");
    },
  ],
  I011: [
    "what a command changed under another session's hands is seen before that one writes",
    async () => {
      const world = await openWorld();
      const [one, two] = [await world.session("s-1"), await world.session("s-2")];
      await one.read(path);
      const command = "./deploy";
      await approve(world.writ, await two.bash(command));
      const work = () => writeFileSync(join(world.root, path), "by a command\n");
      expect(passes(await two.call("Bash", { command }, work))).toBe(true);
      expect(said(await one.write(path, "one\n"))).toBe("STALE_FILE");
    },
  ],
  I012: [
    "a claim ends with whoever made it, also when that one is killed",
    async () => {
      const world = await openWorld();
      const holder = program.start(world.root, "s-9", "hold");
      await holder.begun;
      expect(holder.lines).toEqual(["held"]);
      holder.kill();
      await holder.ended;
      const release = await world.writ.hold([path]);
      await release();
    },
  ],
  I013: [
    "another process with the same number is not the holder",
    async () => {
      const world = await openWorld();
      const lock = join(world.root, ".orchestration/.state/leases/a.lock");
      mkdirSync(`${lock}.d`, { recursive: true });
      writeFileSync(join(`${lock}.d`, toName({ ...currentOwner(), start: "0123456789ab" })), "");
      expect(await withFileLock(lock, async () => "in", { kind: "owned", waitMs: 500 })).toBe("in");
    },
  ],
  I014: [
    "a clock that is set back frees nothing and holds nothing longer",
    async () => {
      const world = await openWorld();
      const lock = join(world.root, ".orchestration/.state/leases/b.lock");
      let now = 0;
      const [one, two] = [ownedLock(lock, () => now), ownedLock(lock, () => now)];
      onTestFinished(async () => {
        await Promise.all([one.drop(), two.drop()]);
      });
      const release = await one.take();
      now = -3_600_000;
      expect(await two.take()).toBeNull();
      await release?.();
      const second = await two.take();
      expect(second).not.toBeNull();
      await second?.();
      // A claim that lives through it is still one.
      const held = await world.writ.hold([path]);
      world.wait(-60);
      const other = world.writ.hold([path]);
      let isTaken = false;
      const taking = other.then((letGo) => {
        isTaken = true;
        return letGo();
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(isTaken).toBe(false);
      await held();
      await taking;
    },
  ],
  I015: [
    "twenty processes at once leave twenty whole records in one chain",
    async () => {
      const world = await openWorld();
      const children = Array.from({ length: 20 }, (_, at) => program.start(world.root, `p${at}`, "write"));
      const codes = await Promise.all(children.map(({ ended }) => ended));
      expect(codes, children.map(({ errors }) => errors()).join("")).toEqual(children.map(() => 0));
      const found = await world.writ.traces.last(100);
      expect(new Set(found.map(({ record }) => record.metadata.session)).size).toBe(20);
      expect(await world.writ.verify()).toMatchObject({ ok: true, problems: [] });
    },
  ],
  I017: [
    "git may check out and rebase: the intent stays selected and the ledger is not rolled back",
    async () => {
      const world = await openWorld();
      const git = (...args: string[]) => {
        const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"];
        const { status, stderr } = spawnSync("git", [...who, ...args], { cwd: world.root, encoding: "utf8" });
        expect(status, stderr).toBe(0);
      };
      world.put(
        ".gitignore",
        ".orchestration/.state/\n.orchestration/*.jsonl\n.orchestration/intent_map.md\nAGENT.md\n",
      );
      git("init", "--quiet");
      git("add", "--all");
      git("commit", "--quiet", "-m", "one");
      git("checkout", "--quiet", "-b", "other");
      const one = await world.session("s-1");
      expect(passes(await one.write(path, "other\n"))).toBe(true);
      git("commit", "--quiet", "-am", "two");
      git("checkout", "--quiet", "main");
      world.put("README.md", "x\n");
      git("add", "--all");
      git("commit", "--quiet", "-m", "three");
      git("checkout", "--quiet", "other");
      git("rebase", "--quiet", "main");
      git("checkout", "--quiet", "main");
      const again = await createWrit(world.root);
      onTestFinished(() => again.close());
      expect((await again.sessions.read("s-1"))?.intent).toBe("INT-001");
      expect(await again.traces.last(10)).toHaveLength(1);
      expect(await again.verify()).toMatchObject({ ok: true });
      // The file is another one now, and nobody may write over it unseen.
      expect(said(await one.write(path, "more\n"))).toBe("STALE_FILE");
    },
  ],
};

describe("races of the corpus", () => {
  it.each(Object.entries(cases).map(([id, [what, run]]) => [id, what, run] as const))(
    "%s: %s",
    (_, __, run) => run(),
    60_000,
  );
});

it("leave none out", () => {
  expect(Object.keys(cases)).toEqual(idsOf("race"));
});
