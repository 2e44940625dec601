import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { type Clock, TooSlow } from "../look/clock.ts";

/** What git may be told by its surroundings: where a person's own settings are, and nothing about the repository. An object is what it is, whatever it was replaced with, and so are its parents. */
const kept = new Set(["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]);

/** The environment git is run in: no variable points it to another repository, or to other objects. */
export function surroundings(): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") || kept.has(name));
  const own = { LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_NO_REPLACE_OBJECTS: "1", GIT_GRAFT_FILE: devNull };
  return { ...Object.fromEntries(plain), ...own };
}

/** It writes nothing, runs nothing of the repository's, and waits for nobody. */
const hardened = ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/** Runs git in a folder and gives what it printed; `null` where git is missing or fails. Throws `TooSlow`. */
export function runGit(
  cwd: string,
  args: readonly string[],
  clock: Clock,
  input: string | Buffer = "",
  env: NodeJS.ProcessEnv = {},
): Promise<Buffer | null> {
  const timeout = Math.ceil(clock.left());
  return new Promise((done, failed) => {
    const around = { ...surroundings(), ...env };
    const options = { cwd, env: around, encoding: "buffer", maxBuffer: 512 * 1024 * 1024, timeout } as const;
    const child = execFile("git", [...hardened, ...args], { ...options, windowsHide: true }, (error, stdout) => {
      if (error === null) return done(stdout);
      if (error.killed === true && error.signal === "SIGTERM") return failed(new TooSlow());
      return done(null);
    });
    // Git that ends early does not read everything.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
