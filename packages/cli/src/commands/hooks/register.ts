import { type HookEvent, hookEvents } from "@writ/contracts";
import { defineCommand, flag, text } from "../../command.ts";
import { printFindings } from "./findings.ts";
import { isBuiltin, readHooks } from "./known.ts";
import { stateOf } from "./state-words.ts";

/** A hook as it is registered. */
interface Registered {
  readonly id: string;
  readonly handler: { readonly kind: "script" | "module"; readonly command: string | readonly string[] };
}

export default defineCommand({
  name: "register",
  summary: "Print the repository's hooks by event, for orchestrators",
  about:
    "A JSON object: each event that has hooks, with the id and handler of each, in the order they run. Untrusted ones are there too; disabled ones and those of another environment are not. What is wrong goes to stderr.",
  who: "anyone",
  args: {},
  options: {
    environment: text("NAME", "as in this environment; else $WRIT_ENVIRONMENT, else dev"),
    builtin: flag("Writ's own hooks too"),
  },
  examples: [
    ["hooks register", "what this repository declares"],
    ["hooks register --environment ci", "what runs in CI"],
  ],

  async run({ environment: asked, builtin }, context) {
    const { hooks, findings } = await readHooks(context, asked);
    const registered = new Map<HookEvent, Registered[]>();
    for (const known of hooks) {
      const { hook } = known;
      if (isBuiltin(hook) && !builtin) continue;
      if (["off", "replaced"].includes(stateOf(known))) continue;
      const entry = { id: hook.id, handler: { kind: hook.handler.kind, command: known.command } };
      for (const event of hook.events) registered.set(event, [...(registered.get(event) ?? []), entry]);
    }
    const listed = hookEvents.flatMap((event) => {
      const entries = registered.get(event);
      return entries === undefined ? [] : [[event, entries] as const];
    });
    context.print(JSON.stringify(Object.fromEntries(listed), null, 2));
    printFindings(findings, context.error, context);
    return findings.some(({ severity }) => severity === "error") ? 1 : 0;
  },
});
