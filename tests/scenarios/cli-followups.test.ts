import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, guarded, hasTerminal, json, ok } from "./cli-bed.ts";
import { decisionsIn } from "./harness.ts";

const at = "2026-01-02T03:04:05.000Z";

/** A queue as hooks leave it behind. */
async function withFollowUps(...wishes: readonly { kind: string; payload: object }[]): Promise<Bed> {
  const bed = await guarded();
  const queue = wishes.map((wish, index) => ({
    ...wish,
    id: `F-${index + 1}`,
    hook: "build_check",
    session: "s",
    at,
    status: "open",
  }));
  await bed.put(".orchestration/.state/followups.json", JSON.stringify(queue));
  return bed;
}

const command = (words: unknown, more: object = {}) => ({ kind: "run_command", payload: { command: words, ...more } });
const statusOf = async (bed: Bed, id: string) => {
  const all = (await json(bed.writ(["followups", "list", "--all", "--json"]))) as { id: string; status: string }[];
  return all.find((one) => one.id === id)?.status;
};

describe("writ followups", () => {
  it("lists what waits: id, hook, when, what", async () => {
    const bed = await withFollowUps(
      { kind: "open_file", payload: { path: "src/auth/login.ts", line: 3 } },
      command(["npm", "test"]),
      { kind: "create_task", payload: { title: "Mend\u001b[2J it" } },
    );
    const out = await ok(bed.writ(["followups"]));
    expect(out).toMatch(/^F-1 +build_check +2026-01-02 03:04Z +open src\/auth\/login\.ts:3$/m);
    expect(out).toMatch(/^F-2 .* run npm test$/m);
    expect(out).toContain("task: Mend\\e[2J it");
    expect(await ok(bed.writ(["followups", "list"]))).toBe(out);
  });

  it("knows a word that is none of its commands", async () => {
    const bed = await guarded();
    expect(await bed.writ(["followups", "foo"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown command 'foo'"),
    });
    expect(await json(bed.writ(["followups", "--json"]))).toEqual([]);
    expect(await ok(bed.writ(["followups", "--help"]))).toContain("drop");
  });

  it("says that nothing waits", async () => {
    const bed = await guarded();
    expect(await ok(bed.writ(["followups"]))).toBe("Nothing waits.\n");
    expect(await json(bed.writ(["followups", "list", "--json"]))).toEqual([]);
  });

  it("drops one, and says that one is done; both are written down", async () => {
    const bed = await withFollowUps(command("a"), command("b"));
    await ok(bed.writ(["followups", "drop", "F-1"]));
    await ok(bed.writ(["followups", "done", "F-2"]));
    expect(await ok(bed.writ(["followups"]))).toBe("Nothing waits.\n");
    expect([await statusOf(bed, "F-1"), await statusOf(bed, "F-2")]).toEqual(["dropped", "done"]);
    expect(decisionsIn(bed.root).slice(-2)).toMatchObject([
      { decision: "rejected", reason: "follow-up F-1 (run_command) of the hook build_check: dropped" },
      { decision: "approved", reason: "follow-up F-2 (run_command) of the hook build_check: done" },
    ]);
    expect(await bed.writ(["followups", "done", "F-1"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("dropped already"),
    });
    expect(await bed.writ(["followups", "done", "F-9"])).toMatchObject({ code: 2 });
  });
});

describe("writ followups run", () => {
  it("names a file with its line", async () => {
    const bed = await withFollowUps({ kind: "open_file", payload: { path: "src/auth/login.ts", line: 3 } });
    expect(await ok(bed.writ(["followups", "run", "F-1"]))).toBe("src/auth/login.ts:3\n");
    expect(await statusOf(bed, "F-1")).toBe("done");
  });

  it.each([["../outside"], ["/etc/passwd"], ["link/passwd"], ["missing.ts"]])("opens no %s", async (path) => {
    const bed = await withFollowUps({ kind: "open_file", payload: { path } });
    await symlink("/etc", join(bed.root, "link"));
    expect(await bed.writ(["followups", "run", "F-1"])).toMatchObject({ code: 2 });
    expect(await statusOf(bed, "F-1")).toBe("open");
  });

  it("runs no command without a terminal", async () => {
    const bed = await withFollowUps(
      command(["touch", "ran"]),
      command("touch ran"),
      command("touch ran", { cwd: ".." }),
    );
    for (const id of ["F-1", "F-2", "F-3"]) {
      expect(await bed.writ(["followups", "run", id])).toMatchObject({ code: 2 });
      // What a script says counts for less than this repository wants for a command.
      if (id !== "F-3") expect(await bed.writ(["followups", "run", id, "--yes"])).toMatchObject({ code: 1 });
    }
    expect(existsSync(join(bed.root, "ran"))).toBe(false);
    expect(await statusOf(bed, "F-1")).toBe("open");
  });

  it.runIf(hasTerminal)("shows the exact command, asks, and runs it at the root", async () => {
    const bed = await withFollowUps(command(["sh", "-c", "pwd; touch 'ran it'"]), command("echo $((1+1)) && exit 4"));
    const one = await bed.writOnTerminal(["followups", "run", "F-1"], [["Run it?", "y"]]);
    expect(one.out).toContain("| 'pwd; touch '\\''ran it'\\'''");
    expect(one.out).toContain(bed.root);
    expect(existsSync(join(bed.root, "ran it"))).toBe(true);
    const two = await bed.writOnTerminal(["followups", "run", "F-2"], [["Run it?", "y"]]);
    expect(two.out).toContain("exit code 4, so F-2 still waits");
    expect(two.code).toBe(1);
    expect([await statusOf(bed, "F-1"), await statusOf(bed, "F-2")]).toEqual(["done", "open"]);
    await bed.writOnTerminal(["followups", "run", "F-2"], [["Run it?", "y"]]);
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({ decision: "approved", assurance: "tty" });
  });

  it.runIf(hasTerminal)("leaves it where it is when the person says no", async () => {
    const bed = await withFollowUps(command("touch ran"));
    await bed.writOnTerminal(["followups", "run", "F-1"], [["Run it?", "n"]]);
    expect(existsSync(join(bed.root, "ran"))).toBe(false);
    expect(await statusOf(bed, "F-1")).toBe("open");
  });

  it("offers the command that adds an intent for a task", async () => {
    const bed = await withFollowUps({
      kind: "create_task",
      payload: { title: "Mend 'it'; rm x", scope: ["src/a/**"] },
    });
    const out = await ok(bed.writ(["followups", "run", "F-1"]));
    expect(out).toContain("writ intent add --name 'Mend '\\''it'\\''; rm x' --scope 'src/a/**'");
    expect(await statusOf(bed, "F-1")).toBe("open");
  });

  it("says what cannot be carried out", async () => {
    const bed = await withFollowUps(command(3));
    expect(await bed.writ(["followups", "run", "F-1"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("no command"),
    });
  });
});
