import { createHash } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { type Bed, ok, repository, type Said } from "./cli-bed.ts";

const killAt = fileURLToPath(new URL("kill-at.cjs", import.meta.url));
const dyingAt = (n: number) => ({ env: { NODE_OPTIONS: `--require=${killAt}`, KILL_AT: String(n) } });
const wasKilled = ({ code }: Said) => code === null;
const settings = '{\n  // mine\n  "model": "opus",\n}\n';
const hook = ".git/hooks/pre-commit";
const agents = ["--agent", "claude-code,codex,opencode", "--personal"];

/** What people see of a repository: its files, without what Writ notes down for itself. */
async function seen(bed: Bed): Promise<Record<string, string>> {
  const files = await bed.snapshot();
  const exclude = await bed.read(".git/info/exclude");
  const own = Object.entries(files).filter(([path]) => !path.startsWith(".orchestration/.state/"));
  return { ...Object.fromEntries(own), exclude };
}

/** The same, short enough to be shown where it differs. */
const inShort = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, createHash("sha256").update(bytes).digest("hex")]),
  );

/** A repository with settings of its own and a hook that is no shell script, which can be put back as it was. */
async function bedWithSettings() {
  const bed = await repository();
  await bed.put(".claude/settings.local.json", settings);
  await bed.put(".codex/config.toml", "# mine\nmodel = 'x'");
  await bed.put(hook, "#!/usr/bin/env node\n");
  bed.git("update-index", "--refresh");
  await bed.onTerminal(`chmod 755 ${hook}`);
  const copy = `${bed.root}-copy`;
  await cp(bed.root, copy, { recursive: true });
  onTestFinished(() => rm(copy, { recursive: true, force: true, maxRetries: 20 }));
  const restore = async () => {
    await rm(bed.root, { recursive: true, force: true, maxRetries: 20 });
    await cp(copy, bed.root, { recursive: true });
  };
  return { bed, restore };
}

/** Each settings file is as it was or as it should be, never half. */
function expectWhole(
  files: Record<string, string>,
  before: Record<string, string>,
  after: Record<string, string>,
): void {
  for (const [path, bytes] of Object.entries(files)) {
    if (path.endsWith(".new") || path.startsWith(".orchestration/.state.")) continue;
    expect([before[path], after[path]], path).toContain(bytes);
  }
}

it("init that is killed at any write leaves whole files, and the next one finishes", async () => {
  const { bed, restore } = await bedWithSettings();
  const before = await seen(bed);
  await ok(bed.writ(["init", ...agents]));
  const after = await seen(bed);
  for (let n = 1; ; n += 1) {
    await restore();
    const ended = await bed.writ(["init", ...agents], dyingAt(n));
    expectWhole(await seen(bed), before, after);
    if (n % 2 === 0) {
      await ok(bed.writ(["init", ...agents]));
      expect(inShort(await seen(bed)), `killed at ${n}`).toEqual(inShort(after));
    }
    // Also straight from where the first one was stopped.
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(inShort(await seen(bed)), `killed at ${n}`).toEqual(inShort(before));
    if (!wasKilled(ended)) {
      expect(n).toBeGreaterThan(20);
      return;
    }
    expect(n).toBeLessThan(200);
  }
}, 400_000);

it("uninstall that is killed at any write leaves whole files, and the next one finishes", async () => {
  const { bed, restore } = await bedWithSettings();
  const before = await seen(bed);
  for (let n = 1; ; n += 1) {
    await restore();
    await ok(bed.writ(["init", ...agents]));
    const wired = await seen(bed);
    const ended = await bed.writ(["uninstall", "--purge", "--yes"], dyingAt(n));
    expectWhole(await seen(bed), wired, before);
    await ok(bed.writ(["uninstall", "--purge", "--yes"]));
    expect(inShort(await seen(bed)), `killed at ${n}`).toEqual(inShort(before));
    if (!wasKilled(ended)) {
      expect(n).toBeGreaterThan(8);
      return;
    }
    expect(n).toBeLessThan(200);
  }
}, 400_000);

it("a draft of a killed process is swept away", async () => {
  const bed = await repository();
  const draft = ".claude/settings.json.01234567-89ab-4def-8123-456789abcdef.new";
  await bed.put(draft, "{");
  await ok(bed.writ(["init", "--agent", "claude-code"]));
  expect(Object.keys(await bed.snapshot())).not.toContain(draft);
  await ok(bed.writ(["uninstall", "--purge", "--yes"]));
  expect(bed.git("status", "--porcelain", "--untracked-files=all")).toBe("");
});
