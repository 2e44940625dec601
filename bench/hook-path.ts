import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { commandLine } from "@writ/adapters";
import { median, type Row } from "./row.ts";

const rounds = 100;
const bin = resolve("packages/cli/bin/writ.cjs");

/** The environment without what makes every Node start slower on some machines. */
function lean(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certs, NODE_OPTIONS: _options, ...env } = process.env;
  return { ...env, ...more };
}

/** How long a program takes from its start to its end, the payload on a pipe as agents give it. */
function time(command: readonly [string, ...string[]], input: string, root: string, env: NodeJS.ProcessEnv): number {
  const [program, ...args] = command;
  const start = performance.now();
  const done = spawnSync(program, args, { input, cwd: root, env });
  const took = performance.now() - start;
  const answer = `${done.stdout}${done.stderr}`;
  if (done.status !== 0 || answer.includes("deny")) throw new Error(`ended with ${done.status}: ${answer}`);
  return took;
}

/** A repository as `writ init` leaves it, with many intents. */
function workspace(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-bench-")));
  const { status, stderr } = spawnSync(process.execPath, [bin, "init", "--yes"], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`writ init ended with ${status}: ${stderr}`);
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "a.ts"), "export const a = 1;\n");
  const intents = Array.from(
    { length: 200 },
    (_, n) => `  - id: INT-${n}\n    name: Intent ${n}\n    status: IN_PROGRESS\n    owned_scope: ["src/**"]\n`,
  );
  writeFileSync(join(root, ".orchestration", "active_intents.yaml"), `active_intents:\n${intents.join("")}`);
  copyFileSync(resolve("packages/cli/shim/writ.sh"), join(root, ".orchestration", "writ.sh"));
  writeFileSync(join(root, ".orchestration", ".state", "command"), `${process.execPath}\n${bin}\n`);
  return root;
}

const payload = (root: string, id: string, tool: string, input: unknown): string =>
  JSON.stringify({
    session_id: "bench",
    cwd: root,
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: id,
  });

/** Two commands, one after the other, so that both see the same moods of the machine. */
function compare(base: () => number, measured: (n: number) => number): { base: number; measured: number } {
  const [bases, measures]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    bases.push(base());
    measures.push(measured(n));
  }
  return { base: median(bases), measured: median(measures) };
}

const row = (
  what: string,
  bar: number,
  { base, measured }: { base: number; measured: number },
  baseName: string,
): Row => ({
  what,
  value: measured / base,
  bar,
  unit: "×",
  detail: `${measured.toFixed(1)} ms, ${baseName} ${base.toFixed(1)} ms, median of ${rounds}`,
});

/** The installed command line, as an agent runs it: with a warm daemon, and with none. */
export async function hookPath(): Promise<Row[]> {
  const root = workspace();
  const runtimeDir = mkdtempSync(join(tmpdir(), "writ-run-"));
  const line: [string, ...string[]] = ["sh", "-c", commandLine("claude-code", "PreToolUse")];
  const alone = lean({ XDG_RUNTIME_DIR: runtimeDir, WRIT_DAEMON: "0" });
  const withDaemon = lean({ XDG_RUNTIME_DIR: runtimeDir });
  const write = (id: string, size: number): string =>
    payload(root, id, "Write", { file_path: join(root, "src", "a.ts"), content: "x".repeat(size) });
  try {
    time(line, payload(root, "select", "Bash", { command: "writ intent select INT-7" }), root, alone);
    // Not the first start after an installation: what V8 compiled is kept by the first change.
    for (const id of ["first", "second"]) time(line, write(id, 100), root, alone);
    const cold = compare(
      () => time([process.execPath, "-e", "0"], write("base", 100), root, alone),
      (n) => time(line, write(`cold-${n}`, 100), root, alone),
    );
    time(line, write("start", 100), root, withDaemon);
    await pause(2000);
    const warm = (size: number) =>
      compare(
        // Started by nobody's shell with a socket as its input, it reads what a person set up for theirs.
        () => time(["bash", "--norc", "-c", ":"], write("base", size), root, withDaemon),
        (n) => time(line, write(`warm-${size}-${n}`, size), root, withDaemon),
      );
    return [
      row("hook round trip, daemon warm, 300 bytes", 4, warm(60), "bash -c :"),
      row("hook round trip, daemon warm, 1 MB", 10, warm(1_000_000), "bash -c :"),
      row("hook round trip, no daemon", 1.6, cold, "node -e 0"),
    ];
  } finally {
    // The daemon ends when it sees that its workspace is gone.
    rmSync(root, { recursive: true, force: true });
    rmSync(runtimeDir, { recursive: true, force: true });
  }
}
