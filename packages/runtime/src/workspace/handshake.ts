import type { Call, Facts, Lesson } from "@writ/contracts";
import { ProblemError, problem } from "@writ/contracts";
import type { Decision } from "../writ.ts";
import { applyLessons } from "./apply.ts";
import { faultVerdict } from "./fault.ts";
import { refuse } from "./refuse.ts";
import { select } from "./select.ts";
import { writIntentSelect } from "./shell.ts";
import type { Prepared, Workspace } from "./types.ts";

type Arguments = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Arguments =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The arguments of a handshake call; MCP wrappers carry them one level down, some as JSON text. */
function argumentsOf(input: unknown): Arguments {
  if (!isObject(input)) return {};
  const inner = input.arguments ?? input.tool_input;
  if (isObject(inner)) return inner;
  if (typeof inner !== "string") return input;
  try {
    const parsed: unknown = JSON.parse(inner);
    return isObject(parsed) ? parsed : input;
  } catch {
    return input;
  }
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

function intentIn(call: Call): string | null {
  if (call.toolName !== "select_active_intent") return null;
  const { intent_id, intentId, id } = argumentsOf(call.input);
  const given = textOf(intent_id ?? intentId ?? id);
  if (given === "")
    throw new ProblemError(
      problem("PAYLOAD_INVALID", { reason: "select_active_intent needs intent_id, a non-empty string" }),
    );
  return given;
}

function listing(facts: Facts): string {
  const intents = facts.intents.state === "ok" ? facts.intents.intents : [];
  const rows = intents.map(({ id, name, status }) => ({ id, name, status, active: id === facts.session.intent }));
  return JSON.stringify({ active_intents: rows });
}

function lessonIn(call: Call, facts: Facts, now: string): Lesson {
  const { lesson, text } = argumentsOf(call.input);
  const said = textOf(lesson ?? text);
  if (said === "")
    throw new ProblemError(problem("PAYLOAD_INVALID", { reason: "record_lesson needs lesson, a non-empty string" }));
  return { kind: "lesson", at: now, intent: facts.session.intent, paths: [], text: said };
}

async function answerOf(workspace: Workspace, { call, facts, event }: Prepared): Promise<string | null> {
  const chosen = intentIn(call) ?? (call.command?.class === "safe" ? writIntentSelect(call.command.text) : null);
  if (chosen !== null) return (await select(workspace, event.session, chosen, "tool")).xml;
  if (call.toolName === "list_active_intents") return listing(facts);
  if (call.toolName === "record_lesson") {
    await applyLessons(workspace, [lessonIn(call, facts, workspace.ports.now())]);
    return JSON.stringify({ recorded: true });
  }
  return null;
}

/** Writ's own tools are answered here; they need no tool body (R50). `null` for every other call. */
export async function shakeHands(workspace: Workspace, prepared: Prepared): Promise<Decision | null> {
  const { call, facts } = prepared;
  if (call.kind !== "handshake" && call.kind !== "command") return null;
  if (call.invalid !== undefined) return null;
  try {
    const answer = await answerOf(workspace, prepared);
    return answer === null ? null : { verdict: { kind: "pass" }, call, facts, answer };
  } catch (error) {
    return { verdict: await refuse(workspace, prepared, faultVerdict(error, "handshake")), call, facts };
  }
}
