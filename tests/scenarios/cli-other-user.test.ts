import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { twoIntents } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { twoSessions } from "../ledger-bed.ts";
import { type Bed, command, folder, ok } from "./cli-bed.ts";

const canChangeUser = process.getuid?.() === 0 && spawnSync("setpriv", ["--version"]).error === undefined;

/** Runs the command in a bed as somebody it does not belong to, who may read everything but what is kept from others. */
function asOther(bed: Bed, args: readonly string[]): { code: number | null; said: string } {
  const as = ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, command, ...args];
  const env = { ...bed.env, HOME: "/nonexistent", XDG_RUNTIME_DIR: "/nonexistent", WRIT_DAEMON: "0" };
  const { status, stdout, stderr } = spawnSync("setpriv", as, { cwd: bed.root, env, encoding: "utf8" });
  return { code: status, said: `${stdout}${stderr}` };
}

describe.runIf(canChangeUser)("a working copy of another user", () => {
  it("is told of in pseudonyms, and what git refuses is said with what to do", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    spawnSync("chmod", ["-R", "a+rX", bed.root]);
    spawnSync("chmod", ["600", join(bed.root, ".orchestration/.state/people.json")]);
    const dubious = expect.stringContaining("git config --global --add safe.directory");
    expect(asOther(bed, ["check"])).toEqual({ code: 2, said: dubious });
    for (const args of [
      ["intent", "show", "INT-001"],
      ["why", "src/auth/a1.ts:1"],
      ["status"],
      ["verify", "--repair"],
    ]) {
      const { said } = asOther(bed, args);
      expect({ args, said }).not.toEqual({ args, said: expect.stringMatching(/fault in Writ|free space/) });
    }
  });
});

describe("a sidecar without a list of what git leaves out", () => {
  it("keeps its state from git all the same", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    await bed.put(".orchestration/active_intents.yaml", twoIntents);
    await ok(bed.writ(["pause", "1m", "--reason", "looking"]));
    expect(existsSync(join(bed.root, ".orchestration/.state/people.json"))).toBe(true);
    bed.git("add", "--all");
    expect(bed.git("diff", "--cached", "--name-only")).not.toContain(".state");
  });
});
