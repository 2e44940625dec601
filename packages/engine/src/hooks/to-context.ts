import {
  type About,
  type CallStatus,
  type CommandClass,
  type Event,
  type HookContext,
  hookEventOf,
  type Outcome,
  type Stage,
} from "@writ/contracts";
import { isRecord, text } from "../tools/input.ts";
import { abilityOf, isRunner } from "./ability-of.ts";
import { changedPaths, inputSummary, outputSummary } from "./call-summary.ts";
import { toldChanges } from "./file-changes.ts";
import { redact } from "./redact/redact.ts";
import { redactCommand } from "./redact/redact-command.ts";
import { cut } from "./summary.ts";

/** Most of a prompt a handler is told, in characters. */
const mostText = 8000;
/** Most of a command: guards judge by its end as well. */
const mostCommand = 64_000;

/** What handlers are told of an event: summaries without secrets, never the raw payload (S4 4.1, R149). */
export function toContext(
  event: Event,
  about: About & {
    readonly changedFiles?: readonly string[] | undefined;
    /** What a session that stops has changed altogether. */
    readonly touchedFiles?: readonly string[] | undefined;
  },
  stamp: { readonly root: string; readonly environment: string },
): HookContext {
  const { id, agent, model } = event.session;
  const { intent } = about;
  const base = {
    session_id: id,
    timestamp: event.at,
    repository_root: stamp.root,
    stage: stageOf(event, about),
    agent,
    ...(model !== undefined && { model }),
    environment: stamp.environment,
    ...(typeof intent === "string" && { intent }),
  };
  const changed = [...(about.changedFiles ?? [])];
  const event_type = hookEventOf[event.name];
  switch (event_type) {
    case "SessionStart":
      return { event_type, ...base };
    case "UserPromptSubmit":
      return { event_type, ...base, user_message: cut(redact(event.prompt ?? ""), mostText), files_touched: changed };
    case "PreAbilityCall": {
      const summary = inputSummary(event, about, stamp.root);
      return {
        event_type,
        ...base,
        ...calling(event, about, stamp.root),
        planned_input_summary: summary,
        ...commandOf(about),
      };
    }
    case "PostAbilityCall":
      return { event_type, ...base, ...calling(event, about, stamp.root), ...ending(event, about, stamp.root) };
    case "SessionStop": {
      const touched = about.touchedFiles === undefined ? {} : { files_touched: [...about.touchedFiles] };
      return { event_type, ...base, changed_files: changed, ...touched };
    }
    case "SessionEnd":
      return { event_type, ...base, changed_files: changed };
  }
}

function calling(event: Event, about: About, root: string) {
  const changes = toldChanges(about, root);
  return {
    ...abilityOf(event, about.call, changes),
    tool_name: (about.call ?? event.request)?.tool ?? "unknown",
    paths: changedPaths(about, root),
    changes,
    ...(about.call?.command !== undefined && { programs: [...about.call.command.programs] }),
    is_known: isKnown(about),
  };
}

/** How a call ended, in S4's words. What nobody knows to have failed counts as done. */
const statusOf: Record<Outcome["status"], CallStatus> = {
  ok: "success",
  unknown: "success",
  failed: "failure",
  blocked: "skipped",
};

function ending(event: Event, about: About, root: string) {
  const status = statusOf[event.outcome?.status ?? (event.name === "tool.failed" ? "failed" : "unknown")];
  const duration = event.outcome?.durationMs ?? about.durationMs;
  const output = outputSummary(event, about, status);
  const path = callPath((about.call ?? event.request)?.input);
  return {
    status,
    ...(duration !== undefined && { duration_ms: duration }),
    input_summary: inputSummary(event, about, root),
    ...(output !== "" && { output_summary: output }),
    ...(path !== null && { tool_call_path: path }),
  };
}

/** Where the task keeps its own record of calls; only a file below the root counts (requirements 4.25). */
function callPath(input: unknown): string | null {
  const path = isRecord(input) ? text(input, ["tool_call_path"]) : undefined;
  if (path === undefined || path.length > 500 || /\p{Cc}/u.test(path)) return null;
  return /^[\\/~]|^[A-Za-z]:|(^|[\\/])\.\.([\\/]|$)/.test(path) || path === "" ? null : path;
}

function stageOf({ name }: Event, { call, intent }: About): Stage {
  switch (name) {
    case "session.start":
    case "prompt.submit":
      return "understand";
    case "turn.end":
    case "session.end":
      return "review";
    case "tool.before":
    case "tool.after":
    case "tool.failed": {
      // Whatever a skill or an agent will do, running it is not reading.
      if (call !== undefined && isRunner(call.tool)) return "act";
      const reads = call?.kind === "safe" || call?.kind === "handshake" || call?.command?.class === "safe";
      if (!reads) return "act";
      return typeof intent === "string" ? "plan" : "understand";
    }
  }
}

/** What a guard judges a command by: a summary alone would hide its end. */
function commandOf({ call }: About): { command?: string; command_is_whole?: boolean } {
  if (call?.command === undefined) return {};
  const command = redactCommand(call.command.text);
  return { command: cut(command, mostCommand), command_is_whole: command.length <= mostCommand };
}

/** Whether the call was seen through: every program of its command line is known, and every file it changes has a name. */
function isKnown({ call }: About): boolean {
  if (call === undefined || call.invalid !== undefined) return false;
  if (call.command !== undefined && !seenThrough.includes(call.command.class)) return false;
  return call.kind !== "opaque" && call.effects.every(({ op, certainty }) => op === "exec" || certainty !== "opaque");
}

const seenThrough: readonly CommandClass[] = ["safe", "changes", "runs"];
