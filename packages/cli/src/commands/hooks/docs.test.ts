import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HookFile, HookHandler, HookMatch, HookResult, hookEventAliases, hookEvents } from "@writ/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { contextFields } from "./event-context.ts";
import { parseExample } from "./expectation.ts";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const page = readFileSync(join(root, "docs", "hooks.md"), "utf8");
const schema = JSON.parse(readFileSync(join(root, "schema", "hook.schema.json"), "utf8"));

/** What the first column of the tables below a heading names. */
function rowsUnder(heading: string): string[] {
  const start = page.indexOf(`\n${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const [part = ""] = page.slice(start + heading.length + 2).split(/^#{2,3} /m);
  return [...part.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name ?? "");
}

const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\\x60{3}${language}\\n(.*?)^\\x60{3}`, "gms"))].map(([, text]) => text ?? "");

describe("docs/hooks.md", () => {
  it.each([
    ["## The file", Object.keys(HookFile.shape)],
    ["### `handler`", Object.keys(HookHandler.shape)],
    ["### `match`", Object.keys(HookMatch.shape)],
    ["## What a handler is told", ["event_type", ...Object.keys(contextFields)]],
    ["## What a handler answers", Object.keys(HookResult.shape)],
    ["## Events", [...hookEvents]],
  ])("%s has a row for everything there is, and no other", (heading, names) => {
    expect(rowsUnder(heading).sort()).toEqual([...names].sort());
  });

  it("names every other word for an event", () => {
    for (const alias of Object.keys(hookEventAliases)) expect(page).toContain(`\`${alias}\``);
  });

  it("tells editors about every field", () => {
    for (const { properties } of [schema, schema.properties.match, schema.properties.handler])
      for (const [key, value] of Object.entries<{ description?: string }>(properties))
        expect(value.description, key).toMatch(/\w/);
  });

  it("shows JSON that is JSON, and an example that is one", () => {
    const shown = blocks("json").map((text) => JSON.parse(text));
    expect(shown.length).toBeGreaterThan(3);
    const example = blocks("json").find((text) => text.includes('"expect"')) ?? "";
    expect(typeof parseExample(example)).toBe("object");
  });

  const deletes = { changes: [{ op: "delete", path: "db/migrations/1.sql" }] };
  it.each([
    ["keep_migrations.py", deletes, { error: "blocked_by_policy" }],
    ["keep_migrations.py", { changes: [{ op: "modify", path: "db/migrations/1.sql" }] }, null],
    ["slow_calls.sh", { tool_name: "Bash", duration_ms: 12_000, n: "\n" }, { messages_to_user: ["Bash took 12 s."] }],
  ])("shows a handler %s that works", (name, context, answer) => {
    const text = [...blocks("sh"), ...blocks("python")].find((block) => block.includes(`/${name}\n`)) ?? "";
    const folder = mkdtempSync(join(tmpdir(), "writ-docs-hooks-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, name), text);
    const program = name.endsWith(".py") ? "python3" : "sh";
    const { status, stdout } = spawnSync(program, [join(folder, name)], {
      input: JSON.stringify(context),
      encoding: "utf8",
    });
    expect(status).toBe(0);
    if (answer === null) expect(stdout).toBe("");
    else expect(JSON.parse(stdout)).toMatchObject(answer);
  });
});
