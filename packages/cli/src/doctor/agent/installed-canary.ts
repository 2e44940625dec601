import { randomUUID } from "node:crypto";
import { commandLine, shimPath } from "@writ/adapters";
import type { WiredAgent } from "@writ/adapters/wiring";
import type { Writ } from "@writ/runtime";
import type { Context } from "../../io.ts";
import { isForgotten, sing, type Way } from "../canary.ts";
import { error, type Finding, ok, warning } from "../finding.ts";
import type { FoundFile } from "./wired-files.ts";

/** The events before a tool runs, as agents name them. */
const guards = /^(PreToolUse|BeforeTool|preToolUse|pre_read_code)$/;
/** A hook that takes longer is felt. */
const slowMs = 5000;

/** Where canaries are sent, and by which way. */
export interface Cage {
  readonly root: string;
  readonly context: Context;
  readonly writ: Writ;
  readonly way: Way;
}

/** Sends a canary through the command line that is really in the agent's settings, if it is the one Writ writes. */
export async function installedCanary(agent: WiredAgent, files: readonly FoundFile[], cage: Cage): Promise<Finding[]> {
  const file = files.find(({ purpose }) => purpose === "plugin") ?? files[0];
  const found = file === undefined ? null : installedLine(agent, file);
  if (found === null || (agent === "windsurf" && (await isGated(cage.writ)))) return [];
  const session = `writ-doctor-${randomUUID()}`;
  const sung = await sing(found.line, { agent, event: found.event, session }, cage.way, {
    root: cage.root,
    env: cage.context.env,
  });
  if ("reason" in sung)
    return [
      error(
        "canary",
        `A harmless call sent through its hook came back wrong: ${sung.reason}.`,
        "Run: writ init   and if it stays so, look at: writ status",
      ),
    ];
  if (!(await isForgotten(cage.writ, session)))
    return [
      warning(
        "canary",
        "A harmless call sent through its hook left a record behind.",
        "This is a fault in Writ: please report it.",
      ),
    ];
  if (sung.ms > slowMs)
    return [
      warning(
        "canary",
        `A harmless call sent through its hook took ${sung.ms} ms.`,
        "See what keeps this machine busy; the agent waits that long before every call.",
      ),
    ];
  return [ok("canary", `its hook answers in ${sung.ms} ms`)];
}

function installedLine(
  agent: WiredAgent,
  { purpose, state, installed }: FoundFile,
): { line: string; event: string } | null {
  if (purpose === "plugin")
    return state === "wired" ? { line: `bash -p ${shimPath} ${agent} tool.before`, event: "tool.before" } : null;
  const hook = installed.hooks.find(({ event }) => event !== null && guards.test(event));
  const event = hook?.event ?? "";
  return hook?.line === commandLine(agent, event) ? { line: hook.line, event } : null;
}

/** Where even reading needs an intent, its canary would be refused, and the refusal recorded. */
async function isGated(writ: Writ): Promise<boolean> {
  return (await writ.readConfig()).config.gate === "all";
}
