import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Bed, ok } from "./cli-bed.ts";
import { type Conversation, governed, startAgent } from "./harness.ts";
import { putHook } from "./hooks-bed.ts";

const page = readFileSync(new URL("../../docs/hooks.md", import.meta.url), "utf8");

/** A file as docs/hooks.md shows it. */
function shown(path: string): string {
  const [, text = ""] = new RegExp(`^\`{3}\\w+\\n((?:#![^\\n]*\\n)?# ${path}\\n.*?)^\`{3}`, "ms").exec(page) ?? [];
  expect(text, path).not.toBe("");
  return text;
}

const migration = "src/billing/migrations/1.sql";

describe("the documented guard keep_migrations", () => {
  let bed: Bed;
  let claude: Conversation;

  beforeEach(async () => {
    const files = { [migration]: "create table a (b int);\n", "src/billing/a.ts": "export {};\n" };
    bed = await governed(files);
    for (const path of [".system/hooks/keep_migrations.yaml", ".system/hooks/handlers/keep_migrations.py"])
      await bed.put(path, shown(path));
    const keep = (file: string) => `cat >> ${file}; echo >> ${file}`;
    await putHook(bed, "see_before", "event_type: PreAbilityCall\n", keep("before.jsonl"));
    await putHook(bed, "see_after", "event_type: PostAbilityCall\n", keep("after.jsonl"));
    await ok(bed.writ(["trust", "--yes"]));
    // The agent's person is asked about deletes; hooks are heard first.
    claude = startAgent({ ...bed, env: { ...bed.env, CLAUDE_CODE_SESSION_ATTENDED: "1" } }).session("s-1");
    await claude.start();
    await claude.select("INT-002");
  });

  const told = (file: string): Record<string, unknown>[] =>
    readFileSync(join(bed.root, file), "utf8")
      .trim()
      .split(/\n+/)
      .map((line) => JSON.parse(line));

  it.each<[string, (talk: Conversation, path: string) => ReturnType<Conversation["before"]>]>([
    ["rm", (talk, path) => talk.before("Bash", { command: `rm ${path}` })],
    ["rm of the folder", (talk, path) => talk.before("Bash", { command: `rm -r ${path.replace("/1.sql", "")}` })],
    ["mv", (talk, path) => talk.before("Bash", { command: `mv ${path} src/billing/old.sql` })],
    ["a tool that deletes", (talk, path) => talk.before("Delete", { file_path: path })],
  ])("refuses %s", async (_what, call) => {
    const heard = await call(claude, migration);
    expect({ says: heard.says, out: heard.error?.message ?? heard.out }).toEqual({
      says: "BLOCKED_BY_POLICY",
      out: expect.stringContaining("Migrations are never deleted"),
    });
  });

  it("lets other files be deleted, and migrations be written", async () => {
    const gone = "src/billing/a.ts";
    const removal = { command: `rm ${gone}` };
    expect((await claude.before("Bash", removal, { id: "toolu_rm" })).says).toBe("ask");
    rmSync(join(bed.root, gone));
    await claude.after("Bash", removal, { id: "toolu_rm" });
    const next = migration.replace("1", "2");
    expect((await claude.write(next, "drop table a;\n")).says).toBe("pass");
    expect((await claude.write(next, "drop table b;\n")).says).toBe("pass");
    const expected = [
      { operation_key: "command.rm", changes: [{ op: "delete", path: "src/billing/a.ts" }] },
      { operation_key: "change.create", changes: [{ op: "create", path: next }] },
      { operation_key: "change.modify", changes: [{ op: "modify", path: next }] },
    ];
    // Taking up the intent is not among them.
    expect(told("before.jsonl")).toMatchObject(expected);
    expect(told("after.jsonl")).toMatchObject(expected);
  });
});
