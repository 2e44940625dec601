import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ofRule, ok, rulesOf, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const [from, to] = ["src/auth/Makefile", "src/auth/GNUmakefile"];
const text = "deploy:\n\techo approved one\n\techo approved two\n\techo approved three\n";
const less = text.replace("\techo approved two\n", "");

/** An agent wrote a file that a script agreed to; nothing is committed yet. */
async function approved() {
  const work = await startWork({}, { config: "assurance: {sensitive: script}\n" });
  const { error } = await work.claude.write(from, text);
  await ok(work.bed.writ(["approve", String(error?.meta.ticket), "--yes"]));
  expect((await work.claude.write(from, text)).says).toBe("pass");
  return work;
}

describe("what a person agreed to is known under another name", () => {
  it("that a commit gave it", async () => {
    const { bed, commit, report } = await approved();
    commit();
    bed.git("mv", from, to);
    commit("moved");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
    await bed.put(to, less);
    commit("changed");
    expect(ofRule(await report(), "changed-after-approval")).toMatchObject([
      { path: to, message: expect.stringContaining(`It is ${to} now.`) },
    ]);
  });

  it("that it got before the first commit", async () => {
    const { bed, commit, report } = await approved();
    renameSync(join(bed.root, from), join(bed.root, to));
    commit();
    expect(await report()).toMatchObject({ ok: true, findings: [] });
    await bed.put(to, less);
    commit("changed");
    expect(ofRule(await report(), "changed-after-approval")).toMatchObject([{ path: to }]);
  });

  it("and a later call explains what became of it", async () => {
    const { bed, claude, commit, report } = await approved();
    commit();
    bed.git("mv", from, "src/auth/deploy.ts");
    commit("moved");
    await claude.read("src/auth/deploy.ts");
    expect((await claude.edit("src/auth/deploy.ts", "\techo approved two\n", "")).says).toBe("pass");
    commit("changed");
    expect(rulesOf(await report())).toEqual([]);
  });

  it("and so is an answer that was too weak", async () => {
    const { bed, commit, report } = await approved();
    commit();
    bed.git("mv", from, to);
    await bed.put(".orchestration/config.yaml", "assurance: {sensitive: native}\n");
    commit("moved");
    expect(ofRule(await report(), "weak-approval")).toMatchObject([{ path: to, severity: "error" }]);
  });
});
