import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { json, ok } from "./cli-bed.ts";
import { closeToWriting, mountSmall } from "./disks.ts";
import { decisionsIn, tracesIn } from "./harness.ts";
import { findings, working } from "./working.ts";

describe("a sidecar that cannot be written", () => {
  it("refuses changes and says why; reading goes on", async ({ skip }) => {
    const { bed, claude } = await working();
    closeToWriting(join(bed.root, ".orchestration"), skip);
    const { error } = await claude.write("src/auth/a.ts", "c\n");
    expect(error).toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringMatching(/permission denied|read-only/),
    });
    expect((await claude.select("INT-002")).says).toBe("STORE_FAILED");
    expect((await claude.before("Read", { file_path: join(bed.root, "src/auth/a.ts") })).says).toBe("pass");
    expect(await bed.read("src/auth/a.ts")).toBe("b\n");
    const { code, text } = await findings(bed);
    expect(code).toBe(1);
    expect(text).toContain("cannot be written");
    expect(await ok(bed.writ(["status"]))).toContain("INT-001");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("a brain that is a link changes no verdict, and is not followed", async () => {
    const { bed, claude } = await working();
    await bed.put("CLAUDE.md", "# Ours\n");
    symlinkSync("CLAUDE.md", join(bed.root, "AGENT.md"));
    expect((await claude.write("src/billing/a.ts", "x\n")).says).toBe("SCOPE_VIOLATION");
    expect(await bed.read("CLAUDE.md")).toBe("# Ours\n");
    expect(decisionsIn(bed.root).slice(-2)).toMatchObject([
      { decision: "refused", code: "SCOPE_VIOLATION" },
      { decision: "failed", code: "STORE_FAILED", reason: "step:lesson" },
    ]);
  });

  it("a file the agent may not write fails in the agent's hands, and leaves a lesson and no trace", async ({
    skip,
  }) => {
    const { bed, claude } = await working();
    closeToWriting(join(bed.root, "src/auth/a.ts"), skip);
    const input = { file_path: join(bed.root, "src/auth/a.ts"), content: "c\n" };
    expect((await claude.before("Write", input, { id: "t" })).says).toBe("pass");
    expect(() => writeFileSync(input.file_path, input.content)).toThrow();
    await claude.failed("Write", input, { id: "t" });
    expect(tracesIn(bed.root)).toHaveLength(1);
    expect(await bed.read("AGENT.md")).toContain("failed on `src/auth/a.ts`");
  });
});

describe("a disk that is full", () => {
  /** The same, with the sidecar on a disk of half a megabyte. */
  async function onSmallDisk(skip: (reason: string) => never) {
    const { bed, claude } = await working();
    const place = join(bed.root, ".orchestration");
    await cp(place, join(bed.root, "kept"), { recursive: true });
    mountSmall(place, "512k", skip);
    await cp(join(bed.root, "kept"), place, { recursive: true });
    rmSync(join(bed.root, "kept"), { recursive: true });
    const ballast = join(place, ".state", "ballast");
    const fill = () => {
      try {
        for (let size = 0; size < 600; size += 1) writeFileSync(ballast, Buffer.alloc(1024), { flag: "a" });
      } catch {
        // Full.
      }
    };
    return { bed, claude, fill, free: () => rmSync(ballast) };
  }

  it("refuses changes, keeps what it has, and goes on when there is room", async ({ skip }) => {
    const { bed, claude, fill, free } = await onSmallDisk(skip);
    fill();
    const { error } = await claude.write("src/auth/a.ts", "c\n");
    expect(error).toMatchObject({ code: "STORE_FAILED", message: expect.stringContaining("the disk is full") });
    expect(await bed.read("src/auth/a.ts")).toBe("b\n");
    expect((await findings(bed)).text).toMatch(/ENOSPC|disk is full/);
    free();
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("pass");
    expect(tracesIn(bed.root)).toHaveLength(2);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("that fills up between decision and record: the agent hears of it, and the change is not forgotten", async ({
    skip,
  }) => {
    const { bed, claude, fill, free } = await onSmallDisk(skip);
    // Many lines make a record that needs more room than ending the call gives back.
    const content = Array.from({ length: 4_000 }, (_, at) => `line ${at}\n`).join("");
    const input = { file_path: join(bed.root, "src/auth/a.ts"), content };
    expect((await claude.before("Write", input, { id: "t" })).says).toBe("pass");
    await bed.put("src/auth/a.ts", content);
    fill();
    const { code, err } = await claude.after("Write", input, { id: "t" });
    expect(code).toBe(2);
    expect(err).toContain("the disk is full");
    free();
    await claude.stop();
    const traced = tracesIn(bed.root).some(({ metadata }) => metadata.call_id === "t");
    const unmatched = decisionsIn(bed.root).some(({ decision }) => decision === "unmatched");
    expect(traced || unmatched).toBe(true);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });
});
