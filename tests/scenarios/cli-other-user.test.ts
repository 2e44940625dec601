import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { twoIntents } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { twoSessions } from "../ledger-bed.ts";
import { asOther, canChangeUser, nobody, unlisted } from "../other-user.ts";
import { type Bed, folder, ok, repository } from "./cli-bed.ts";

/** Runs the command in a bed as somebody it does not belong to, who may read everything but what is kept from others. */
function asNobody(bed: Bed, args: readonly string[]): { code: number | null; said: string } {
  const env = { ...bed.env, HOME: "/nonexistent", XDG_RUNTIME_DIR: "/nonexistent", WRIT_DAEMON: "0" };
  const { code, out, err } = asOther(bed.root, nobody, args, env);
  return { code, said: `${out}${err}` };
}

describe.runIf(canChangeUser)("a working copy of another user", { timeout: 120_000 }, () => {
  it("is told of in pseudonyms, and what git refuses is said with what to do", async () => {
    const bed = await twoSessions();
    await ok(bed.writ(["verify", "--anchor"]));
    spawnSync("chmod", ["-R", "a+rX", bed.root]);
    spawnSync("chmod", ["600", join(bed.root, ".orchestration/.state/people.json")]);
    const dubious = expect.stringContaining("git config --global --add safe.directory");
    expect(asNobody(bed, ["check"])).toEqual({ code: 2, said: dubious });
    for (const args of [
      ["intent", "show", "INT-001"],
      ["why", "src/auth/a1.ts:1"],
      ["status"],
      ["verify", "--repair"],
    ]) {
      const { said } = asNobody(bed, args);
      expect({ args, said }).not.toEqual({ args, said: expect.stringMatching(/fault in Writ|free space/) });
    }
  });
});

describe.runIf(canChangeUser)("a user id that the system does not know, without a home", { timeout: 120_000 }, () => {
  it("can use every command", async () => {
    const bed = await repository();
    spawnSync("chown", ["-R", `${unlisted}:${unlisted}`, bed.root]);
    const env = { PATH: bed.env.PATH ?? "", WRIT_DAEMON: "0" };
    for (const args of [
      ["--version"],
      ["init", "--agent", "claude-code", "--intent-name", "Login", "--scope", "src/auth/**"],
      ["status"],
      ["doctor"],
      ["explain", "ls ~/x", "--intent", "INT-001"],
      ["uninstall"],
    ])
      expect({ args, ...asOther(bed.root, unlisted, args, env) }).toMatchObject({ args, code: 0, err: "" });
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
