import { pluginAdapter } from "../plugin-dialect/index.ts";
import { asksNobody } from "../reply.ts";

/** Kilo, through `plugins/kilo.js`: made from OpenCode, and the same to us. */
export const kilo = pluginAdapter({ agent: "kilo", asks: asksNobody, isShown: () => true, patience: 15_000 });
