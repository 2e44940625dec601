import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, hasTerminal, json, ok, repository } from "./cli-bed.ts";
import { decisionsIn, governed, startAgent, tracesIn } from "./harness.ts";

const config = "runners: [make]\n";
const files = { "src/auth/jwt.ts": "one\ntwo\n", "README.md": "hello\n", ".gitignore": "dist/\n" };

async function aStray(more: (bed: Bed) => Promise<unknown> = async () => {}) {
  const bed = await governed(files, { config });
  const session = startAgent(bed).session("S-1");
  await session.select("INT-001");
  const call = async (work: () => Promise<unknown>) => {
    const over = { id: `toolu_${Math.random()}` };
    const before = await session.before("Bash", { command: "make" }, over);
    expect(before.says).toBe("pass");
    await work();
    return session.after("Bash", { command: "make" }, over);
  };
  const heard = await call(async () => {
    await bed.put("README.md", "ruined\n");
    await bed.put("src/auth/jwt.ts", "one\n2\n");
    await bed.put("new/file.txt", "x\n");
    await more(bed);
  });
  const undos = (await json(bed.writ(["undo", "--json"]))) as { id: string }[];
  return { bed, session, call, heard, id: undos[0]?.id ?? "" };
}

describe("a command that left its scope", () => {
  it("is told to the model and the person, shown by status, and put back by undo", async () => {
    const { bed, heard, id } = await aStray();
    expect(heard.context).toContain("README.md");
    expect(JSON.parse(heard.out).systemMessage).toContain(`writ undo ${id}`);
    expect(tracesIn(bed.root).flatMap((trace) => trace.files.map((file) => file.relative_path))).toEqual([
      "src/auth/jwt.ts",
    ]);
    expect(await ok(bed.writ(["status"]))).toContain(id);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      strays: [{ id, session: "S-1", files: ["README.md", "new/file.txt"] }],
      unrecorded: { files: [] },
    });
    expect(await ok(bed.writ(["undo", id, "--dry-run"]))).toContain("take away   new/file.txt");
    expect(await bed.read("README.md")).toBe("ruined\n");

    const done = (await json(bed.writ(["undo", id, "--yes", "--json"]))) as { undo: string };
    expect(done).toMatchObject({ id, restored: ["README.md", "new/file.txt"], left: [] });
    expect(await bed.read("README.md")).toBe("hello\n");
    expect(existsSync(join(bed.root, "new"))).toBe(false);
    expect(await bed.read("src/auth/jwt.ts")).toBe("one\n2\n");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ strays: [] });
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({ decision: "undone", reason: id, assurance: "script" });

    await ok(bed.writ(["undo", done.undo, "--yes"]));
    expect(await bed.read("README.md")).toBe("ruined\n");
    await ok(bed.writ(["verify"]));
  });

  it("leaves what a person changed since, unless forced", async () => {
    const { bed, id } = await aStray();
    await bed.put("README.md", "mended\n");
    expect(await bed.writ(["undo", id, "--dry-run"])).toMatchObject({ code: 1 });
    const first = await bed.writ(["undo", id, "--yes"]);
    expect(first.code).toBe(1);
    expect(first.err).toContain("README.md");
    expect(await bed.read("README.md")).toBe("mended\n");
    await ok(bed.writ(["undo", id, "--dry-run", "--force"]));
    await ok(bed.writ(["undo", id, "--yes", "--force"]));
    expect(await bed.read("README.md")).toBe("hello\n");
  });

  it("can be agreed to", async () => {
    const { bed, id } = await aStray();
    for (const more of ["--dry-run", "--force"])
      expect(await bed.writ(["undo", id, "--keep", "--yes", more])).toMatchObject({ code: 2 });
    expect((await bed.writ(["undo", id, "--keep"])).err).toContain("--yes");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ strays: [{ id }] });
    await ok(bed.writ(["undo", id, "--keep", "--yes"]));
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ strays: [] });
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({ decision: "acknowledged", reason: id });
  });

  it.runIf(hasTerminal)("is asked about on a terminal", async () => {
    const { bed, id } = await aStray();
    const no = await bed.writOnTerminal(["undo", id], [["Put 2 files back?", "n\r"]]);
    expect(no.code).not.toBe(0);
    expect(await bed.read("README.md")).toBe("ruined\n");
    const kept = await bed.writOnTerminal(["undo", id, "--keep"], [["Keep 2 files as they are now?", "n\r"]]);
    expect(kept.code).not.toBe(0);
    const yes = await bed.writOnTerminal(["undo", id], [["Put 2 files back?", "y\r"]]);
    expect(yes.code).toBe(0);
    expect(await bed.read("README.md")).toBe("hello\n");
  });

  it("counts what was moved once, and says how an undo stands", async () => {
    const { bed, id } = await aStray((bed) => rename(join(bed.root, ".gitignore"), join(bed.root, "moved")));
    expect(await ok(bed.writ(["undo"]))).toContain("moved (was .gitignore)");
    expect(await ok(bed.writ(["undo", id, "--yes"]))).toContain("Put back 3 files: ");
    expect(await ok(bed.writ(["undo"]))).toMatch(/the undo of U-\w{6} .* done$/m);
  });

  it("is a person's to undo", async () => {
    const { bed, session, id } = await aStray();
    expect((await session.bash(`writ undo ${id} --yes`)).says).not.toBe("pass");
    const refused = await startAgent(bed).writ(["undo", id, "--yes"]);
    expect(refused.code).toBe(1);
    expect(await bed.read("README.md")).toBe("ruined\n");
  });

  it("says what it does not know", async () => {
    const bed = await governed(files);
    expect(await ok(bed.writ(["undo"]))).toContain("Nothing to undo");
    expect(await bed.writ(["undo", "U-000000"])).toMatchObject({ code: 1 });
    expect(await bed.writ(["alarms", "acknowledge", "A-000000"])).toMatchObject({ code: 1 });
    const { id, bed: other } = await aStray();
    for (const option of ["--yes", "--keep", "--dry-run", "--force"]) {
      const nameless = await other.writ(["undo", option]);
      expect(nameless).toMatchObject({ code: 2, out: "" });
      expect(nameless.err).toContain(`writ undo ${id}`);
    }
    expect(await other.read("README.md")).toBe("ruined\n");
    expect((await other.writ(["undo", id])).err).toContain("--yes");
  });
});

