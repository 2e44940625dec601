import type { HookRun, MergedResult } from "@writ/contracts";
import { redact, visible } from "@writ/engine";
import { append } from "./tools/append.ts";

/** Where hooks' runs are written down (R132). */
export const hooksLog = ".system/logs/hooks.log";

const rotateBytes = 1_000_000;
const mostLine = 4096;
/** Most lines of one kind for one run: a handler may say a megabyte of single letters. */
const mostLines = 200;

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
  const { hook, status, durationMs, reason, stderr, cached, result } = run;
  const fields = { time, hook_id: hook, event_type: event, status, duration_ms: durationMs, session_id: session };
  return line(
    {
      ...fields,
      reason,
      cached,
      usage_recorded: result?.usage_recorded,
      stderr: stderr === undefined ? undefined : visible(redact(stderr)),
    },
    "stderr",
  );
}

function saidLine({ time, event, session }: LogStamp, { hook, level, message }: MergedResult["logs"][number]): string {
  const fields = { time, hook_id: hook, event_type: event, level, session_id: session };
  return line({ ...fields, message: visible(redact(message)) }, "message");
}

/** What the person was to be told: not everything of it may have been shown. */
function messageLine({ time, event, session }: LogStamp, hook: string, message: string): string {
  const fields = { time, hook_id: hook, event_type: event, session_id: session };
  return line({ ...fields, message_to_user: visible(redact(message)) }, "message_to_user");
}

/** As many lines as one run may have, the last of them saying how many there would be. */
function capped<T>(stamp: LogStamp, hook: string, said: readonly T[], toLine: (one: T) => string): string[] {
  const left = said.length - mostLines;
  const lines = said.slice(0, mostLines).map(toLine);
  if (left <= 0) return lines;
  return [...lines, saidLine(stamp, { hook, level: "warn", message: `${left} more are not written down.` })];
}

/** Writes down how each run ended, what its handler wanted logged, and what it wanted the person to be told. */
export async function logRuns(
  root: string,
  stamp: LogStamp,
  runs: readonly HookRun[],
  logs: MergedResult["logs"],
): Promise<void> {
  const lines = runs.flatMap((run) => {
    const { hook, result: { messages_to_user: messages = [] } = {} } = run;
    const said = logs.filter((one) => one.hook === hook);
    return [
      runLine(stamp, run),
      ...capped(stamp, hook, said, (one) => saidLine(stamp, one)),
      ...capped(stamp, hook, messages, (message) => messageLine(stamp, hook, message)),
    ];
  });
  if (lines.length > 0) await append(root, hooksLog, `${lines.join("\n")}\n`, { rotateBytes, keep: 3 });
}
