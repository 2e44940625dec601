import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fail, type HookEvent } from "@writ/contracts";
import type { KnownHook } from "@writ/runtime";
import { defineCommand, optional } from "../../command.ts";
import { kindAt, readIfThere } from "../../files.ts";
import type { Context } from "../../io.ts";
import { plural } from "../../text/table.ts";
import { visible } from "../../text/visible.ts";
import { faultIn, toHookContext, toHookEvent } from "./event-context.ts";
import { differences, type Example, parseExample } from "./expectation.ts";
import { type HookWorld, readHooks } from "./known.ts";
import { play } from "./play.ts";

/** How one example went. */
interface Tried {
  readonly hook: string;
  readonly example: string;
  readonly ok: boolean;
  readonly differences: readonly string[];
}

export default defineCommand({
  name: "test",
  summary: "Run hooks against the examples kept beside them",
  about:
    "Each .system/hooks/examples/ID/NAME.json holds a context and, if something is expected, expect: part of the answer, {blocked: true} or {runs: false}.",
  who: "person",
  args: { id: optional("only this hook") },
  options: {},
  examples: [
    ["hooks test", "every hook that has examples"],
    ["hooks test slow_calls", "this one"],
  ],

  async run({ id, json }, context) {
    const world = await readHooks(context);
    const chosen = world.hooks.filter(({ hook, isReplaced }) => !isReplaced && (id === undefined || hook.id === id));
    if (id !== undefined && chosen.length === 0) throw unknown(world, id);
    const tried: Tried[] = [];
    for (const known of chosen) {
      for (const name of await examplesOf(world.root, known.hook.id)) {
        const one = await tryExample(world, known, name, context);
        tried.push(one);
        if (!json) tell(one, context);
      }
    }
    const failed = tried.filter(({ ok }) => !ok).length;
    if (id !== undefined && tried.length === 0)
      throw fail("USAGE", {
        message: `${id} has no examples.`,
        fix: `Put one into .system/hooks/examples/${id}/x.json, such as {"context": ${JSON.stringify({ event_type: chosen[0]?.hook.events[0] })}}, or try it with: writ hooks run ${chosen[0]?.hook.events[0]} --hook ${id}`,
      });
    if (json) context.print(JSON.stringify({ ok: failed === 0, examples: tried }, null, 2));
    else if (tried.length === 0) context.print("No hook has examples: .system/hooks/examples/ID/NAME.json");
    else
      context.print(
        `${plural(tried.length, "example")}, ${failed === 0 ? "all as expected" : `${failed} not as expected`}.`,
      );
    return failed === 0 ? 0 : 1;
  },
});

function unknown({ findings }: HookWorld, id: string): Error {
  const broken = findings.find(({ severity }) => severity === "error");
  const fix = broken === undefined ? "See which there are: writ hooks list" : "See what is wrong: writ hooks validate";
  return fail("USAGE", { message: `There is no hook ${id} that can be used.`, fix });
}

async function examplesOf(root: string, id: string): Promise<string[]> {
  const folder = join(root, ".system", "hooks", "examples", id);
  if ((await kindAt(folder)) !== "directory") return [];
  return (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
}

async function tryExample(world: HookWorld, known: KnownHook, name: string, context: Context): Promise<Tried> {
  const { hook } = known;
  const path = `.system/hooks/examples/${hook.id}/${name}`;
  const result = (found: readonly string[]): Tried => ({
    hook: hook.id,
    example: path,
    ok: found.length === 0,
    differences: found,
  });
  const example = parseExample((await readIfThere(join(world.root, path)))?.toString("utf8") ?? "");
  if (typeof example === "string") return result([example]);
  const event = eventOf(example, known);
  if (event === null) return result([`context.event_type must be one of ${hook.events.join(", ")}`]);
  const fault = faultIn(event, example.context);
  if (fault !== null) return result([fault]);
  const { environment } = example.context;
  const stamp = {
    root: world.root,
    environment: typeof environment === "string" ? environment : world.environment,
    now: context.now(),
  };
  const played = await play(
    world,
    toHookContext(event, example.context, stamp),
    { only: hook.id, dry: false, evenOff: true },
    context,
  );
  const run = played.runs.find((one) => one.hook === hook.id);
  return result(run === undefined ? ["it was not run"] : differences(example, run));
}

/** The event an example is about: what it says, or the only one the hook listens to. */
function eventOf({ context }: Example, { hook }: KnownHook): HookEvent | null {
  const said = context.event_type;
  if (said === undefined) return hook.events.length === 1 ? (hook.events[0] ?? null) : null;
  const event = typeof said === "string" ? toHookEvent(said) : null;
  return event !== null && hook.events.includes(event) ? event : null;
}

function tell({ example, ok, differences: found }: Tried, { print, paint }: Context): void {
  print(`${ok ? paint.green("ok") : paint.red("not ok")}  ${visible(example)}`);
  for (const line of found) print(`    ${visible(line)}`);
}