describe("a protected file that a command changed", () => {
  it("is an alarm until a person has looked at it", async () => {
    const { bed } = await aStray(async (bed) => {
      await bed.put(".git/hooks/post-checkout", "#!/bin/sh\n");
      await chmod(join(bed.root, ".git/hooks/post-checkout"), 0o755);
    });
    expect(await ok(bed.writ(["status"]))).toContain(".git/hooks/post-checkout is new");
    const verified = await bed.writ(["verify", "--json"]);
    expect(verified.code).toBe(1);
    expect(JSON.parse(verified.out)).toMatchObject({
      ok: false,
      problems: [],
      alarms: [{ path: ".git/hooks/post-checkout", what: "created", session: "S-1" }],
    });
    expect((await bed.writ(["alarms"])).out).toContain("writ alarms acknowledge --all");
    const [alarm] = JSON.parse((await bed.writ(["alarms", "--json"])).out);
    expect(await bed.writ(["alarms", "acknowledge"])).toMatchObject({ code: 2 });
    expect((await startAgent(bed).writ(["alarms", "acknowledge", alarm.id])).code).toBe(1);
    await ok(bed.writ(["alarms", "acknowledge", alarm.id]));
    expect(await ok(bed.writ(["alarms"]))).toContain("No alarms.");
    await ok(bed.writ(["verify"]));
  });

  it("is raised for what changed after init, although no command was looked at yet", async () => {
    const bed = await repository();
    await ok(bed.writ(["init", "--yes", "--agent", "claude-code"]));
    expect(JSON.parse((await bed.writ(["alarms", "--json"])).out)).toEqual([]);
    await bed.put(".claude/settings.json", "{}\n");
    await bed.put(".git/hooks/post-checkout", "x\n");
    expect(JSON.parse((await bed.writ(["alarms", "--json"])).out)).toMatchObject([
      { path: ".claude/settings.json", what: "unwired" },
      { path: ".git/hooks/post-checkout", what: "created" },
    ]);
  });

  it("is none for Writ's own commands, nor for an ordinary day", async () => {
    const bed = await governed(files, { config });
    const session = startAgent(bed).session("S-1");
    await session.start();
    await session.select("INT-001");
    await session.bash("make", async () => {
      await ok(bed.writ(["intent", "add", "--name", "More", "--scope", "docs/**"]));
      await ok(bed.writ(["pause", "1m", "--reason", "x"]));
      await ok(bed.writ(["pause", "--end"]));
      await ok(bed.writ(["init", "--yes", "--agent", "claude-code"]));
      bed.git("commit", "--quiet", "--no-verify", "--all", "--message", "more");
    });
    await session.end();
    expect(JSON.parse((await bed.writ(["alarms", "--json"])).out)).toEqual([]);
  });
});

