import type { Call, Event, FileChange } from "@writ/contracts";
import { type Input, isRecord, text } from "../tools/input.ts";
import { oneLine } from "./summary.ts";

/** What is called: by its own name, and by the operation it stands for. */
interface Ability {
  ability_id: string;
  operation_key?: string;
}

/** Tools that run something with a name of its own, and the fields that name it. */
const runners: readonly { tools: readonly string[]; fields: readonly string[]; prefix: string }[] = [
  {
    tools: ["Skill", "skill", "use_skill", "activate_skill"],
    fields: ["skill", "skill_name", "name", "command"],
    prefix: "skill",
  },
  {
    tools: ["Task", "task", "Agent", "agent", "invoke_agent", "spawn_agent", "runSubagent", "use_subagent"],
    fields: ["subagent_type", "agent", "agent_name", "agentName", "agent_type"],
    prefix: "agent",
  },
];

/** The ability a call uses: the skill or agent it runs, else the tool by its neutral name. */
export function abilityOf(event: Event, call: Call | undefined, changes: readonly FileChange[]): Ability {
  const tool = (call ?? event.request)?.tool ?? "unknown";
  const input = (call ?? event.request)?.input;
  const run = isRecord(input) ? runBy(tool, input) : null;
  if (run !== null) return run;
  const key = call === undefined ? null : operationOf(call, changes);
  return { ability_id: oneLine(call?.toolName ?? tool, mostName), ...(key !== null && { operation_key: key }) };
}

const mostName = 200;

/** Whether a tool runs a skill or an agent, whichever it is. */
export const isRunner = (tool: string): boolean => runners.some(({ tools }) => tools.includes(tool));

function runBy(tool: string, input: Input): Ability | null {
  const runner = runners.find(({ tools }) => tools.includes(tool));
  const given = runner === undefined ? undefined : text(input, runner.fields);
  // `/review src` and `review src` both run `review`.
  const name = /^\s*\/?([^\s/]\S*)/.exec(given ?? "")?.[1];
  if (runner === undefined || name === undefined) return null;
  const id = oneLine(name, mostName);
  return { ability_id: id, operation_key: `${runner.prefix}.${id}` };
}

/** What running a program is called; one nobody can name is still a command. */
export function commandKey(program: string): string {
  const name = program.split(/[\\/]/).at(-1) ?? "";
  return `command.${name === "" ? "unknown" : oneLine(name, mostName)}`;
}

function operationOf({ mcp, command }: Call, [change]: readonly FileChange[]): string | null {
  if (mcp !== undefined) return `mcp.${oneLine(mcp.server, mostName)}.${oneLine(mcp.tool, mostName)}`;
  if (command !== undefined) return commandKey(command.programs[0] ?? "");
  return change === undefined ? null : `change.${change.op}`;
}
