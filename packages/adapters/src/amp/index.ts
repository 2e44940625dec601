import { fieldOf, isFields } from "../fields.ts";
import { hasField, pluginAdapter } from "../plugin-dialect/index.ts";
import type { ToldCall } from "../reading.ts";
import { asksAttended } from "../reply.ts";

/** Amp takes a file's address for its path, also in a patch; the engine would read it as a name below the workspace. */
function isAddressed({ input }: ToldCall): boolean {
  if (!isFields(input)) return false;
  const { path, patchText } = { path: fieldOf(input, "path"), patchText: fieldOf(input, "patchText") };
  if (typeof path === "string" && /^file:/i.test(path)) return true;
  return typeof patchText === "string" && /^\*\*\* (?:\w+ File|Move to): *file:/im.test(patchText);
}

function shape(call: ToldCall): ToldCall {
  if (isAddressed(call)) return { ...call, invalid: "it names a file by its address instead of its path" };
  // Amp's `Bash` runs where its field `cwd` says; the tool others call so has no such field.
  return call.tool === "Bash" && hasField(call, "cwd") ? { ...call, tool: "execute_command" } : call;
}

/** Amp, through `plugins/amp.js`: known from its plugin host and its documents, not from a run against a model. */
export const amp = pluginAdapter({
  agent: "amp",
  asks: asksAttended,
  isShown: ({ attended }) => attended === true,
  patience: 15_000,
  shape,
});
