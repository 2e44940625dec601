import type { HookRun, MergedResult } from "@writ/contracts";
import { redact, visible } from "@writ/engine";
import { append } from "./tools/append.ts";

/** Where hooks' runs are written down (R132). */
export const hooksLog = ".system/logs/hooks.log";

const rotateBytes = 1_000_000;
const mostLine = 4096;

/** What the lines of one event share. */
export interface LogStamp {
  readonly time: string;
  readonly event: string;
  readonly session: string;
}

/** One line of JSON of at most 4 KB: the longest text in it gives way. */
function line(fields: Readonly<Record<string, string | number | boolean | undefined>>, long: string): string {
  const text = JSON.stringify(fields);
  if (Buffer.byteLength(text) < mostLine) return text;
  const value = String(fields[long] ?? "");
  // What is escaped takes up to six bytes a character.
  const room = Math.max(
    0,
    Math.floor((mostLine - Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(value))) / 6) - 20,
  );
  return JSON.stringify({ ...fields, [long]: `${value.slice(0, room)}… (cut)` });
}

function runLine({ time, event, session }: LogStamp, run: HookRun): string {
  const { hook, status, durationMs, reason, stderr, cached } = run;
  const fields = { time, hook_id: hook, event_type: event, status, duration_ms: durationMs, session_id: session };
  return line(
    { ...fields, reason, cached, stderr: stderr === undefined ? undefined : visible(redact(stderr)) },
    "stderr",
  );
}

function saidLine({ time, event, session }: LogStamp, { hook, level, message }: MergedResult["logs"][number]): string {
  const fields = { time, hook_id: hook, event_type: event, level, session_id: session };
  return line({ ...fields, message: visible(redact(message)) }, "message");
}

/** Writes down how each run ended, and what its handler wanted logged. */
export async function logRuns(
  root: string,
  stamp: LogStamp,
  runs: readonly HookRun[],
  logs: MergedResult["logs"],
): Promise<void> {
  const lines = runs.flatMap((run) => [
    runLine(stamp, run),
    ...logs.filter(({ hook }) => hook === run.hook).map((said) => saidLine(stamp, said)),
  ]);
  if (lines.length > 0) await append(root, hooksLog, `${lines.join("\n")}\n`, { rotateBytes, keep: 3 });
}
