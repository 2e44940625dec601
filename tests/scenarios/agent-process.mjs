// Plays the agent. Hooks are its children, so what they note as "the agent" is this process, and what a person runs
// in a test does not run beneath it.
import { spawn } from "node:child_process";

process.on("message", ({ id, args, cwd, env, input, keepOpen, killAfterMs }) => {
  const child = spawn(process.execPath, args, { cwd, env, stdio: "pipe" });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  // A hook that has heard enough may stop reading.
  child.stdin.on("error", () => {});
  child.on("error", (error) => {
    err += String(error);
  });
  child.on("close", (code, signal) => {
    clearTimeout(timer);
    child.stdin.destroy();
    process.send?.({ id, code, signal, out, err });
  });
  child.stdin.write(input);
  if (!keepOpen) child.stdin.end();
});

process.on("disconnect", () => process.exit());
