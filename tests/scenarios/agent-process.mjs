// Plays the agent. Hooks are its children, so what they note as "the agent" is this process, and what a person runs
// in a test does not run beneath it.
import { execFileSync, spawn } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WarmWrit } from "../warm/warm-writ.mjs";

/** By the command they run. @type {Map<string, WarmWrit>} */
const warm = new Map();

/** Starts a program with the text on its stdin: a socket, as Node itself does it, a pipe, or a file. */
function start({ program, args, cwd, env, input, through, keepOpen }) {
  if (through === undefined) {
    const child = spawn(program, args, { cwd, env, stdio: "pipe" });
    // A hook that has heard enough may stop reading.
    child.stdin.on("error", () => {});
    child.stdin.write(input);
    if (!keepOpen) child.stdin.end();
    child.once("close", () => child.stdin.destroy());
    return child;
  }
  const folder = mkdtempSync(join(tmpdir(), "writ-stdin-"));
  const file = join(folder, "stdin");
  if (through === "pipe") execFileSync("mkfifo", [file]);
  else writeFileSync(file, input);
  const line = ["-c", 'exec "$@" < "$0"', file, program, ...args];
  const child = spawn("sh", line, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  if (through === "pipe") {
    const pipe = createWriteStream(file).on("error", () => {});
    pipe.write(input);
    if (!keepOpen) pipe.end();
    child.once("close", () => pipe.destroy());
  }
  child.once("close", () => rmSync(folder, { recursive: true }));
  return child;
}

/**
 * Runs the command in a process that has it loaded; `null` where the start of the process matters.
 * @returns {Promise<object> | null}
 */
function runWarm({ program, args: [script, ...args], killAfterMs, through, keepOpen, ...call }) {
  if (program !== process.execPath || !script?.endsWith("writ.cjs")) return null;
  if (killAfterMs !== undefined || through !== undefined || keepOpen) return null;
  const writ = warm.get(script) ?? new WarmWrit(script);
  warm.set(script, writ);
  return writ.run({ args, ...call });
}

process.on("message", ({ id, ...request }) => {
  const running = runWarm(request) ?? runAlone(request);
  void running.then((ended) => process.send?.({ ...ended, id }));
});

/** @returns {Promise<object>} */
function runAlone({ killAfterMs, ...request }) {
  return new Promise((resolve) => {
    const child = start(request);
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      err += text;
    });
    child.on("error", (error) => {
      err += String(error);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, out, err });
    });
  });
}

process.on("disconnect", () => process.exit());
