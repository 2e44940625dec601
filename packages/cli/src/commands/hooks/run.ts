import { resolve } from "node:path";
import { fail, type HookEvent, hookEvents } from "@writ/contracts";
import { routeIntents, toldOfCommand } from "@writ/runtime";
import { count, defineCommand, flag, many, required, text } from "../../command.ts";
import { readIfThere } from "../../files.ts";
import type { Context } from "../../io.ts";
import { type Fields, faultIn, toHookContext, toHookEvent } from "./event-context.ts";
import { layerOff, readHooks } from "./known.ts";
import { play } from "./play.ts";
import { isBad, tellPlayed } from "./tell-played.ts";

export default defineCommand({
  name: "run",
  summary: "Feed an event to the hooks and show what each says",
  about:
    "Runs the real handlers of trusted hooks. Nothing is logged, queued or told to an agent; what a handler does by itself, it does. --context takes the JSON a handler is told; the other options go over it.",
  who: "person",
  args: {
    event: required("UserPromptSubmit, PreAbilityCall, PostAbilityCall, SessionStart, SessionStop or SessionEnd"),
  },
  options: {
    prompt: text("TEXT", "what the person wrote"),
    tool: text("NAME", "the tool"),
    ability: text("ID", "the ability, where it is not the tool"),
    operation: text("KEY", "the operation key"),
    command: text("LINE", "the command line the tool runs"),
    file: many("PATH", "a file the call changes"),
    changed: many("PATH", "a file the session changed"),
    status: text("STATUS", "how the call ended: success, failure or skipped"),
    duration: count("MS", "how long the call took"),
    agent: text("ID", "the agent"),
    session: text("ID", "the session"),
    environment: text("NAME", "as in this environment"),
    context: text("FILE", "JSON to begin with; - is stdin"),
    hook: text("ID", "only this hook"),
    dry: flag("only say which would run, and why the others would not"),
  },
  examples: [
    ['hooks run UserPromptSubmit --prompt "Run the billing tests"', "what is suggested?"],
    ["hooks run PostAbilityCall --tool Bash --status failure", "who hears of it?"],
    ["hooks run SessionStop --changed src/a.ts --dry", "which would run?"],
  ],

  async run(values, context) {
    const event = requireEvent(values.event);
    refuseStrangers(event, values);
    const world = await readHooks(context, values.environment);
    const { hook: only, dry, json } = values;
    if (only !== undefined && !world.hooks.some(({ hook }) => hook.id === only))
      throw fail("USAGE", { message: `There is no hook ${only}.`, fix: "See which there are: writ hooks list" });
    const seen = values.command === undefined ? {} : await toldOfCommand(world.root, values.command);
    const fields = { ...seen, ...(await readContext(values.context, context)), ...fieldsOf(event, values) };
    const fault = faultIn(event, fields);
    if (fault !== null)
      throw fail("USAGE", {
        message: `No handler is told that: ${fault}`,
        fix: "See what belongs to an event: writ hooks run --help",
      });
    const stamp = { root: world.root, environment: world.environment, now: context.now() };
    const told = toHookContext(event, fields, stamp);
    const played = await play(world.isOn ? world : { ...world, hooks: [] }, told, { only, dry }, context);
    const routed = await routeIntents(world.root, played.merged.newIntents);
    if (json) context.print(JSON.stringify({ event, on: world.isOn, ...played, routed }, null, 2));
    else if (!world.isOn && played.merged.blocked === null) context.print(layerOff);
    else tellPlayed(played, routed, context);
    return isBad(played) ? 1 : 0;
  },
});

function requireEvent(word: string): HookEvent {
  const event = toHookEvent(word);
  if (event !== null) return event;
  throw fail("USAGE", { message: `${word} is no event.`, fix: `Say one of ${hookEvents.join(", ")}.` });
}

/** What only some events tell. */
const flagsOf: Readonly<Record<string, readonly HookEvent[]>> = {
  prompt: ["UserPromptSubmit"],
  tool: ["PreAbilityCall", "PostAbilityCall"],
  ability: ["PreAbilityCall", "PostAbilityCall"],
  operation: ["PreAbilityCall", "PostAbilityCall"],
  command: ["PreAbilityCall", "PostAbilityCall"],
  file: ["PreAbilityCall", "PostAbilityCall"],
  changed: ["UserPromptSubmit", "SessionStop", "SessionEnd"],
  status: ["PostAbilityCall"],
  duration: ["PostAbilityCall"],
};

/** A flag the event says nothing about was meant for another event. */
function refuseStrangers(event: HookEvent, values: Readonly<Record<string, unknown>>): void {
  for (const [name, events] of Object.entries(flagsOf)) {
    const value = values[name];
    if (events.includes(event) || value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    throw fail("USAGE", {
      message: `${event} says nothing of --${name}.`,
      fix: `Leave it out; it belongs to ${events.join(" and ")}.`,
    });
  }
}

interface Flags {
  readonly prompt?: string | undefined;
  readonly tool?: string | undefined;
  readonly ability?: string | undefined;
  readonly operation?: string | undefined;
  readonly file: readonly string[];
  readonly changed: readonly string[];
  readonly status?: string | undefined;
  readonly duration?: number | undefined;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
}

/** What the flags say, wire spelling; what no flag says is left out. */
function fieldsOf(event: HookEvent, flags: Flags): Fields {
  const touched = event === "UserPromptSubmit" ? "files_touched" : "changed_files";
  const said: Fields = {
    user_message: flags.prompt,
    tool_name: flags.tool,
    ability_id: flags.ability,
    operation_key: flags.operation,
    paths: flags.file.length === 0 ? undefined : flags.file,
    [touched]: flags.changed.length === 0 ? undefined : flags.changed,
    status: flags.status,
    duration_ms: flags.duration,
    agent: flags.agent,
    session_id: flags.session,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

async function readContext(file: string | undefined, { lines, cwd }: Context): Promise<Fields> {
  if (file === undefined) return {};
  const words = file === "-" ? "stdin" : file;
  let value: unknown;
  try {
    value = JSON.parse(file === "-" ? await allOf(lines()) : await textOf(resolve(cwd, file)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("USAGE", { message: `${words} holds no JSON: ${reason}`, fix: "Give it a JSON object." });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw fail("USAGE", { message: `${words} holds no JSON object.`, fix: "Give it a JSON object." });
  return { ...value };
}

async function allOf(lines: AsyncIterable<string>): Promise<string> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all.join("\n");
}

async function textOf(path: string): Promise<string> {
  const bytes = await readIfThere(path);
  if (bytes === null) throw new Error("there is no such file");
  return bytes.toString("utf8");
}
