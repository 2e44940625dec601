import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ofRule, ok, startWork, type Work } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const signed = "\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
const path = "src/auth/login.ts";
const guard = "  if (!isAllowed(user)) throw new Error();\n";
const audit = "  audit(user);\n";
const text = `export function login(user) {\n${guard}${audit}  return start(user);\n}\n`;
const made = 'export const made = on("record", 1);\n';

const start = () => startWork({ [path]: text, "src/auth/other.ts": "export const other = 1;\n" });

/** Without hooks, so that nothing is on record. */
async function unseen({ bed }: Pick<Work, "bed">, change: (text: string) => string | null): Promise<string> {
  const next = change(await bed.read(path));
  if (next === null) rmSync(join(bed.root, path));
  else await bed.put(path, next);
  bed.git("add", "--all", "src");
  bed.git("commit", "--quiet", "--no-verify", "--message", `fix${signed}`);
  return bed.git("rev-parse", "HEAD");
}

async function recorded({ claude, commit }: Work, from: string, to: string, message = `feat${signed}`): Promise<void> {
  await claude.read(path);
  expect((await claude.edit(path, from, to)).says).toBe("pass");
  commit(message);
}

async function mainGoesOn({ bed }: Work, file = "m.txt", content = "m\n"): Promise<void> {
  bed.git("switch", "--quiet", "main");
  await bed.put(file, content);
  bed.git("add", file);
  bed.git("commit", "--quiet", "--no-verify", "--message", "main goes on");
  bed.git("switch", "--quiet", "feature");
}

const without = (line: string) => (all: string) => all.replace(line, "");
const lastLine = "  return start(user);\n";

describe("lines that a signed commit took out without a record are missed", () => {
  it.each<[string, (work: Work) => Promise<unknown>]>([
    [
      "after a recorded edit of the file",
      async (work) => {
        await recorded(work, "export function", `${made}export function`);
        await unseen(work, without(guard));
      },
    ],
    [
      "before one",
      async (work) => {
        await unseen(work, without(guard));
        await recorded(work, "export function", `${made}export function`);
      },
    ],
    [
      "after one that took out another line",
      async (work) => {
        await recorded(work, audit, made);
        await unseen(work, without(guard));
      },
    ],
    [
      "before one that took out another line",
      async (work) => {
        await unseen(work, without(guard));
        await recorded(work, audit, "");
      },
    ],
    [
      "also where both were rebased onto another version of the file",
      async (work) => {
        await unseen(work, without(guard));
        await recorded(work, lastLine, "");
        await mainGoesOn(work, path, `// of main\n// with words\n\n${text}`);
        work.bed.git("rebase", "--quiet", "main");
      },
    ],
    [
      "also one of two that are the same",
      async (work) => {
        await work.bed.put(path, text.replace(audit, `${audit}${audit}`));
        work.commit("twice");
        work.bed.git("branch", "--quiet", "--force", "main", "feature");
        await recorded(work, "export function", `${made}export function`);
        await unseen(work, without(audit));
      },
    ],
    [
      "with the file as a whole",
      async (work) => {
        await recorded(work, "export function", `${made}export function`);
        await unseen(work, () => null);
      },
    ],
  ])("%s", async (_, make) => {
    const work = await start();
    await make(work);
    expect(ofRule(await work.report(), "untraced-agent")).toMatchObject([
      { path, severity: "error", message: expect.stringContaining("no record of the lines it took out") },
    ]);
  });

  it("until a person says that they took them out", async () => {
    const work = await startWork({ [path]: text }, { config: "assurance: {sensitive: script}\n" });
    await recorded(work, "export function", `${made}export function`);
    await unseen(work, without(guard));
    await ok(work.bed.writ(["approve", "--file", path, "--yes"]));
    work.bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(await work.report()).toMatchObject({ ok: true, findings: [] });
  });

  it("as a warning where the commit brings other records of the agent", async () => {
    const work = await start();
    await recorded(work, "export function", `${made}export function`);
    await work.claude.write("src/auth/other.ts", "export const other = makes(2);\n");
    await work.bed.put(path, (await work.bed.read(path)).replace(guard, ""));
    work.commit(`more${signed}`);
    expect(ofRule(await work.report(), "untraced-agent")).toMatchObject([{ path, severity: "warn" }]);
  });
});

describe("lines that a signed commit took out are on record", () => {
  it.each<[string, (work: Work) => Promise<unknown>]>([
    ["with the commit", (work) => recorded(work, guard, "")],
    [
      "with each of two commits",
      async (work) => {
        await recorded(work, guard, made);
        await recorded(work, audit, "");
      },
    ],
    [
      "after both were squashed",
      async (work) => {
        await recorded(work, guard, made);
        await recorded(work, audit, "");
        work.bed.git("reset", "--quiet", "--soft", "main");
        work.bed.git("commit", "--quiet", "--message", `all${signed}`);
      },
    ],
    [
      "after both were rebased onto another version of the file",
      async (work) => {
        await recorded(work, guard, "");
        await recorded(work, lastLine, "");
        await mainGoesOn(work, path, `// of main\n// with words\n\n${text}`);
        work.bed.git("rebase", "--quiet", "main");
      },
    ],
    [
      "after it was amended",
      async (work) => {
        await recorded(work, guard, "");
        await work.claude.edit(path, audit, made);
        work.bed.git("add", "--all");
        work.bed.git("commit", "--quiet", "--amend", "--no-edit");
      },
    ],
    [
      "after a merge that was signed too",
      async (work) => {
        await recorded(work, guard, "");
        await mainGoesOn(work, path, `// of main\n// with words\n\n${text}`);
        work.bed.git("merge", "--quiet", "--message", `merge${signed}`, "main");
      },
    ],
    [
      "by a record that came with an earlier commit, where a formatter went over it",
      async (work) => {
        await work.claude.write("src/auth/other.ts", "export const other = makes(2);\n");
        await work.claude.read(path);
        await work.claude.edit(path, guard, made);
        work.bed.git("add", "src/auth/other.ts");
        work.bed.git("commit", "--quiet", "--message", `one${signed}`);
        await ok(work.bed.writ(["publish", "--all"]));
        work.bed.git("add", ".orchestration");
        work.bed.git("commit", "--quiet", "--message", "records");
        await unseen(work, (all) => all.replace(made, made.replaceAll(" = ", "  =  ")));
      },
    ],
    [
      "by one that a later commit brings",
      async (work) => {
        await work.claude.read(path);
        await work.claude.edit(path, guard, "");
        await unseen(work, (all) => all);
        await recorded(work, audit, made);
      },
    ],
    [
      "where a command deleted the file",
      async (work) => {
        await recorded(work, guard, made);
        await work.claude.bash("npm test", () => rmSync(join(work.bed.root, path)));
        work.commit(`gone${signed}`);
      },
    ],
    [
      "where it only took back what the change had brought",
      async (work) => {
        await recorded(work, "export function", `${made}export const more = on("record", 2);\nexport function`);
        await unseen(work, without(made));
      },
    ],
  ])("%s", async (_, make) => {
    const work = await start();
    await make(work);
    expect(ofRule(await work.report(), "untraced-agent")).toEqual([]);
  });
});
