import type { KnownHook } from "@writ/runtime";
import { defineCommand, text } from "../../command.ts";
import { columns } from "../../text/table.ts";
import { printFindings } from "./findings.ts";
import { isBuiltin, layerOff, readHooks } from "./known.ts";
import { sayMatch, sayState, stateOf } from "./state-words.ts";

export default defineCommand({
  name: "list",
  summary: "List the hooks, and whether each runs",
  about:
    "A hook is on, off, off in this environment, untrusted (nobody looked at it yet), changed (since somebody did), unusable (with the reason) or replaced (one of Writ's own whose id a hook of the repository has).",
  who: "anyone",
  args: {},
  options: { environment: text("NAME", "as in this environment") },
  examples: [
    ["hooks list", "every hook, on which events, and how it stands"],
    ["hooks list --environment ci --json", "the same for programs, as it is in CI"],
  ],

  async run({ environment: asked, json }, context) {
    const { hooks, findings, isOn } = await readHooks(context, asked);
    if (json) {
      const list = hooks.map((known) => ({
        id: known.hook.id,
        events: known.hook.events,
        state: stateOf(known),
        ...(reasonOf(known) === null ? {} : { reason: reasonOf(known) }),
        blocking: known.hook.onFailure === "deny",
        match: known.hook.match,
        environments: known.hook.environments,
        file: known.hook.source,
        builtin: isBuiltin(known.hook),
        summary: known.hook.summary,
      }));
      context.print(JSON.stringify({ on: isOn, hooks: list, findings }, null, 2));
      return 0;
    }
    if (!isOn) {
      context.print(layerOff);
      return 0;
    }
    const head = ["ID", "EVENTS", "STATE", "BLOCKING", "MATCH", "FILE"];
    const rows = hooks.map((known) => [
      known.hook.id,
      known.hook.events.join(","),
      sayState(known),
      known.hook.onFailure === "deny" ? "yes" : "no",
      sayMatch(known.hook),
      isBuiltin(known.hook) ? "(Writ's own)" : known.hook.source,
    ]);
    for (const line of columns([head, ...rows], "")) context.print(line);
    if (findings.length > 0) context.print();
    printFindings(findings, context.print, context);
    if (hooks.some((known) => ["untrusted", "changed"].includes(stateOf(known))))
      context.print("\nLook at those nobody trusts yet with: writ trust");
    return 0;
  },
});

const reasonOf = (known: KnownHook): string | null => {
  const state = stateOf(known);
  return state === "unusable" ? known.problem : state === "off" ? known.off : null;
};
