import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "../create-writ.ts";
import { asOwnChange } from "../snapshot/alarms/own-change.ts";

const pause = { until: "2999-01-01T00:00:00.000Z", reason: "x", by: "p", since: "2020-01-01T00:00:00.000Z" };

function aRepo() {
  const repo = scratch({ "src/billing/a.ts": "1\n" });
  onTestFinished(() => repo.remove());
  return repo;
}

const aFolder = () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-copy-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Whether a write that no intent covers is refused, and why. */
async function verdictAt(root: string) {
  const writ = await createWrit(root);
  const { verdict } = await writ.before({
    name: "tool.before",
    at: "2026-11-15T10:00:00.000Z",
    session: { id: "s", agent: "library" },
    cwd: root,
    request: { tool: "write_to_file", input: { path: "src/billing/a.ts", content: "2\n" }, callId: "c" },
  });
  await writ.close();
  return verdict.kind === "deny" ? verdict.problem.code : verdict.kind;
}

describe("the state of a working copy", () => {
  it("that comes with a clone does not count: a shipped pause opens nothing", async () => {
    const origin = aRepo();
    origin.write(".orchestration/.state/pause.json", JSON.stringify(pause));
    origin.git("add", "-Af");
    origin.git("commit", "-qm", "x");
    const clone = join(aFolder(), "clone");
    origin.git("clone", "-q", origin.root, clone);
    expect(existsSync(join(clone, ".orchestration/.state/pause.json"))).toBe(true);
    expect(await verdictAt(clone)).toBe("SIDECAR_INVALID");
    rmSync(join(clone, ".orchestration/.state"), { recursive: true });
    expect(await verdictAt(clone)).toBe("NO_ACTIVE_INTENT");
  });

  it("cannot bring its own mark along", async () => {
    const origin = aRepo();
    await verdictAt(origin.root);
    expect(existsSync(join(origin.root, ".orchestration/.state/home.json"))).toBe(true);
    origin.write(".orchestration/.state/pause.json", JSON.stringify(pause));
    origin.git("add", "-Af");
    origin.git("commit", "-qm", "x");
    const clone = join(aFolder(), "clone");
    origin.git("clone", "-q", origin.root, clone);
    expect(await verdictAt(clone)).toBe("SIDECAR_INVALID");
  });

  it("moves and is copied with its working copy", async () => {
    const repo = aRepo();
    await verdictAt(repo.root);
    repo.write(".orchestration/.gitignore", ".state/\n");
    await asOwnChange(repo.root, async () => repo.write(".orchestration/.state/pause.json", JSON.stringify(pause)));
    expect(await verdictAt(repo.root)).toBe("pass");
    const copy = join(aFolder(), "copy");
    cpSync(repo.root, copy, { recursive: true });
    expect(await verdictAt(copy)).toBe("pass");
    const moved = join(aFolder(), "moved");
    renameSync(copy, moved);
    expect(await verdictAt(moved)).toBe("pass");
  });

  it("is refused where there is no git to tell where it came from", async () => {
    const folder = aFolder();
    mkdirSync(join(folder, ".orchestration/.state"), { recursive: true });
    writeFileSync(join(folder, ".orchestration/.state/pause.json"), JSON.stringify(pause));
    expect(await verdictAt(folder)).toBe("SIDECAR_INVALID");
    rmSync(join(folder, ".orchestration/.state"), { recursive: true });
    expect(await verdictAt(folder)).toBe("NO_ACTIVE_INTENT");
    expect(await verdictAt(folder)).toBe("NO_ACTIVE_INTENT");
  });
});
