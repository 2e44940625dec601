import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit, openWorkspace } from "../../packages/runtime/src/create-writ.ts";
import { acknowledge, alarmsOnRecord, openAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { lookAtGuarded } from "../../packages/runtime/src/snapshot/alarms/guarded-files.ts";
import { asOwnChange } from "../../packages/runtime/src/snapshot/alarms/own-change.ts";
import { watch } from "../../packages/runtime/src/snapshot/alarms/watch.ts";
import { openBed } from "./bed.ts";

const settings = '{"hooks":{"PreToolUse":[{"command":".orchestration/writ.sh claude-code PreToolUse"}]}}\n';
const told = async (root: string) => (await openAlarms(root)).map(({ path, what }) => `${what} ${path}`);

async function openGuarded() {
  const bed = await openBed();
  mkdirSync(join(bed.root, ".claude"));
  await asOwnChange(bed.root, async () => bed.put(".claude/settings.json", settings));
  const workspace = await openWorkspace(bed.root);
  await watch(workspace, { session: null });
  return { ...bed, workspace };
}

describe("an alarm", () => {
  it.each<[string, string, string[]]>([
    [
      "the intents",
      "echo 'later: 1' >> .orchestration/active_intents.yaml",
      ["changed .orchestration/active_intents.yaml"],
    ],
    ["an agent's settings", "echo '{}' > .claude/settings.json", ["unwired .claude/settings.json"]],
    [
      "settings of another agent",
      "mkdir .gemini && echo '{}' > .gemini/settings.json",
      ["created .gemini/settings.json"],
    ],
    ["a hook of git's", "echo x > .git/hooks/post-checkout", ["created .git/hooks/post-checkout"]],
    ["git's config", "git config core.hooksPath /tmp/x", ["changed .git/config"]],
    [
      "settings deeper down",
      "mkdir -p a/.claude && echo '{}' > a/.claude/settings.json",
      ["created a/.claude/settings.json"],
    ],
    [
      "a declared hook",
      "mkdir -p .system/hooks && echo 'a: 1' > .system/hooks/x.yaml",
      ["created .system/hooks/x.yaml"],
    ],
    [
      "git's config of one work tree",
      "git config extensions.worktreeConfig true; printf '[core]\\n hooksPath = /tmp/evil\\n' > .git/config.worktree",
      ["created .git/config.worktree"],
    ],
    [
      "a setting on its section's line",
      `printf '[remote "origin"] uploadpack = /tmp/evil\\n' >> .git/config`,
      ["changed .git/config"],
    ],
    ["what git's config takes in", "git config include.path ../own.cfg", ["changed .git/config"]],
    [
      "a folder of hooks that is a link now",
      "rm -rf .git/hooks; mkdir hooks; for n in a b c pre-commit; do echo x > hooks/$n; done; ln -s ../hooks .git/hooks",
      ["created .git/hooks"],
    ],
    [
      "a folder of plugins that is a link now",
      "ln -s /usr/bin .orchestration/plugins",
      ["created .orchestration/plugins"],
    ],
    [
      "a submodule's hooks",
      "mkdir -p .git/modules/lib/hooks; echo x > .git/modules/lib/HEAD; echo x > .git/modules/lib/hooks/post-checkout",
      ["created .git/modules/lib/hooks/post-checkout"],
    ],
    ["a tracking branch is no alarm", "git config branch.main.remote origin", []],
    ["nothing", "true", []],
  ])("when a call changes %s", async (_, line, expected) => {
    const bed = await openGuarded();
    const { messages = [] } = await bed.call(() => bed.sh(line));
    expect(await told(bed.root)).toEqual(expected);
    expect(messages.some((text) => text.includes("writ alarms"))).toBe(expected.length > 0);
    expect(await bed.decisions("alarm")).toHaveLength(expected.length);
    // Told once, not with every call that follows.
    await bed.call(() => {});
    expect(await told(bed.root)).toEqual(expected);
  });

  it("when a call changes what lies behind a link, or what a config takes in", async () => {
    const bed = await openGuarded();
    bed.sh("rm -rf .git/hooks; mkdir own; ln -s ../own .git/hooks; git config include.path ../own/cfg");
    await bed.call(() => {});
    await acknowledge(bed.writ, bed.workspace.ports, await openAlarms(bed.root), { by: "p", assurance: "tty" });
    await bed.call(() =>
      bed.sh("echo x > own/pre-commit; echo x > own/README; printf '[core] pager = evil\\n' > own/cfg"),
    );
    expect(await told(bed.root)).toEqual(["changed .git/config", "changed .git/hooks"]);
  });

  it("when the workspace lies below git's top", async () => {
    const { remove, root } = scratch({ "pkg/a.ts": "a\n" });
    onTestFinished(remove);
    const states = lookAtGuarded(join(root, "pkg"));
    expect([...states.keys()]).toContain(".git/config");
    writeFileSync(join(root, ".git/hooks/post-commit"), "evil\n");
    expect([...lookAtGuarded(join(root, "pkg")).keys()]).toContain(".git/hooks/post-commit");
  });

  it.each<[string, string, string[]]>([
    [
      "settings that do not start Writ any more",
      "echo '{}' > .claude/settings.json",
      ["unwired .claude/settings.json"],
    ],
    ["what is trusted", "echo '[]' > .orchestration/.state/trust.json", ["changed .orchestration/.state/trust.json"]],
    ["hooks of git's", "echo x > .git/hooks/pre-push", ["created .git/hooks/pre-push"]],
  ])("while no session lives, about %s", async (_, line, expected) => {
    const bed = await openGuarded();
    await bed.endSession();
    bed.sh(line);
    await watch(bed.workspace, { session: null });
    expect(await told(bed.root)).toEqual(expected);
  });

  it.each<[string, string, string]>([
    [
      "the intents",
      "echo 'later: 1' >> .orchestration/active_intents.yaml",
      "changed .orchestration/active_intents.yaml",
    ],
    [
      "settings that still call Writ",
      "sed -i 's/hooks/ hooks/' .claude/settings.json",
      "changed .claude/settings.json",
    ],
  ])("only while a session lives, about %s", async (_, line, expected) => {
    const bed = await openGuarded();
    bed.sh(line);
    await watch(bed.workspace, { session: null });
    expect(await told(bed.root)).toEqual([expected]);
    const other = await openGuarded();
    await other.endSession();
    other.sh(line);
    await watch(other.workspace, { session: null });
    expect(await told(other.root)).toEqual([]);
  });

  it("is none for what Writ writes itself meanwhile, or a person by its commands", async () => {
    const bed = await openGuarded();
    await bed.call(async () => {
      const person = await createWrit(bed.root);
      await person.intents.add({ name: "Another", ownedScope: ["docs/**"] });
      await asOwnChange(bed.root, async () => bed.put(".claude/settings.json", `${settings}\n`));
      await person.close();
    });
    expect(await told(bed.root)).toEqual([]);
    expect(await bed.decisions("strayed")).toEqual([]);
  });

  it("is raised although one of Writ's commands came after the change", async () => {
    const bed = await openGuarded();
    await bed.call(async () => {
      appendFileSync(join(bed.root, ".orchestration/active_intents.yaml"), "sneaked: in\n");
      const person = await createWrit(bed.root);
      await person.intents.add({ name: "Another", ownedScope: ["docs/**"] });
      await person.close();
    });
    expect(await told(bed.root)).toEqual(["changed .orchestration/active_intents.yaml"]);
  });

  it("stays until a person acknowledges it, also when its book is taken away", async () => {
    const bed = await openGuarded();
    await bed.call(() => bed.sh("echo x > .git/hooks/post-checkout"));
    const open = await openAlarms(bed.root);
    rmSync(join(bed.root, ".orchestration/.state/alarms.json"));
    expect(await alarmsOnRecord(bed.writ.decisions)).toEqual(open);
    await acknowledge(bed.writ, bed.workspace.ports, open, { by: "p", assurance: "tty" });
    expect(await alarmsOnRecord(bed.writ.decisions)).toEqual([]);
  });

  it("is none for settings that came with another branch", async () => {
    const bed = await openGuarded();
    bed.git("checkout", "-qb", "side");
    bed.git("add", "-A");
    bed.sh("GIT_AUTHOR_DATE=2020-01-01T00:00:00Z git -c user.name=a -c user.email=a@b commit -qm side");
    bed.git("checkout", "-q", "main");
    await watch(bed.workspace, { session: null });
    const before = await told(bed.root);
    await bed.call(() => bed.git("checkout", "-q", "side"));
    expect(await told(bed.root)).toEqual(before);
  });
});
