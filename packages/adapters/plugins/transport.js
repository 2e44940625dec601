// How a plugin talks to Writ: one short process for each event, the payload on its standard input, the answer on its
// standard output. Only Node's own modules, since a plugin is one file without packages beside it.
import { spawn } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { outputText } from "../src/output.ts";
import { isGoverned } from "./governance.js";

/**
 * @typedef {{ id: string | null, tool: string, input: unknown }} Call
 * @typedef {{ status: "ok" | "failed" | "blocked" | "unknown", output?: string }} Outcome
 * @typedef {{ deny?: string, ask?: string, context?: string, messages?: string[] }} Answer
 *
 * What Writ is told, whatever the agent calls it: read by `packages/adapters/src/plugin-dialect`.
 * @typedef {object} Payload
 * @property {string} session
 * @property {string | undefined} [parent] the session that started this one
 * @property {string | undefined} [model]
 * @property {string} cwd
 * @property {number | undefined} [process] the agent's own process, where the plugin runs in another one
 * @property {boolean | undefined} [attended] whether a person sits before the agent, where that is known
 * @property {Call | undefined} [call]
 * @property {Outcome | undefined} [outcome]
 * @property {number | undefined} [duration_ms]
 * @property {string | undefined} [prompt]
 *
 * @typedef {object} Settings
 * @property {string} agent as Writ knows it
 * @property {string} module where the plugin itself lies, as a file URL
 * @property {readonly string[]} reads the agent's tools that change nothing: they go on where Writ cannot be asked
 * @property {() => readonly (string | undefined)[]} places where else to look for the repository
 * @property {number} [deadline] how long to wait for an answer, in milliseconds
 * @property {number} [telling] how long to wait where no tool depends on the answer: Writ gives one in half the deadline
 */

const windows = process.platform === "win32";
const shim = join(".orchestration", windows ? "writ.ps1" : "writ.sh");
/** The secret of one installation: an answer that does not begin with its beginning counts for nothing. */
const seal = join(".orchestration", ".state", "seal");
const longestAnswer = 4 * 1024 * 1024;
/** How long what was printed may still be on its way once the process has ended, in milliseconds. */
const settling = 300;
/** After this a process that does not end is ended, whether anybody waits for it or not. */
const longestRun = 15_000;
/** How long to wait once Writ was late: an agent must not stand still at every step. */
const impatience = 2000;

