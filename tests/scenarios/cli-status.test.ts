import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, folder, guarded, json, ok, repository } from "./cli-bed.ts";
import { homeOf, wired } from "./doctor-bed.ts";
import { governed, startAgent } from "./harness.ts";
import { putHook } from "./hooks-bed.ts";
import { working } from "./working.ts";

/** What `writ status --json` says about changes nobody recorded. */
interface Unrecorded {
  readonly files: readonly string[];
  readonly unlooked: number;
  readonly silent: readonly { readonly session: string; readonly agent: string; readonly files: number }[];
}

async function unrecorded(bed: Bed): Promise<Unrecorded> {
  const said = await json(bed.writ(["status", "--json"]));
  return (said as { unrecorded: Unrecorded }).unrecorded;
}

/** As the last commit left it, a moment ago. */
const moment = () => new Promise((done) => setTimeout(done, 20));

describe("changes without a record", () => {
  it("are none right after init, and none that git ignores", async () => {
    const bed = await guarded();
    await bed.put(".gitignore", "dist/\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "ignore");
    await bed.put("dist/out.js", "1\n");
    expect(await unrecorded(bed)).toEqual({ files: [], unlooked: 0, silent: [] });
    expect(await ok(bed.writ(["status"]))).not.toContain("without a record");
  });

  it("are not the settings and the commit hook init has just written", async () => {
    const bed = await repository();
    await bed.put(".husky/pre-commit", "npx lint-staged\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "husky");
    await ok(bed.writ(["init", "--agent", "all"]));
    expect(await unrecorded(bed)).toMatchObject({ files: [] });
  });

  it("are what a person changed, said in one line", async () => {
    const bed = await guarded();
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "guarded");
    await moment();
    await bed.put("src/auth/login.ts", "export const login = 2;\n");
    await bed.put("src/auth/new one.ts", "new\n");
    rmSync(join(bed.root, "src/billing/invoice.ts"));
    expect((await unrecorded(bed)).files.toSorted()).toEqual([
      "src/auth/login.ts",
      "src/auth/new one.ts",
      "src/billing/invoice.ts",
    ]);
    const lines = (await ok(bed.writ(["status"]))).split("\n").filter((line) => line.includes("without a record"));
    expect(lines).toEqual([
      expect.stringMatching(/^3 files changed without a record, by you, or by an agent .*writ doctor.*: src\/auth/),
    ]);
  });

  it("are gone with the next commit", async () => {
    const bed = await guarded();
    await bed.put("src/auth/login.ts", "export const login = 2;\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "mine");
    expect(await unrecorded(bed)).toMatchObject({ files: [] });
  });

  it("are not what was there before Writ", async () => {
    const bed = await repository();
    await bed.put("src/auth/login.ts", "export const login = 2;\n");
    await bed.put("notes.txt", "old\n");
    await moment();
    await ok(bed.writ(["init", "--agent", "none"]));
    expect(await unrecorded(bed)).toMatchObject({ files: [] });
  });

  it("are not what an agent's hooks recorded, until somebody else changes it again", async () => {
    const { bed, claude } = await working();
    await claude.write("src/auth/made.ts", "made\n");
    expect(await unrecorded(bed)).toMatchObject({ files: [] });
    await bed.put("src/auth/made.ts", "made, and changed\n");
    expect(await unrecorded(bed)).toMatchObject({ files: ["src/auth/made.ts"] });
  });

  it("are not what a formatter made of it", async () => {
    const bed = await governed({ "src/auth/a.ts": "export const a = 1;\n" });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    await claude.write("src/auth/a.ts", "export const a = {b:1}\n");
    await bed.put("src/auth/a.ts", "export const a = {\n  b: 1\n}\n");
    expect(await unrecorded(bed)).toMatchObject({ files: [] });
  });

  it("are found in a repository below git's top, and none beside it", async () => {
    const bed = await repository();
    await bed.put("app/.orchestration/active_intents.yaml", "active_intents: []\n");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "app");
    await moment();
    await bed.put("app/a.ts", "1\n");
    await bed.put("other.ts", "1\n");
    const said = await json(bed.writ(["status", "--json"], { cwd: join(bed.root, "app") }));
    expect(said).toMatchObject({ unrecorded: { files: ["a.ts"] } });
  });

  it("are not told where there is no git", async () => {
    const bed = await folder();
    await ok(bed.writ(["init", "--agent", "none"]));
    await bed.put("a.ts", "1\n");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ unrecorded: null });
  });

  it("are looked at up to a number, and the rest is counted", async () => {
    const bed = await guarded();
    mkdirSync(join(bed.root, "many"));
    for (let n = 0; n < 320; n += 1) writeFileSync(join(bed.root, "many", `${n}.txt`), `${n}\n`);
    expect(await unrecorded(bed)).toMatchObject({ unlooked: 20 });
    expect(await ok(bed.writ(["status"]))).toContain("(20 more files not looked at)");
  });

  it("are told without a write to git's own files", async () => {
    const bed = await guarded();
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--no-verify", "--message", "guarded");
    await moment();
    // The same text with a new time: git would note that down in its index.
    await bed.put("src/auth/login.ts", await bed.read("src/auth/login.ts"));
    const index = () => readFileSync(join(bed.root, ".git/index")).toString("base64");
    const before = index();
    await unrecorded(bed);
    expect(index()).toBe(before);
  });
});

