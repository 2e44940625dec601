import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { verifyFiles } from "@writ/stores";
import { expect, it } from "vitest";
import { commit, publishedFile, tamper, tracesFile, twoSessions, verified } from "./ledger-bed.ts";
import type { Bed } from "./scenarios/cli-bed.ts";
import { startAgent } from "./scenarios/harness.ts";
import { dyingAt, wasKilled } from "./scenarios/kill-bed.ts";

/** Runs a command that dies at its n-th change of the disk, for every few n until it lives; gives how often it died. */
async function dying(bed: Bed, args: readonly string[], then: (isWhole: boolean) => Promise<void>): Promise<number> {
  const sidecar = join(bed.root, ".orchestration");
  const copy = join(bed.root, "..", `${bed.root.split("/").at(-1)}.copy`);
  cpSync(sidecar, copy, { recursive: true });
  const terminal = startAgent(bed);
  try {
    for (let at = 1, died = 0; ; at += 5) {
      rmSync(sidecar, { recursive: true });
      cpSync(copy, sidecar, { recursive: true, preserveTimestamps: true });
      const start = dyingAt(at);
      const ended = await terminal.writ(args, { ...start, env: { CLAUDECODE: "", ...start.env } });
      await then(!wasKilled(ended));
      if (!wasKilled(ended)) {
        expect(ended.code, ended.err).toBe(0);
        return died;
      }
      died += 1;
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

it("an erasure that is killed leaves chains that verify, and a second one completes it", async () => {
  const bed = await twoSessions();
  const args = ["erase", "--session", "S-ada-2", "--yes"];
  const died = await dying(bed, args, async () => {
    expect((await verified(bed)).problems).toEqual([]);
    const { code, err } = await bed.writ(args);
    // It may have died with everything done.
    expect(code === 0 || err.includes("No session on record")).toBe(true);
    expect(await verified(bed)).toMatchObject({ ok: true, erased: 8 });
    expect(await bed.read(tracesFile)).not.toContain("S-ada-2");
    expect(await bed.read(publishedFile(bed))).not.toContain("S-ada-2");
    // Whatever was left out is made up for by the next commit: a clone can account for every tombstone.
    await commit(bed, "erased");
    const there = await verifyFiles([], join(bed.root, ".orchestration/ledger"));
    expect(there).toMatchObject({ ok: true, erased: 4 });
    bed.git("reset", "--quiet", "--hard", "HEAD~1");
  });
  expect(died).toBeGreaterThan(5);
}, 300_000);

it("a repair that is killed loses no line, and a second one completes it", async () => {
  const bed = await twoSessions();
  tamper(bed, tracesFile, (lines) => lines.with(2, lines[2]?.replace("src/auth", "src/evil") ?? ""));
  const died = await dying(bed, ["verify", "--repair"], async () => {
    const inLedger = (await bed.read(tracesFile)).includes("src/evil");
    expect(inLedger || existsSync(join(bed.root, ".orchestration/.state/quarantine"))).toBe(true);
    await bed.writ(["verify", "--repair"]);
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [{ file: tracesFile }] });
  });
  expect(died).toBeGreaterThan(3);
}, 300_000);