/** @param {string} path */
function isFile(path) {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * The outermost folder upwards that holds the shim, no further than the top of the repository: one that lies further
 * in, in something that was cloned, does not answer for the whole.
 * @param {string} start
 */
function climb(start) {
  let found = null;
  for (let folder = start; ; folder = dirname(folder)) {
    if (isFile(join(folder, shim))) found = folder;
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return found;
  }
}

/** @param {string} file */
function secretOf(file) {
  try {
    return isFile(file) ? readFileSync(file, "utf8").trim() : "";
  } catch {
    return "";
  }
}

/**
 * What was answered, if it is whole and proven: `<proof> <code> <stderr>`, NUL, stdout, NUL. `null` otherwise.
 * @param {string} root
 * @param {string} out
 */
function unframe(root, out) {
  // Read after the answer: where a fresh clone has none, the shim makes it.
  const secret = secretOf(join(root, seal));
  const [, proof, code, text] = /^([0-9a-f]{16}) ([02]) [^\0]*\0([^\0]*)\0\s*$/.exec(out) ?? [];
  if (secret.length < 32 || proof !== secret.slice(0, 16)) return null;
  return { code: Number(code), text: text ?? "" };
}

/** @param {string} url */
function folderOf(url) {
  try {
    return dirname(fileURLToPath(url));
  } catch {
    return undefined;
  }
}

/**
 * Ends a process and what it started. It leads a group of its own, except on Windows.
 * @param {import("node:child_process").ChildProcess} child
 */
function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (windows || child.pid === undefined) child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/**
 * Runs the shim. Never throws.
 * @param {{ root: string, agent: string, event: string, text: string, deadline: number, isReport: boolean, isOfUser: boolean }} asked
 * @returns {Promise<{ out: string, code: number | null } | { failed: string, late?: true }>}
 */
function run({ root, agent, event, text, deadline, isReport, isOfUser }) {
  return new Promise((resolve) => {
    const path = join(root, shim);
    const [command, args] = windows
      ? ["powershell", ["-NoProfile", "-ExecutionPolicy", "Bypass", "-File", path, agent, event, "framed"]]
      : ["bash", ["-p", path, agent, event, "framed"]];
    /** @type {import("node:child_process").ChildProcess} */
    let child;
    try {
      child = spawn(command, args, {
        cwd: root,
        stdio: ["pipe", "pipe", "ignore"],
        detached: !windows,
        windowsHide: true,
        // Of two plugins in one agent, one answers each call.
        ...(isOfUser && { env: { ...process.env, WRIT_HOOK_LEVEL: "user" } }),
      });
    } catch {
      resolve({ failed: `${command} cannot be started` });
      return;
    }
    let out = "";
    /** @type {NodeJS.Timeout | undefined} */
    let settle;
    const late = setTimeout(() => {
      resolve({ failed: `it did not answer within ${deadline / 1000} seconds`, late: true });
      // What only reports may finish by itself, and must not keep the agent from ending.
      child.unref();
      child.stdout?.destroy();
      if (isReport) setTimeout(end, longestRun - deadline, child).unref();
      else end(child);
    }, deadline);
    /** @param {{ out: string, code: number | null } | { failed: string }} ended */
    const done = (ended) => {
      clearTimeout(late);
      clearTimeout(settle);
      resolve(ended);
    };
    child.stdout?.setEncoding("utf8");
    child.stdout?.on("data", (chunk) => {
      out += chunk;
      if (out.length > longestAnswer) end(child);
    });
    child.on("error", () => done({ failed: `${command} cannot be started` }));
    child.on("close", (code) => done({ out, code }));
    // Something it left running may hold its output open, and is not waited for.
    child.on("exit", (code) => {
      settle = setTimeout(() => done({ out, code }), settling);
    });
    // It may answer without reading everything.
    child.stdin?.on("error", () => {});
    child.stdin?.end(text);
  });
}

/** @param {unknown} value */
const isText = (value) => typeof value === "string" && value !== "";

/**
 * One JSON object; `null` for anything else.
 * @param {string} text
 * @returns {Answer | null}
 */
function parse(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    /** @param {string} key */
    const said = (key) => (isText(value[key]) ? { [key]: value[key] } : {});
    const messages = Array.isArray(value.messages) ? value.messages.filter(isText) : [];
    const shown = messages.length === 0 ? {} : { messages };
    return { ...said("deny"), ...said("ask"), ...said("context"), ...shown };
  } catch {
    return null;
  }
}

/**
 * What the model is told beside a refusal stands below it: there is no result to put it behind.
 * @param {Answer} answer
 * @returns {Answer}
 */
function inOneText({ context, ...answer }) {
  if (context === undefined) return answer;
  return answer.deny === undefined ? { ...answer, context } : { ...answer, deny: `${answer.deny}\n\n${context}` };
}

