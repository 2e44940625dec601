import { type Call, type Config, defaultConfig, type Event, type Facts } from "@writ/contracts";
import { decide } from "@writ/engine";
import { openOwnLayer } from "../declared/open-own-layer.ts";
import type { Explanation } from "../writ.ts";
import { callOf, isHarmless } from "./call.ts";
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
const rulesOf = ({ command }: Call): string[] =>
  (command?.reasons ?? []).flatMap((reason) => /^allowed:(.+)$/s.exec(reason)?.[1] ?? []);

const allowedBy = (call: Call): string =>
  rulesOf(call)
    .map((rule) => ` The project's rule ${JSON.stringify(rule)} allows it.`)
    .join("");

/** What a rule of the config would say that waits for a person's trust. */
async function onceTrusted(workspace: Workspace, event: Event, facts: Facts): Promise<string> {
  const { onceTrusted: config } = await workspace.readConfig();
  if (config === undefined) return "";
  const call = await callOf(event, config, workspace.root, sessionId);
  const { verdict, would } = decide(call, { ...facts, config });
  if ((would ?? verdict).kind !== "pass" && (would ?? verdict).kind !== "allow") return "";
  const [rule] = rulesOf(call);
  return ` ${rule === undefined ? "The config" : `The project's rule ${JSON.stringify(rule)}`} would let it pass, once a person runs: writ trust`;
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

/** What a call does, each thing once. */
function effectsOf(call: Call): Explanation["effects"] {
  const effects = call.effects.map(({ op, path, from, to, certainty, within }) => ({
    op,
    path,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    certainty,
    ...(within && { within }),
  }));
  return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}

/** With the declared hooks, where nobody brought them along: their handlers are protected. */
async function withHooks(workspace: Workspace): Promise<Workspace> {
  const { root, ports } = workspace;
  const events = ports.events ?? (await openOwnLayer(root));
  return events === null ? workspace : { ...workspace, ports: { ...ports, events } };
}

/** What would be decided under an intent, without any effect: nothing is recorded, nothing is asked. */
export async function explain(
  given: Workspace,
  subject: Subject,
  intent: string | null,
  cwd: string = given.root,
): Promise<Explanation> {
  let workspace = given;
  const event = toEvent(cwd, subject, workspace.ports.now());
  try {
    workspace = await withHooks(given);
    const { call, facts, config } = await gather(workspace, event, sessionId);
    const under: Facts = { ...facts, session: { ...facts.session, intent, reads: {} }, approvals: [], grants: [] };
    const { verdict, would } = decide(call, under);
    const said = would ?? verdict;
    const problem = said.kind === "deny" || said.kind === "ask" ? said.problem : null;
    const message =
      problem === null
        ? `No objection.${allowedBy(call)}`
        : `${problem.message} ${problem.hint}${await onceTrusted(workspace, event, under)}`;
    const command = await commandOf(call, config, cwd, workspace.root);
    return { verdict: said.kind, code: problem?.code ?? null, message, effects: effectsOf(call), ...command };
  } catch (error) {
    const call = await callOf(event, defaultConfig, workspace.root, sessionId);
    // What only reads may go on, as the hook lets it.
    if (isHarmless(call)) {
      const message = "No objection, since it only reads; anything else is refused until this is mended:";
      return {
        verdict: "pass",
        code: null,
        message: `${message} ${faultVerdict(error, "explain").problem.message}`,
        effects: effectsOf(call),
        ...(await commandOf(call, defaultConfig, cwd, workspace.root)),
      };
    }
    const { problem } = faultVerdict(error, "explain");
    return { verdict: "deny", code: problem.code, message: `${problem.message} ${problem.hint}`, effects: [] };
  } finally {
    if (workspace !== given) await workspace.ports.events?.close();
  }
}