describe("a hook that dies between two looks", () => {
  it("loses no record, and the next call goes on", async () => {
    const bed = await governed(files, { config });
    const session = startAgent(bed).session("S-1");
    await session.select("INT-001");
    const over = { id: "toolu_killed" };
    await session.before("Bash", { command: "make" }, over);
    await bed.put("README.md", "ruined\n");
    const strays = () =>
      decisionsIn(bed.root).filter(({ decision }) => decision === "strayed" || decision === "drifted");
    const killed = async (killAfterMs: number): Promise<void> => {
      try {
        await session.after("Bash", { command: "make" }, { ...over, killAfterMs });
      } catch {
        // Killed, as it should be.
      }
    };
    for (const killAfterMs of [40, 80, 120, 160, 200, 260]) await killed(killAfterMs);
    // A hook that died before it wrote anything leaves no sign that the command ran: a slow machine needs longer.
    for (let killAfterMs = 400; strays().length === 0 && killAfterMs < 10_000; killAfterMs *= 2)
      await killed(killAfterMs);
    await session.stop();
    expect(strays().length).toBeGreaterThan(0);
    expect(strays().every(({ paths }) => paths?.includes("README.md"))).toBe(true);
    await ok(bed.writ(["verify"]));
    await session.bash("make", () => bed.put("src/auth/jwt.ts", "next\n"));
    expect(
      tracesIn(bed.root)
        .at(-1)
        ?.files.map((file) => file.relative_path),
    ).toEqual(["src/auth/jwt.ts"]);
  });
});

describe("undo keeps to the workspace", () => {
  it("when a folder has become a link meanwhile", async () => {
    const { bed, id } = await aStray();
    const outside = join(bed.env.HOME ?? "", "outside");
    await mkdir(outside);
    await rename(join(bed.root, "new/file.txt"), join(outside, "file.txt"));
    await rm(join(bed.root, "new"), { recursive: true });
    await symlink(outside, join(bed.root, "new"));
    expect(await json(bed.writ(["undo", id, "--yes", "--force", "--json"]))).toMatchObject({ restored: ["README.md"] });
    expect(existsSync(join(outside, "file.txt"))).toBe(true);
  });
});

it("a background job is no reason to fail", async () => {
  const { bed, call } = await aStray();
  const job = spawn("sleep", ["30"], { cwd: bed.root, stdio: "ignore" });
  try {
    await call(async () => {});
    await call(async () => bed.put("src/auth/jwt.ts", "after\n"));
    await ok(bed.writ(["verify"]));
  } finally {
    job.kill();
  }
});
