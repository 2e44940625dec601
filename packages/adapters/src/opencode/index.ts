import { pluginAdapter } from "../plugin-dialect/index.ts";
import { asksNobody } from "../reply.ts";

/** OpenCode, through `plugins/opencode.js`: it asks its person only by rules of its own, so a question is a ticket. */
export const opencode = pluginAdapter({ agent: "opencode", asks: asksNobody, isShown: () => true, patience: 15_000 });
