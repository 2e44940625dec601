import type { Call, Config, ToolRule } from "@writ/contracts";
import { matchesAny } from "../globs.ts";
import { isFileEffect } from "./touched.ts";

/** Which of a tool's rules counts when several patterns match. */
export const strictness: Record<ToolRule, number> = { safe: 0, changes: 1, ask: 2, deny: 3 };

/** What the config says about this call's tool: its exact name first, then the strictest pattern. Writ's own tools have no rule. */
export function ruleFor(call: Call, { tools }: Pick<Config, "tools">): ToolRule | null {
  // Every policy asks, some of them twice, and few projects have such rules.
  if (call.kind === "handshake" || Object.keys(tools).length === 0) return null;
  return ruleOf([call.tool, call.toolName, ...(call.mcp ? [`mcp__${call.mcp.server}__${call.mcp.tool}`] : [])], tools);
}

/** What is said about a tool that goes by these names. */
export function ruleOf(names: readonly string[], tools: Config["tools"]): ToolRule | null {
  for (const name of names) {
    const rule = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (rule !== undefined) return rule;
  }
  const matching = Object.entries(tools).filter(([pattern]) => names.some((name) => matchesAny([pattern], name)));
  return matching.reduce<ToolRule | null>(
    (found, [, rule]) => (found === null || strictness[rule] > strictness[found] ? rule : found),
    null,
  );
}

/** Whether a call only reads, plans, or talks to Writ, so that nothing but `gate: all` concerns it. */
export function isSafe(call: Call, config: Pick<Config, "tools">): boolean {
  if (call.kind === "handshake") return true;
  const rule = ruleFor(call, config);
  if (rule === "changes" || rule === "ask" || rule === "deny") return false;
  const changes = call.effects.some((effect) => isFileEffect(call, effect));
  switch (call.kind) {
    case "safe":
      return !changes;
    case "command":
      return call.command?.class === "safe" && !changes;
    case "opaque":
      return rule === "safe";
    case "changes":
      return false;
  }
}