/** The plugin of a user is named so, and is loaded in every repository. @param {string} module */
const isUsers = (module) => /[/\\]writ-user\.[jt]s(?:[?#]|$)/.test(module);

/** What the user must do where the repository is on record and the shim is missing. */
const lostSidecar =
  "SIDECAR_MISSING: Writ guards this repository, but .orchestration/writ.sh is missing, so this call is denied. A user must restore it (git checkout .orchestration, or writ init) or end the guard (writ uninstall).";

/**
 * A plugin's line to Writ. Nothing here throws, and nothing takes longer than the deadline.
 * @param {Settings} settings
 */
export function connect({ agent, module, reads, places, deadline = 15_000, telling = 8000 }) {
  /** @type {string | null} */
  let known = null;
  /** What Writ was late with. */
  let late = { guard: false, report: false };
  /** @type {Set<Promise<unknown>>} */
  const open = new Set();
  const isOfUser = isUsers(module);

  /** @returns {string[]} */
  const around = () => places().flatMap((place) => (typeof place === "string" && place !== "" ? [place] : []));

  /** The repository the plugin was installed in counts before the one the agent stands in. */
  function root() {
    if (known !== null && isFile(join(known, shim))) return known;
    const own = isOfUser ? undefined : folderOf(module);
    const starts = own === undefined ? around() : [own, ...around()];
    known = starts.map(climb).find((found) => found !== null) ?? null;
    return known;
  }

  /**
   * @param {string} event
   * @param {Payload} payload
   * @param {number} usual how long to wait
   * @returns {Promise<{ answer: Answer } | { failed: string, lost?: true }>}
   */
  async function send(event, payload, usual) {
    const at = root();
    if (at === null) {
      if (around().some(isGoverned)) return { failed: "its sidecar is missing", lost: true };
      return isOfUser ? { answer: {} } : { failed: `there is no ${shim} here` };
    }
    let text;
    try {
      text = JSON.stringify({ v: 1, event, ...payload });
    } catch {
      return { failed: "this call cannot be put into words" };
    }
    const kind = event === "tool.before" ? "guard" : "report";
    const limit = late[kind] ? Math.min(usual, impatience) : usual;
    const running = run({ root: at, agent, event, text, deadline: limit, isReport: kind === "report", isOfUser });
    open.add(running);
    const ended = await running;
    open.delete(running);
    late = "late" in ended ? { guard: late.guard || kind === "guard", report: true } : { guard: false, report: false };
    if ("failed" in ended) return ended;
    const said = unframe(at, ended.out);
    const answer = said === null ? null : parse(said.text);
    if (answer?.deny !== undefined) return { answer };
    if (answer === null || said?.code !== 0 || ended.code !== 0) return { failed: "it broke" };
    return { answer };
  }

  return {
    /** The root of the repository; `null` where there is no shim. */
    root,

    /**
     * Whether to bring tools: the plugin of a user is loaded in repositories where nothing is governed, and beside the
     * plugin of the repository, whose tools have the same names.
     * @param {string} other the plugin of the repository
     */
    bringsTools: (other) => !isOfUser || (!isFile(other) && (root() !== null || around().some(isGoverned))),

    /**
     * Asks before a tool runs. Without an answer what only reads goes on, and everything else is refused.
     * @param {Payload & { call: Call }} payload
     * @returns {Promise<Answer>}
     */
    async guard(payload) {
      const told = await send("tool.before", payload, deadline);
      if ("answer" in told) return inOneText(told.answer);
      if (reads.includes(payload.call.tool)) return {};
      if ("lost" in told) return { deny: lostSidecar };
      return {
        deny: `Writ could not check this call (${told.failed}), so it is refused. A person can find out why: writ doctor`,
      };
    },

    /**
     * Tells what happened. Without an answer there is nothing to be done.
     * @param {string} event
     * @param {Payload} payload
     * @returns {Promise<Answer>}
     */
    async tell(event, payload) {
      const told = await send(event, payload, telling);
      return "answer" in told ? told.answer : {};
    },

    /** Waits for what is still on its way, for an agent that is about to end. */
    async settled() {
      await Promise.all(open);
    },
  };
}

/**
 * How a call ended, with the beginning of what the tool answered.
 * @param {Outcome["status"]} status
 * @param {unknown} answer
 * @returns {Outcome}
 */
export function outcomeOf(status, answer) {
  const output = outputText(answer);
  return output === undefined ? { status } : { status, output };
}

/**
 * Shows the person what Writ has to tell them, one after the other. That must never stand in the way of the work.
 * @param {Answer} answer
 * @param {(message: string) => unknown} show
 */
export function showAll({ messages = [] }, show) {
  for (const message of messages) {
    try {
      Promise.resolve(show(message)).catch(() => {});
    } catch {
      // There is no screen.
    }
  }
}

/**
 * What an agent says when it is asked, unless that fails or takes too long.
 * @template T
 * @param {number} limit in milliseconds
 * @param {() => Promise<T>} asked
 * @returns {Promise<T | undefined>}
 */
export async function within(limit, asked) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, limit);
  });
  try {
    return await Promise.race([asked(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What of these a text does not hold yet, ready to be put behind it.
 * @param {string} text
 * @param {readonly (string | undefined)[]} parts
 */
export function missingIn(text, parts) {
  return parts.flatMap((part) => (part === undefined || text.includes(part) ? [] : [`\n\n${part}`])).join("");
}
