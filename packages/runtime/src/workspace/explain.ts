import type { Call, Config, Event, Facts } from "@writ/contracts";
import { decide } from "@writ/engine";
import type { Explanation } from "../writ.ts";
import { faultVerdict } from "./fault.ts";
import { gather } from "./gather.ts";
import type { Workspace } from "./types.ts";

/** What can be explained: a path to be written, a command to be run, or a whole tool call. */
export type Subject = { path: string } | { command: string } | { tool: string; input: unknown };

const sessionId = "explain";

function toEvent(cwd: string, subject: Subject, at: string): Event {
  const call =
    "path" in subject
      ? { tool: "write_to_file", input: { path: subject.path, content: "" } }
      : "command" in subject
        ? { tool: "execute_command", input: { command: subject.command } }
        : { tool: subject.tool, input: subject.input };
  return {
    name: "tool.before",
    at,
    session: { id: sessionId, agent: "library" },
    cwd,
    request: { ...call, callId: sessionId },
  };
}

/** Which rules of the config let a command run, if any did. */
function allowedBy({ command }: Call): string {
  const rules = (command?.reasons ?? []).flatMap((reason) => /^allowed:(.+)$/s.exec(reason)?.[1] ?? []);
  return rules.map((rule) => ` The project's rule ${JSON.stringify(rule)} allows it.`).join("");
}

/** What stands inside of what in a command line. */
async function commandOf(
  { command }: Call,
  { runners, commands: rules }: Config,
  cwd: string,
  root: string,
): Promise<Pick<Explanation, "class" | "programs" | "tree">> {
  if (command === undefined) return {};
  const { analyse } = await import("./shell.ts");
  const { tree } = analyse(command.text, { runners, rules, cwd, root }, "", { tree: true });
  return { class: command.class, programs: command.programs, ...(tree !== undefined && { tree }) };
}

/** What would be decided under an intent, without any effect: nothing is recorded, nothing is asked. */
export async function explain(
  workspace: Workspace,
  subject: Subject,
  intent: string | null,
  cwd: string = workspace.root,
): Promise<Explanation> {
  const event = toEvent(cwd, subject, workspace.ports.now());
  try {
    const { call, facts, config } = await gather(workspace, event, sessionId);
    const under: Facts = { ...facts, session: { ...facts.session, intent, reads: {} }, approvals: [], grants: [] };
    const { verdict, would } = decide(call, under);
    const said = would ?? verdict;
    const problem = said.kind === "deny" || said.kind === "ask" ? said.problem : null;
    const effects = call.effects.map(({ op, path, certainty, within }) => ({
      op,
      path,
      certainty,
      ...(within && { within }),
    }));
    const message = problem === null ? `No objection.${allowedBy(call)}` : `${problem.message} ${problem.hint}`;
    const command = await commandOf(call, config, cwd, workspace.root);
    return { verdict: said.kind, code: problem?.code ?? null, message, effects, ...command };
  } catch (error) {
    const { problem } = faultVerdict(error, "explain");
    return { verdict: "deny", code: problem.code, message: `${problem.message} ${problem.hint}`, effects: [] };
  }
}
