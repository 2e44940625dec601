import { pluginAdapter } from "../plugin-dialect/index.ts";
import { asksAttended } from "../reply.ts";

/** Pi, through `plugins/pi.js`: it asks its person wherever it has a screen. */
export const pi = pluginAdapter({
  agent: "pi",
  asks: asksAttended,
  isShown: ({ attended }) => attended === true,
  patience: 15_000,
});
