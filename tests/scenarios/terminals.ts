import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { type Bed, command, ok, player } from "./cli-bed.ts";

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

export const hasTmux = has("tmux", "-V");
/** Whether this user may make a space of process numbers. */
export const hasOwnPids = has("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "true");

const patience = { timeout: 20_000, interval: 50 };

/** The command, as words for a shell. */
export const writ = `'${process.execPath}' '${command}'`;

function ended(child: ChildProcess): void {
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // It ended by itself.
    }
  });
}

/** A terminal with a shell in it, as a window of a terminal program has it. */
export interface Window {
  type(line: string): void;
  /** Waits until it shows this, after whatever was waited for before. */
  shows(text: string): Promise<void>;
}

/** Opens one as a child of this process. */
export async function openWindow({ root, env }: Bed): Promise<Window> {
  const child = spawn(player, ["-qfc", "sh", "/dev/null"], {
    cwd: root,
    env: { ...env, PS1: "ready> " },
    detached: true,
  });
  ended(child);
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
  });
  const window: Window = {
    type: (line) => void child.stdin.write(`${line}\r`),
    async shows(text) {
      await vi.waitFor(() => {
        if (!out.includes(text)) throw new Error(`no ${text} in: ${out}`);
      }, patience);
      out = out.slice(out.indexOf(text) + text.length);
    },
  };
  await window.shows("ready> ");
  return window;
}

/** An agent that is asked for command lines, one after the other. */
export interface Shelled {
  run(line: string): Promise<void>;
  /** Ends the agent, and nothing it started. */
  end(): Promise<void>;
  /** A line of sh that answers a command's question on a terminal of its own, and where it says what that showed. */
  attempt(line: string): { readonly line: string; shown(): Promise<string> };
}

const agentSource = `import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  spawnSync("sh", ["-c", JSON.parse(line)], { stdio: ["ignore", "ignore", "inherit"] });
  console.log("done");
}
`;

const attemptSource = `out=$1
{ until grep -qE 'or yes to approve|PERSON_ONLY|counts as' "$out" 2>/dev/null; do sleep 0.05; done; printf 'yes\\r'; } |
  script -qfc "$2" "$out"
echo > "$out.end"
`;

/** Starts one, beside the repository, whose first command is a hook: so its session is known by its process. */
export async function startAgent(bed: Bed, session: string): Promise<Shelled> {
  const folder = bed.env.HOME ?? "";
  await writeFile(join(folder, "agent.mjs"), agentSource);
  await writeFile(join(folder, "attempt.sh"), attemptSource);
  const payload = (tool_input: object) =>
    JSON.stringify({
      hook_event_name: "PreToolUse",
      session_id: session,
      cwd: bed.root,
      tool_name: "Write",
      tool_input,
      tool_use_id: "c1",
    });
  await writeFile(join(folder, "first.json"), payload({ file_path: "src/auth/a.ts", content: "a" }));
  await writeFile(join(folder, "second.json"), payload({ file_path: "package.json", content: "{}" }));
  const child = spawn(process.execPath, [join(folder, "agent.mjs")], {
    cwd: bed.root,
    env: bed.env,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  ended(child);
  let done = 0;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    done += chunk.split("done").length - 1;
  });
  const run = async (line: string): Promise<void> => {
    const next = done + 1;
    child.stdin.write(`${JSON.stringify(line)}\n`);
    await vi.waitFor(() => {
      if (done < next) throw new Error(`still running: ${line}`);
    }, patience);
  };
  await run(`${writ} hook claude-code PreToolUse < '${join(folder, "first.json")}'`);
  let attempts = 0;
  return {
    run,
    async end() {
      const isOver = once(child, "exit");
      child.kill();
      await isOver;
    },
    attempt(line) {
      attempts += 1;
      const out = join(folder, `attempt-${attempts}`);
      return {
        line: `sh '${join(folder, "attempt.sh")}' '${out}' "${line}"`,
        async shown() {
          await vi.waitFor(() => {
            if (!existsSync(`${out}.end`)) throw new Error(`still asking: ${textOf(out)}`);
          }, patience);
          return textOf(out);
        },
      };
    },
  };
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Has the agent ask for a sensitive file, which leaves a ticket; gives its id. */
export async function askFor(bed: Bed, agent: Shelled): Promise<string> {
  await agent.run(`${writ} intent select INT-001`);
  await agent.run(`${writ} hook claude-code PreToolUse < '${join(bed.env.HOME ?? "", "second.json")}'`);
  const { tickets } = JSON.parse(await ok(bed.writ(["status", "--json"])));
  return tickets[0].id;
}
