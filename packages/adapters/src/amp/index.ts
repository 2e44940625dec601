import { hasField, pluginAdapter } from "../plugin-dialect/index.ts";
import type { ToldCall } from "../reading.ts";
import { asksAttended } from "../reply.ts";

/** Amp's `Bash` runs where its field `cwd` says; the tool others call so has no such field. */
function shape(call: ToldCall): ToldCall {
  return call.tool === "Bash" && hasField(call, "cwd") ? { ...call, tool: "execute_command" } : call;
}

/** Amp, through `plugins/amp.js`: known from its documentation and its plugin host, not from a run against a model. */
export const amp = pluginAdapter({ agent: "amp", asks: asksAttended, patience: 15_000, shape });
