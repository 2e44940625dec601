import { readFileSync } from "node:fs";
import {
  type Adapter,
  type EventName,
  eventNames,
  problem,
  type Said,
  toToolError,
  type Verdict,
} from "@writ/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anEvent, someTime } from "./builders.ts";

/** Reads an agent's payloads as they were captured, or written down from its documents (`.docs`, `.pkg`, `.src`). */
export function payloadsOf(agent: string): (name: string) => Record<string, unknown> {
  const folder = new URL(`../../adapters/fixtures/${agent}/`, import.meta.url);
  return (name) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

/** What stands against a call in these tests, as a model and as a person read it. */
const someRefusal = problem("NO_ACTIVE_INTENT", { tool: "Write", available: ["INT-001"] });
export const refusalForModel = JSON.stringify(toToolError(someRefusal));
export const refusalForPerson = `${someRefusal.message} ${someRefusal.hint}`;

/** What a person is asked in these tests, as they read it before they press yes or no. */
const question = { reasons: ["it is dangerous"], risk: "command", binding: "b" } as const;
export const questionForPerson =
  "Writ asks before this runs: it is dangerous. Yes lets it run once, No keeps it from running.";

const verdicts: Record<Verdict["kind"], Verdict> = {
  pass: { kind: "pass" },
  allow: { kind: "allow" },
  ask: { kind: "ask", problem: someRefusal, question },
  deny: { kind: "deny", problem: someRefusal },
};

/** Something to tell an agent. */
export function aSaid(verdict: Verdict["kind"], context?: string, messages?: readonly string[]): Said {
  return {
    verdict: verdicts[verdict],
    ...(context === undefined ? {} : { context }),
    ...(messages === undefined ? {} : { messages }),
  };
}

const messages = ["The build of billing fails.", "Its first error is open."];

/** Words by which an agent is told what to do, in any dialect. A message is never one. */
const orders = /"(?:decision|permission|permissionDecision|continue|stopReason|followup_message|deny|ask)"/;

const keys = fc.constantFrom(
  ...["hook_event_name", "hookEventName", "agent_action_name", "session_id", "sessionId", "conversation_id", "prompt"],
  ...["trajectory_id", "transcript_path", "cwd", "tool_name", "toolName", "tool_input", "toolArgs", "tool_info"],
  ...["tool_use_id", "tool_response", "tool_result", "toolResult", "tool_output", "mcp_context", "mcp_server", "model"],
  ...["mcp_server_name", "mcp_tool_name", "server_name", "name", "command", "workspace_roots", "timestamp", "duration"],
  ...["__proto__", "constructor", "toString", "submitted_prompt", "failure_type", "result_json", "llmContent"],
  ...["event", "session", "tool", "input", "callId", "call_id", "args", "sessionID", "callID"],
);
const payloads = fc.oneof(
  fc.jsonValue(),
  fc.anything(),
  fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 })),
  fc.dictionary(keys, fc.oneof(fc.string(), fc.dictionary(keys, fc.jsonValue({ maxDepth: 1 })))),
);

