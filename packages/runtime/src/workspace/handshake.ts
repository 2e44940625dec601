import type { Call, Facts, Lesson, SessionRef } from "@writ/contracts";
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

/** A host runs its model under its own rules; what any other agent says is a proposal, unless the config trusts it. */
async function learnFrom(
  workspace: Workspace,
  call: Call,
  facts: Facts,
  { id, agent }: SessionRef,
): Promise<{ recorded: boolean; proposed?: string; next?: string }> {
  const lesson = lessonIn(call, facts, workspace.ports.now());
  if (facts.config.lessons === "write" || agent === "library") {
    await applyLessons(workspace, [lesson]);
    return { recorded: true };
  }
  const { proposeLesson } = await import("../lessons/proposed-lessons.ts");
  const { at, intent, text = "" } = lesson;
  const proposed = (await proposeLesson(workspace.root, { at, session: id, intent, text })).id;
  return { recorded: false, proposed, next: `A user accepts it with: writ lesson accept ${proposed}` };
}

/** The hook has done what the command asks for; the command itself may not find the program. */
const selectedBy = (intent: string): string =>
  `${intent} is selected, by this hook. Go on with the task: what the command itself prints, be it "command not found", changes nothing, and it need not run again.`;

async function answerOf(workspace: Workspace, { call, facts, event }: Prepared): Promise<string | null> {
  const called = intentIn(call);
  if (called !== null) return (await select(workspace, event.session, called, "tool")).xml;
  const typed = call.command?.class === "safe" ? writIntentSelect(call.command.text) : null;
  if (typed !== null) return `${(await select(workspace, event.session, typed, "tool")).xml}\n${selectedBy(typed)}`;
  if (call.toolName === "list_active_intents") return listing(facts);
  if (call.toolName === "record_lesson") {
    return JSON.stringify(await learnFrom(workspace, call, facts, event.session));
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
