import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A program of its own, made from TypeScript that imports our packages. */
export interface Program {
  start(...args: string[]): Child;
  /** Starts it through a shell, `prefix` before it: `ulimit -f 8;`. */
  startAfter(prefix: string, ...args: string[]): Child;
  remove(): Promise<void>;
}

/** A running child and the lines it has printed. */
export interface Child {
  pid: number;
  lines: string[];
  /** What it said on standard error. */
  errors(): string;
  kill(): void;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  /** Resolves once it printed its first line, or ended. */
  begun: Promise<void>;
}

/** Bundles the source into a script that plain Node can run: Node 20 knows no TypeScript. */
export async function programOf(source: string): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), "writ-child-"));
  const script = join(folder, "child.cjs");
  // Native packages stay outside the bundle and are found here.
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  await build({
    stdin: { contents: source, resolveDir: join(root, "tests"), loader: "ts" },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "cjs",
    conditions: ["source"],
    external: ["fs-native-extensions", "libsql"],
    supported: { "dynamic-import": false },
    logLevel: "error",
  });
  return {
    start: (...args) => follow(spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] })),
    startAfter: (prefix, ...args) => {
      const command = `${prefix} exec "$0" "$@"`;
      return follow(
        spawn("bash", ["-c", command, process.execPath, script, ...args], { stdio: ["ignore", "pipe", "pipe"] }),
      );
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

function follow(child: ChildProcessByStdio<null, Readable, Readable>): Child {
  const lines: string[] = [];
  let rest = "";
  let errors = "";
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = `${rest}${text}`.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    if (parts.length > 0) begin();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = once(child, "close").then(([code, signal]) => {
    begin();
    return typeof code === "number" ? code : String(signal);
  });
  return { pid: child.pid ?? 0, lines, errors: () => errors, kill: () => void child.kill("SIGKILL"), ended, begun };
}
