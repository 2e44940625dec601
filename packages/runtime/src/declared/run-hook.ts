import type { HookContext, HookResult, HookRun } from "@writ/contracts";
import { parseResult, redact, visibleLine } from "@writ/engine";
import { environmentOf } from "./environment.ts";
import type { ModuleHost } from "./module-host.ts";
import { distrustOf, type PreparedHook } from "./prepare.ts";
import { pythonFiles } from "./python-files.ts";
import { withRealDocuments } from "./real-documents.ts";
import { cacheKey, type ResultCache } from "./result-cache.ts";
import { runScript, type ScriptRun } from "./spawn.ts";

/** What running a hook takes. */
export interface Runner {
  readonly root: string;
  /** The variables handlers' surroundings are chosen from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How many handlers deep whoever runs them is. */
  readonly depth: number;
  readonly host: ModuleHost;
  readonly cache: ResultCache;
}

const mostReason = 300;

/** A handler's own words in a sentence of ours. */
const quoted = (text: string): string => visibleLine(redact(text)).slice(0, mostReason);

/** What a handler answered, as the end of its run. */
function ended(result: HookResult): Pick<HookRun, "status" | "reason" | "result"> {
  if (result.error === undefined) return { status: "ok", result };
  if (result.error === "blocked_by_policy") return { status: "blocked", result };
  return { status: "failed", reason: `it reported an error: ${quoted(result.error)}`, result };
}

/** A refusal that was well said counts, also of a handler that exits with a failure on top; nothing else does. */
function decisionIn(stdout: string): Pick<HookRun, "result"> {
  const parsed = parseResult(stdout);
  return "result" in parsed && parsed.result.error === "blocked_by_policy" ? { result: parsed.result } : {};
}

function toRun(hook: string, { stdout, stderr, fault, timedOut }: ScriptRun, durationMs: number): HookRun {
  const errors = stderr.trim() === "" ? {} : { stderr: redact(stderr.trimEnd()) };
  if (timedOut) return { hook, status: "timeout", durationMs, reason: fault ?? "it took too long", ...errors };
  if (fault !== null)
    return { hook, status: "failed", durationMs, reason: quoted(fault), ...decisionIn(stdout), ...errors };
  const parsed = parseResult(stdout);
  if ("fault" in parsed) return { hook, status: "failed", durationMs, reason: parsed.fault, ...errors };
  return { hook, durationMs, ...ended(parsed.result), ...errors };
}

const withDocuments = (root: string, run: HookRun): HookRun =>
  run.result === undefined ? run : { ...run, result: withRealDocuments(root, run.result) };

/** Runs one hook that has been looked at, for at most this long. Never throws. */
export async function runHook(
  runner: Runner,
  prepared: PreparedHook,
  context: HookContext,
  timeoutMs: number,
): Promise<HookRun> {
  const { hook, handler, hash } = prepared;
  const distrust = distrustOf(prepared);
  // What is not there cannot be trusted either: that says more.
  if (distrust !== null)
    return { hook: hook.id, status: "skipped", durationMs: 0, reason: handler.problem ?? distrust };
  if (handler.problem !== null || hash === null)
    return { hook: hook.id, status: "failed", durationMs: 0, reason: handler.problem ?? "its files cannot be read" };
  const key = hook.cacheMs > 0 ? cacheKey(hook, hash, context) : null;
  const known = key === null ? null : runner.cache.read(key, performance.now());
  if (known !== null) return known;
  const began = performance.now();
  const answered = await start(runner, prepared, hash, context, timeoutMs);
  const run = withDocuments(runner.root, toRun(hook.id, answered, Math.round(performance.now() - began)));
  if (key !== null && (run.status === "ok" || run.status === "blocked"))
    runner.cache.keep(key, run, performance.now() + hook.cacheMs);
  return run;
}

function start(
  { root, env, depth, host }: Runner,
  { hook, handler }: PreparedHook,
  hash: string,
  context: HookContext,
  timeoutMs: number,
): Promise<ScriptRun> {
  const given = environmentOf(hook, { root, env, depth, python: pythonFiles(root, handler) });
  const [file = ""] = handler.command;
  if (hook.handler.kind === "module") return host.run({ root, file, hash, timeoutMs, context, env: given });
  return runScript({ command: handler.command, cwd: root, env: given, input: JSON.stringify(context), timeoutMs });
}
