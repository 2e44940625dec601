import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { adapters } from "@writ/adapters";
import type { Event, SessionRef } from "@writ/contracts";
import { createWrit, sha256 } from "@writ/runtime";
import { scratch } from "@writ/testkit";
import { detectRunners } from "../../packages/cli/src/setup/runners.ts";
import type { RecordedCall, Recording } from "./recordings.ts";

/** What was said to one call of a recording. */
export interface Said {
  readonly session: string;
  readonly call: RecordedCall;
  readonly verdict: "pass" | "allow" | "ask" | "deny";
  readonly message: string;
}

const at = "2026-11-15T10:00:00.000Z";

/** Replays a recording in a repository of its own: every call is judged and recorded, edits are made, commands are not run. */
export async function replay(recording: Recording): Promise<Said[]> {
  const repository = scratch({ ...recording.files }, intentsOf(recording));
  const { root } = repository;
  const runners = await detectRunners(async (name) => recording.files[name] ?? null);
  repository.write(".orchestration/config.yaml", `runners: ${JSON.stringify(runners)}\n`);
  repository.write(".gitignore", "dist/\nnode_modules/\ncoverage/\n");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "start");
  const writ = await createWrit(root);
  try {
    await writ.state.trust("config", sha256(readFileSync(join(root, ".orchestration/config.yaml"))));
    const session: SessionRef = { id: recording.name, agent: "claude-code" };
    await writ.startSession(eventOf({ hook_event_name: "SessionStart", source: "startup" }, session.id, root));
    await writ.select(session, "INT-001", "tool");
    const said: Said[] = [];
    for (const [index, call] of recording.calls.entries()) {
      const payload = placed({ ...payloadOf(call), tool_use_id: `toolu_${index}` }, root);
      const before = eventOf({ ...payload, hook_event_name: "PreToolUse" }, session.id, root);
      const { verdict, ticket } = await writ.before(before, { asks: true });
      const problem = verdict.kind === "ask" || verdict.kind === "deny" ? verdict.problem : null;
      // What must be seen is no question of the agent's own, but a question.
      const kind = ticket === undefined ? verdict.kind : "ask";
      said.push({ session: recording.name, call, verdict: kind, message: problem?.message ?? "" });
      // Where it was asked, the person agrees.
      if (verdict.kind === "deny" && ticket !== undefined) {
        await writ.answer(ticket.id, { approved: true, by: "ada", assurance: "tty" });
        await writ.before(before, { asks: true });
      } else if (verdict.kind === "deny") continue;
      carryOut(placed(call, root), root);
      const response = { stdout: "", stderr: "", interrupted: false };
      await writ.after(
        eventOf({ ...payload, hook_event_name: "PostToolUse", tool_response: response }, session.id, root),
      );
    }
    return said;
  } finally {
    await writ.close();
    repository.remove();
  }
}

function payloadOf({ tool_name, tool_input }: RecordedCall): Record<string, unknown> {
  return { tool_name, tool_input };
}

function eventOf(payload: Record<string, unknown>, session: string, cwd: string): Event {
  const whole = { session_id: session, cwd, permission_mode: "default", ...payload };
  const event = adapters["claude-code"]?.toEvent(whole, { at, cwd });
  if (event === undefined || event === null) throw new Error(`This is no payload: ${JSON.stringify(payload)}`);
  return event;
}

function placed<T>(value: T, root: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('"/ws/', `"${root}/`));
}

/** What the agent's own editing tools do, and what a command is said to have left behind. */
function carryOut({ tool_name, tool_input, then = {} }: RecordedCall, root: string): void {
  const path = String(tool_input.file_path);
  if (tool_name === "Write") write(path, String(tool_input.content));
  if (tool_name === "Edit") {
    const [text, old] = [readFileSync(path, "utf8"), String(tool_input.old_string)];
    if (!text.includes(old)) throw new Error(`${path} does not hold ${JSON.stringify(old)}`);
    write(
      path,
      text.replace(old, () => String(tool_input.new_string)),
    );
  }
  for (const [name, content] of Object.entries(then)) {
    if (content === null) rmSync(join(root, name));
    else write(join(root, name), content);
  }
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function intentsOf({ task, scope }: Recording): string {
  const intent = { id: "INT-001", name: task, status: "IN_PROGRESS", owned_scope: scope };
  return `active_intents: ${JSON.stringify([intent])}\n`;
}
