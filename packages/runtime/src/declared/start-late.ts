import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import type { ContentHash, Hook, HookContext, HookEvent, HookRun } from "@writ/contracts";
import { writeJson } from "@writ/stores";
import { isRunning, placeIn, sayingAt, signBeside, takeSaying } from "./late-box.ts";

/** What a process of its own is told to run. */
export interface LateJob {
  readonly root: string;
  readonly builtins: string | null;
  /** The program module handlers run in. */
  readonly host: string;
  readonly hook: Hook;
  /** What was looked at: it runs only if it is still that. */
  readonly hash: ContentHash;
  readonly context: HookContext;
  readonly depth: number;
  /** Where it leaves what the hook said. */
  readonly place: string;
  /** Says that it is running. */
  readonly sign: string;
}

/** How long to wait for it, and what runs it. */
export interface LateStart extends Omit<LateJob, "place" | "sign"> {
  /** The program that carries out a job. */
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly waitMs: number;
}

/** Whether a hook may go on when nobody can wait for it: an observer with more time than there is for the event. */
export const mayBeLate = (hook: Hook, event: HookEvent, budgetMs: number): boolean =>
  event !== "PreAbilityCall" && hook.onFailure !== "deny" && hook.timeoutMs > budgetMs;

/** What of an event a hook gets that may go on by itself: a person is waiting. */
const mostWaitMs = 2000;

/** Why a hook is not started a second time. */
export const stillRuns = "it still runs for an earlier event of this session";

/** Starts the hook in a process that outlives this one, and waits for it as long as there is time. */
export async function startLate({ program, env, waitMs, ...job }: LateStart): Promise<HookRun> {
  const { hook, context } = job;
  const place = placeIn(job.root, context.session_id);
  const sign = signBeside(place, hook.id);
  const now = Date.now();
  if (isRunning(sign, now)) return { hook: hook.id, status: "skipped", durationMs: 0, reason: stillRuns };
  const order = `${place}.job.json`;
  await writeJson(order, { ...job, place, sign });
  const { NODE_OPTIONS: _, ...surroundings } = env;
  const child = spawn(process.execPath, ["--no-warnings", program, order], {
    cwd: job.root,
    env: surroundings,
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  if (child.pid !== undefined) await writeJson(sign, { pid: child.pid, until: now + hook.timeoutMs + 60_000 });
  const began = performance.now();
  const isOver = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, Math.min(waitMs, mostWaitMs), false);
    const over = () => {
      clearTimeout(timer);
      resolve(true);
    };
    child.once("exit", over);
    child.once("error", over);
  });
  child.unref();
  const durationMs = Math.round(performance.now() - began);
  if (!isOver) {
    const reason = "it goes on; what it says comes later";
    return { hook: hook.id, status: "late", durationMs, reason };
  }
  rmSync(order, { force: true });
  const said = takeSaying(sayingAt(place));
  return said?.run ?? { hook: hook.id, status: "failed", durationMs, reason: "the process that ran it broke down" };
}
