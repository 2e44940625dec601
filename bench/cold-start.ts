import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { median, type Row } from "./row.ts";

const rounds = 100;

/** The environment without what makes every Node start slower on some machines. */
function lean(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certs, NODE_OPTIONS: _options, ...env } = process.env;
  return env;
}

/** The payload comes from a file, as a shell hands it over. */
function time(args: readonly string[], payload: string, cwd: string): number {
  const file = join(cwd, "payload.json");
  writeFileSync(file, payload);
  const stdin = openSync(file, "r");
  const env = lean();
  const start = performance.now();
  const done = spawnSync(process.execPath, [...args], { stdio: [stdin, "pipe", "pipe"], cwd, env });
  const took = performance.now() - start;
  closeSync(stdin);
  if (done.status !== 0) throw new Error(`${args.join(" ")} ended with ${done.status}: ${done.stderr}`);
  return took;
}

function workspace(): string {
  const root = mkdtempSync(join(tmpdir(), "writ-bench-"));
  mkdirSync(join(root, ".orchestration"), { recursive: true });
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "a.ts"), "export const a = 1;\n");
  const intents = Array.from(
    { length: 200 },
    (_, n) => `  - id: INT-${n}\n    name: Intent ${n}\n    status: IN_PROGRESS\n    owned_scope: ["src/**"]\n`,
  );
  writeFileSync(join(root, ".orchestration", "active_intents.yaml"), `active_intents:\n${intents.join("")}`);
  return root;
}

/** The hook with no daemon: starts, reads the facts, decides, answers. */
export async function coldStart(): Promise<Row[]> {
  const bin = resolve("packages/cli/bin/writ.cjs");
  const root = workspace();
  try {
    const payload = (tool: string, input: unknown, id: string) =>
      JSON.stringify({
        session_id: "bench",
        cwd: root,
        hook_event_name: "PreToolUse",
        tool_name: tool,
        tool_input: input,
        tool_use_id: id,
      });
    const select = payload("Bash", { command: "writ intent select INT-7" }, "select");
    time([bin, "hook", "claude-code", "PreToolUse"], select, root);
    const write = (id: string) =>
      payload("Write", { file_path: join(root, "src", "a.ts"), content: "export const a = 2;\n" }, id);
    // No daemon, but not the first start after an installation either: what V8 compiled is kept by the first change.
    for (const id of ["first", "second"]) time([bin, "hook", "claude-code", "PreToolUse"], write(id), root);
    const bare: number[] = [];
    const hook: number[] = [];
    for (let n = 0; n < rounds; n++) {
      // One after the other, so that both see the same moods of the machine.
      bare.push(time(["-e", "0"], "", root));
      hook.push(time([bin, "hook", "claude-code", "PreToolUse"], write(`call-${n}`), root));
    }
    const detail = `hook ${median(hook).toFixed(1)} ms, node -e 0 ${median(bare).toFixed(1)} ms, median of ${rounds}`;
    return [
      {
        what: "hook without a daemon, against node -e 0",
        value: median(hook) / median(bare),
        bar: 1.6,
        unit: "×",
        detail,
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
