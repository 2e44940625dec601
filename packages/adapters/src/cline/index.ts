import { pluginAdapter, wrapped } from "../plugin-dialect/index.ts";
import type { ToldCall } from "../reading.ts";
import { asksAttended } from "../reply.ts";

/** Cline takes what these hold also bare. */
const keys: Readonly<Record<string, string>> = { run_commands: "commands", read_files: "files", apply_patch: "input" };

function shape(call: ToldCall): ToldCall {
  const key = call.tool !== undefined && Object.hasOwn(keys, call.tool) ? keys[call.tool] : undefined;
  return key === undefined ? call : wrapped(call, key);
}

/** Cline's command line and SDK, through `plugins/cline.js`. It gives a plugin three seconds, then it ends the run. */
export const cline = pluginAdapter({
  agent: "cline",
  asks: asksAttended,
  isShown: () => false,
  patience: 3_000,
  shape,
});
