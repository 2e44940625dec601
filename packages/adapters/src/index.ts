import type { Adapter, AgentId, Stamp } from "@writ/contracts";
import { amp } from "./amp/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { cline } from "./cline/index.ts";
import { codex } from "./codex/index.ts";
import { copilot } from "./copilot/index.ts";
import { cursor } from "./cursor/index.ts";
import { droid } from "./droid/index.ts";
import { gemini } from "./gemini/index.ts";
import { kilo } from "./kilo/index.ts";
import { kiro } from "./kiro/index.ts";
import { opencode } from "./opencode/index.ts";
import { pi } from "./pi/index.ts";
import { qwen } from "./qwen/index.ts";
import { type Sender, senderAmong } from "./sender.ts";
import { windsurf } from "./windsurf/index.ts";

/** Agents that run a command for a hook and read its answer. */
const commandAgents: Readonly<Record<string, Adapter>> = {
  "claude-code": claudeCode,
  codex,
  copilot,
  gemini,
  cursor,
  qwen,
  droid,
  windsurf,
  kiro,
};

/** Every agent that can be wired, by id: those, and the ones that run a plugin of ours. */
export const adapters: Readonly<Record<string, Adapter>> = { ...commandAgents, opencode, kilo, cline, pi, amp };

/** The adapter of the agent that really sent a payload, given whose hook it came through and the marks of its process. */
export function adapterFor(installed: AgentId, payload: unknown, marks: Stamp["marks"] = {}): Sender {
  const plugin = Object.hasOwn(commandAgents, installed) ? undefined : adapters[installed];
  return plugin === undefined
    ? senderAmong(commandAgents, installed, payload, marks)
    : { adapter: plugin, via: installed };
}

export {
  commandLine,
  commandLineWindows,
  levelMark,
  mcpCommand,
  proofPath,
  recordPath,
  shimPath,
  userCommandLine,
  windowsShimPath,
} from "./command-line.ts";
export { markers } from "./markers.ts";
export { isDoubled, type Sender } from "./sender.ts";
