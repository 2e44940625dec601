import type { AgentId, Shipped, WiredFile } from "@writ/contracts";
import { isSigned } from "./own.ts";
import { wholeFile } from "./whole-file.ts";

/** The plugin built for an agent, where that agent looks for plugins. */
export function pluginFile(agent: AgentId, path: string, shipped: Shipped): WiredFile {
  return wholeFile({ path, purpose: "plugin", content: shipped.plugin(agent), isOwn: isSigned });
}
