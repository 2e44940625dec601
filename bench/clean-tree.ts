import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { HookEngine } from "@writ/runtime";
import type { Row } from "./row.ts";

const edits = 100;

/** A hundred governed edits leave nothing dirty but the edited files. */
export async function cleanTree(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), "writ-bench-"));
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: root, encoding: "utf8" });
  try {
    run("git", "init", "-q");
    mkdirSync(join(root, "src"));
    for (let n = 0; n < edits; n++) writeFileSync(join(root, "src", `f${n}.ts`), `export const n = ${n};\n`);
    const bin = resolve("packages/cli/bin/writ.cjs");
    run(process.execPath, bin, "init", "--yes");
    run(process.execPath, bin, "intent", "add", "--id", "INT-1", "--name", "Edit everything", "--scope", "src/**");
    const engine = new HookEngine({ approval: "risky" });
    engine.registerDefaultHooks();
    const session = { id: "bench", cwd: root };
    await engine.executeTool("select_active_intent", { intent_id: "INT-1" }, { session, execute: () => undefined });
    run("git", "add", "-A");
    run("git", "-c", "user.name=Bench", "-c", "user.email=bench@example.org", "commit", "-qnm", "start");
    for (let n = 0; n < edits; n++) {
      const path = `src/f${n}.ts`;
      const content = `export const n = ${n + 1};\n`;
      const outcome = await engine.executeTool(
        "write_to_file",
        { path, content },
        { session, execute: () => writeFileSync(join(root, path), content) },
      );
      if (!outcome.allowed) throw new Error(`edit ${n} was refused: ${JSON.stringify(outcome.blocked)}`);
    }
    const dirty = run("git", "status", "--porcelain", "--untracked-files=all")
      .split("\n")
      .filter((line) => line !== "");
    const strays = dirty.filter((line) => !/^ M src\/f\d+\.ts$/.test(line));
    const detail = `${dirty.length} dirty files after ${edits} edits${strays.length > 0 ? `: ${strays.slice(0, 3).join(", ")}` : ""}`;
    return [
      {
        what: "dirty files that nobody edited, after 100 governed edits",
        value: strays.length,
        bar: 0,
        unit: "files",
        detail,
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
