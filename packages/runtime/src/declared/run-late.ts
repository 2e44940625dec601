import { rmSync } from "node:fs";
import type { HookContext, HookRun } from "@writ/contracts";
import { hookEvents } from "@writ/contracts";
import { merge } from "@writ/engine";
import { isRecord, openFileState, valueIn } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { acceptedTrust } from "../snapshot/alarms/held.ts";
import { keepEffects } from "./effects.ts";
import { leaveSaying } from "./late-box.ts";
import { openModuleHost } from "./module-host.ts";
import { prepareHook } from "./prepare.ts";
import { isHook } from "./registry.ts";
import { openResultCache } from "./result-cache.ts";
import { runHook } from "./run-hook.ts";
import type { LateJob } from "./start-late.ts";

function isContext(value: unknown): value is HookContext {
  return (
    isRecord(value) && typeof value.session_id === "string" && hookEvents.some((event) => event === value.event_type)
  );
}

function isJob(value: unknown): value is LateJob {
  if (!isRecord(value) || !isHook(value.hook) || !isContext(value.context)) return false;
  return [value.root, value.host, value.hash, value.place, value.sign].every((text) => typeof text === "string");
}

async function run({ root, builtins, host: program, hook, hash, context, depth }: LateJob): Promise<HookRun> {
  const { env } = process;
  const prepared = await prepareHook(
    hook,
    { root, builtins, path: env.PATH },
    acceptedTrust(root, openFileState(sidecarPaths(root).state)),
  );
  if (prepared.hash !== hash)
    return { hook: hook.id, status: "skipped", durationMs: 0, reason: "it changed while it was being started" };
  const host = openModuleHost({ program });
  try {
    const runner = { root, env, depth, host, cache: openResultCache() };
    return await runHook(runner, prepared, context, hook.timeoutMs);
  } finally {
    host.close();
  }
}

/** Carries out one job: runs the hook, does what follows from it, and leaves what it said for the session. */
export async function runLate(file: string): Promise<void> {
  const job = valueIn(file, isJob);
  if (job === null) throw new Error(`${file} holds no job`);
  try {
    const { hook, context, root } = job;
    const ended = await run(job);
    const merged = merge([{ hook, run: ended }], context.event_type);
    const stamp = { time: new Date().toISOString(), event: context.event_type, session: context.session_id };
    await keepEffects(root, stamp, [ended], merged).catch(() => {});
    await leaveSaying(job.place, { hook, event: context.event_type, run: ended });
  } finally {
    rmSync(job.sign, { force: true });
    rmSync(file, { force: true });
  }
}