/** What holds for every agent: `toolEvent` is its own name of the event before a tool. */
export function describeAdapter(adapter: Adapter, toolEvent: string): void {
  const stamp = { at: someTime, cwd: "/started-in", event: toolEvent };
  const eventOf = (name: EventName) => anEvent({ name, session: { id: "s", agent: adapter.agent } });

  describe(`the adapter of ${adapter.agent}`, () => {
    it("reads any payload without a throw, and passes none it does not understand", () => {
      fc.assert(
        fc.property(payloads, (payload) => {
          const event = adapter.toEvent(payload, stamp);
          if (event?.name !== "tool.before" || event.request === undefined) {
            // Only a payload that names another event is about something else.
            expect(namesAnotherEvent(adapter, payload)).toBe(true);
            return;
          }
          const { tool, input, invalid } = event.request;
          const isUnderstood =
            tool !== "" && typeof input === "object" && input !== null && event.session.id !== "unknown";
          expect(invalid !== undefined || isUnderstood).toBe(true);
        }),
        { numRuns: 300 },
      );
    });

    it("gives an answer for every event and verdict, of one JSON object or of plain text", () => {
      for (const name of eventNames) {
        for (const kind of ["pass", "allow", "ask", "deny"] as const) {
          for (const context of [undefined, "", "C"]) {
            const { stdout, stderr, exitCode } = adapter.toReply(eventOf(name), aSaid(kind, context));
            expect([0, 2]).toContain(exitCode);
            if (stdout.startsWith("{")) expect(typeof JSON.parse(stdout)).toBe("object");
            if (exitCode === 2) expect(stderr.trim()).not.toBe("");
          }
        }
      }
    });

    it("never passes what is denied or must be asked", () => {
      const passed = adapter.toReply(eventOf("tool.before"), aSaid("pass"));
      for (const kind of ["deny", "ask"] as const) {
        const refused = adapter.toReply(eventOf("tool.before"), aSaid(kind));
        expect(refused).not.toEqual(passed);
        expect(refused.stdout + refused.stderr).toContain("NO_ACTIVE_INTENT");
      }
    });

    it("cuts a reason without end, and keeps what it says", () => {
      const huge = {
        ...someRefusal,
        message: "m".repeat(100_000),
        meta: { list: "x".repeat(1_000_000), path: "a.ts" },
      };
      const { stdout, stderr } = adapter.toReply(eventOf("tool.before"), { verdict: { kind: "deny", problem: huge } });
      expect(stdout.length + stderr.length).toBeLessThan(40_000);
      expect(stdout + stderr).toContain("NO_ACTIVE_INTENT");
      expect(stdout + stderr).toContain("a.ts");
    });

    it("cuts context without end, and says where the rest is", () => {
      const context = `<intent_context>\n  <id>INT-042</id>\n${"<x>é😀</x>\n".repeat(20_000)}`;
      const replies = eventNames.map((name) => adapter.toReply(eventOf(name), aSaid("pass", context)));
      const told = replies.filter(({ stdout }) => stdout.includes("INT-042"));
      for (const { stdout } of told) {
        expect(stdout.length).toBeLessThan(110_000);
        expect(stdout).toContain("writ intent show INT-042");
      }
      const small = eventNames.map((name) => adapter.toReply(eventOf(name), aSaid("pass", "short")));
      expect(small.filter(({ stdout }) => stdout.includes("short")).length).toBe(told.length);
    });

    describe.each(eventNames)("with messages for the person, at %s", (name) => {
      const events = [eventOf(name), { ...eventOf(name), attended: true }, { ...eventOf(name), attended: false }];

      it("brings them to whom it says", () => {
        for (const event of events) {
          const { stdout } = adapter.toReply(event, aSaid("pass", "C", messages));
          const isIn = (text: string) => messages.every((message) => stdout.includes(`${text}${message}`));
          expect(isIn("")).toBe(adapter.shows(event) !== "nobody");
          expect(isIn("Tell your person: ")).toBe(adapter.shows(event) === "model");
        }
      });

      it("still passes", () => {
        for (const event of events) {
          const { stdout, stderr, exitCode } = adapter.toReply(event, aSaid("pass", undefined, messages));
          expect([stderr, exitCode]).toEqual(["", 0]);
          expect(stdout).not.toMatch(orders);
          if (stdout.startsWith("{")) expect(typeof JSON.parse(stdout)).toBe("object");
        }
      });

      it("takes any number of them, and none that is empty", () => {
        const many = Array.from({ length: 500 }, (_, at) => `${at} ${"é😀\n".repeat(200)}`);
        for (const event of events) {
          const lengthWith = (said: readonly string[]) =>
            adapter.toReply(event, aSaid("pass", "<x/>\n".repeat(20_000), said)).stdout.length;
          expect(lengthWith(many)).toBeLessThan(lengthWith([]) + 6_000);
          expect(adapter.toReply(event, aSaid("pass", undefined, ["", " \n"]))).toEqual(
            adapter.toReply(event, aSaid("pass")),
          );
        }
      });
    });

    it.each(["deny", "ask"] as const)("still says %s as it does without messages, before a tool", (kind) => {
      for (const attended of [true, false]) {
        const event = { ...eventOf("tool.before"), attended };
        const alone = adapter.toReply(event, aSaid(kind));
        const told = adapter.toReply(event, aSaid(kind, undefined, messages));
        expect([told.stderr, told.exitCode]).toEqual([alone.stderr, alone.exitCode]);
        expect(withoutMessages(told.stdout)).toEqual(withoutMessages(alone.stdout));
        expect(messages.every((message) => told.stdout.includes(message))).toBe(adapter.shows(event) !== "nobody");
      }
    });

    it("refuses a prompt with messages as it does without, and tells them with the reason", () => {
      const alone = adapter.toReply(eventOf("prompt.submit"), aSaid("deny"));
      const told = adapter.toReply(eventOf("prompt.submit"), aSaid("deny", undefined, messages));
      expect(told.exitCode).toBe(alone.exitCode);
      for (const text of [refusalForPerson, ...messages]) expect(told.stdout + told.stderr).toContain(text);
      expect((told.stdout + told.stderr).match(orders)?.[0]).toBe((alone.stdout + alone.stderr).match(orders)?.[0]);
    });

    it("has patience, and asks nobody when nobody is known to be there", () => {
      for (const name of eventNames) {
        expect(adapter.patience(name)).toBeGreaterThan(1_000);
        expect(adapter.asks(eventOf(name))).toBe(false);
      }
    });
  });
}

/** An answer without what is told beside the decision. */
function withoutMessages(stdout: string): unknown {
  const beside = ["systemMessage", "messages", "additionalContext", "additional_context", "context"];
  return stdout.startsWith("{")
    ? JSON.parse(stdout, (key, value) => (beside.includes(key) ? undefined : value))
    : stdout;
}

/** Whether the payload alone, wherever it came from, is about another event. */
function namesAnotherEvent(adapter: Adapter, payload: unknown): boolean {
  if (typeof payload !== "object" || payload === null) return false;
  const named = ["hook_event_name", "hookEventName", "agent_action_name", "event"]
    .map((key) => (Object.hasOwn(payload, key) ? Reflect.get(payload, key) : undefined))
    .find((value) => typeof value === "string");
  if (named === undefined) return false;
  const probe = { hook_event_name: named, hookEventName: named, agent_action_name: named, event: named };
  const event = adapter.toEvent(probe, { at: someTime, cwd: "/" });
  return event !== null && event.name !== "tool.before";
}