describe("an agent that runs, and is not heard while files change", () => {
  it("is named, and worded as what it may be", async () => {
    const { bed } = await working();
    // A change right after a record could still be on its way to being recorded.
    await new Promise((done) => setTimeout(done, 2100));
    await bed.put("src/auth/past.ts", "past the hooks\n");
    expect(await unrecorded(bed)).toMatchObject({
      files: ["src/auth/past.ts"],
      silent: [{ session: "s-1", agent: "claude-code", files: 1 }],
    });
    expect(await ok(bed.writ(["status"]))).toMatch(
      /Claude Code is running, and that file changed after its hooks were last heard, \d+s ago\. If it did that, its hooks do not fire: writ doctor/,
    );
  });

  it("is not, once its session has ended", async () => {
    const { bed, claude } = await working();
    await claude.end();
    await new Promise((done) => setTimeout(done, 2100));
    await bed.put("src/auth/past.ts", "by hand\n");
    expect(await unrecorded(bed)).toMatchObject({ files: ["src/auth/past.ts"], silent: [] });
  });
});

describe("hooks", () => {
  const nobody = "No agent is wired here: writ init";
  const lost = "Hooks do not find Writ, so they refuse every change: writ init";

  it("that are there and get through need no word", async () => {
    const bed = await wired("claude-code", "opencode");
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      hooks: { wired: ["claude-code", "opencode"], find_writ: true },
    });
    const said = await ok(bed.writ(["status"]));
    for (const line of [nobody, lost]) expect(said).not.toContain(line);
  });

  it("are missed where none is wired, and after uninstall", async () => {
    const bed = await wired("claude-code", "pi");
    await ok(bed.writ(["uninstall", "--yes"]));
    expect(await ok(bed.writ(["status"]))).toContain(`enforce\n${nobody}\n`);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ hooks: { wired: [] } });
    const other = await repository();
    await ok(other.writ(["init", "--agent", "none"]));
    expect(await ok(other.writ(["status"]))).toContain(nobody);
  });

  it("that find no Writ in a fresh clone are told of", async () => {
    const bed = await wired("claude-code");
    rmSync(join(bed.root, ".orchestration/.state"), { recursive: true });
    const bin = join(homeOf(bed), "bin");
    mkdirSync(bin);
    for (const name of ["git", "node"])
      symlinkSync(spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(), join(bin, name));
    const env = { PATH: bin };
    expect(await ok(bed.writ(["status"], { env }))).toContain(lost);
    expect(await json(bed.writ(["status", "--json"], { env }))).toMatchObject({ hooks: { find_writ: false } });
    writeFileSync(join(bin, "writ"), "#!/bin/sh\n", { mode: 0o755 });
    expect(await ok(bed.writ(["status"], { env }))).not.toContain(lost);
  });
});

describe("what waits for a person because of hooks", () => {
  it("is named with the command for it, and is there for programs", async () => {
    const bed = await guarded();
    await putHook(bed, "mine", "event_type: Stop\n");
    await putHook(bed, "switched_off", "event_type: Stop\nenabled: false\n");
    const one = { kind: "run_command", payload: { command: "npm test" }, hook: "mine", session: "s", at: "2026-01-02" };
    const queue = [
      { ...one, id: "F-1", status: "open" },
      { ...one, id: "F-2", status: "done" },
    ];
    await bed.put(".orchestration/.state/followups.json", JSON.stringify(queue));
    const out = await ok(bed.writ(["status"]));
    expect(out).toMatch(
      /^Hooks that do not run until: writ trust\n {2}mine +nobody has trusted it yet +\.system\/hooks\//m,
    );
    expect(out).toMatch(/^Follow-ups hooks ask for \(writ followups\)\n {2}F-1 +mine +run npm test$/m);
    expect(out).not.toMatch(/^ {2}(switched_off|F-2) /m);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      untrusted_hooks: [{ id: "mine", state: "untrusted", file: ".system/hooks/mine.yaml" }],
      followups: [{ id: "F-1", hook: "mine", kind: "run_command" }],
    });
  });

  it("is a guard that is gone, since what it guards is refused", async () => {
    const bed = await guarded();
    await putHook(bed, "guard", "event_type: PreAbilityCall\nblocking: true\n");
    await ok(bed.writ(["trust", "--yes"]));
    rmSync(join(bed.root, ".system"), { recursive: true });
    expect(await ok(bed.writ(["status"]))).toMatch(/^ {2}guard +a guard \(gone\): what it guards is refused/m);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      untrusted_hooks: [{ id: "guard", state: "gone", refuses: true }],
    });
  });
});
