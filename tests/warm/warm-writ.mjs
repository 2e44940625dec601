// A process that has the command loaded already. Starting Node and loading it takes twenty times as long as most commands.
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What `tests/warm/build.ts` makes of `host-main.ts`: beside the package's own folders, since it looks for them. */
export const hostFile = fileURLToPath(new URL("../../packages/cli/.build/warm-host.mjs", import.meta.url));

/**
 * @typedef {{ code: number | null, signal: string | null, out: string, err: string }} Ended
 * @typedef {{ args: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>>, input: string | Uint8Array }} Call
 */

/** What needs a process of its own: servers, and what the shim frames. */
const alone = new Set(["mcp", "daemon", "--framed", "--gap"]);

/**
 * Whether a call can run in a process that is there already. Variables for Node itself are read when it starts.
 * @param {Call} call
 */
const canBeWarm = ({ args, env }) =>
  process.env.WRIT_TEST_COMMAND !== "process" &&
  !args.some((word) => alone.has(word)) &&
  !Object.keys(env).some((name) => name.startsWith("NODE_"));

/** One such process, started when it is first asked. */
export class WarmWrit {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #host;
  /** @type {((ended: Ended) => void) | undefined} */
  #answered;
  #script;
  /** Where a `writ` for the PATH of git's hooks is, once the process has started. */
  folder = mkdtempSync(join(tmpdir(), "writ-warm-"));

  /** @param {string} script the command as it is installed */
  constructor(script) {
    this.#script = script;
    process.once("exit", () => rmSync(this.folder, { recursive: true, force: true }));
  }

  /**
   * Runs it; `null` where it needs a process of its own, as two at once do.
   * @param {Call} call
   * @returns {Promise<Ended> | null}
   */
  run(call) {
    if (this.#answered !== undefined || !canBeWarm(call)) return null;
    const host = this.#open();
    return new Promise((resolve) => {
      this.#answered = (ended) => {
        this.#answered = undefined;
        resolve(ended);
      };
      host.ref();
      host.send({ ...call, env: known(call.env) });
    });
  }

  /** Starts the process before it is needed. */
  start() {
    if (process.env.WRIT_TEST_COMMAND !== "process") this.#open();
  }

  #open() {
    if (this.#host !== undefined) return this.#host;
    const host = fork(hostFile, [this.#script, this.folder, versionOf(this.#script)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      serialization: "advanced",
      execArgv: [],
    });
    host.on("message", (/** @type {Ended} */ ended) => {
      host.unref();
      this.#answered?.(ended);
    });
    host.on("exit", (code, signal) => {
      if (this.#host === host) this.#host = undefined;
      this.#answered?.({ code, signal, out: "", err: "" });
    });
    host.channel?.unref();
    host.unref();
    this.#host = host;
    return host;
  }
}

/** @param {Readonly<Record<string, string | undefined>>} env */
const known = (env) => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));

/** @param {string} script */
const versionOf = (script) => JSON.parse(readFileSync(join(dirname(script), "..", "package.json"), "utf8")).version;
