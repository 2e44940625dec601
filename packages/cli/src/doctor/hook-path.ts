import { randomUUID } from "node:crypto";
import { shimPath } from "@writ/adapters";
import { ProblemError } from "@writ/contracts";
import { surroundings } from "../daemon/place.ts";
import type { Context } from "../io.ts";
import { isForgotten, sing, type Way } from "./canary.ts";
import { lookAtDaemon } from "./daemon.ts";
import { error, type Finding, ok, warning } from "./finding.ts";
import { lookAtShim } from "./shim.ts";

/** The way from an agent's hook to Writ. */
export interface HookPath {
  readonly findings: readonly Finding[];
  /** Whether it is Writ's own from end to end, so that something may be sent through it. */
  readonly isOwn: boolean;
  /** Whether the shim is not Writ's, so that nothing was tried. */
  readonly isForeign: boolean;
  /** How a hook would go now. */
  readonly way: Way;
}

/** Looks at the shim, the command behind it and the daemon, and sends a harmless call through. */
export async function lookAtHookPath(root: string, context: Context): Promise<HookPath> {
  const shim = await lookAtShim(root, context);
  const daemon = await lookAtDaemon(root, surroundings());
  const way: Way = daemon.isUp ? "as a hook" : "without a daemon";
  const findings = [...shim.findings, ...daemon.findings];
  const { isForeign } = shim;
  if (!shim.isOwn) return { findings, isOwn: false, isForeign, way };
  if (!(await isUsable(root, context))) {
    findings.push(
      warning(
        "canary",
        "Nothing was sent through the shim, since everything is refused until the files above are mended.",
        "Mend them, then run writ doctor again.",
      ),
    );
    return { findings, isOwn: false, isForeign, way };
  }
  findings.push(...(await tryOut(root, "without a daemon", context)));
  if (daemon.isUp) findings.push(...(await tryOut(root, "as a hook", context)));
  return { findings, isOwn: findings.every(({ level }) => level !== "error"), isForeign, way };
}

/** Whether the config and the intents can be read; what is wrong with them is told where they are looked at. */
async function isUsable(root: string, { openWritAt }: Context): Promise<boolean> {
  const writ = await openWritAt(root);
  try {
    await writ.readConfig();
    return (await writ.intents.read()).state !== "invalid";
  } catch (fault) {
    if (fault instanceof ProblemError) return false;
    throw fault;
  }
}

/** As Claude Code would ask: its answer shows the intents, which nobody but Writ knows. */
async function tryOut(root: string, way: Way, { env, openWritAt }: Context): Promise<Finding[]> {
  const session = `writ-doctor-${randomUUID()}`;
  const canary = { agent: "claude-code", event: "PreToolUse", session } as const;
  const sung = await sing(`bash -p ${shimPath} claude-code PreToolUse`, canary, way, { root, env });
  const through = way === "as a hook" ? "with the daemon" : "without a daemon";
  if ("reason" in sung)
    return [
      error(
        "canary",
        `A harmless call sent through the shim came back wrong: ${sung.reason}.`,
        "Run: writ init   and if it stays so, look at: writ status",
      ),
    ];
  if (!sung.out.includes("active_intents"))
    return [error("canary", "Somebody else than Writ answers hooks.", "Run: writ init")];
  if (!(await isForgotten(await openWritAt(root), session)))
    return [
      warning(
        "canary",
        "A harmless call sent through the shim left a record behind.",
        "This is a fault in Writ: please report it.",
      ),
    ];
  return [ok("canary", `answers in ${sung.ms} ms ${through}`)];
}
