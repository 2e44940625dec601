import type { AgentId, Wiring } from "@writ/contracts";
import { ampWiring } from "./amp/wiring.ts";
import { claudeCodeWiring } from "./claude-code/wiring.ts";
import { clineWiring } from "./cline/wiring.ts";
import { codexWiring } from "./codex/wiring.ts";
import { copilotWiring } from "./copilot/wiring.ts";
import { cursorWiring } from "./cursor/wiring.ts";
import { droidWiring } from "./droid/wiring.ts";
import { geminiWiring } from "./gemini/wiring.ts";
import { kiloWiring } from "./kilo/wiring.ts";
import { kiroWiring } from "./kiro/wiring.ts";
import { opencodeWiring } from "./opencode/wiring.ts";
import { piWiring } from "./pi/wiring.ts";
import { qwenWiring } from "./qwen/wiring.ts";
import { windsurfWiring } from "./windsurf/wiring.ts";

/** An agent Writ can be put into. Roo Code has no hooks, so there is nothing to put it into. */
export type WiredAgent = Exclude<AgentId, "roo">;

/** How every agent is connected, by id. An entry of its own, so that no hook ever loads the editors of settings. */
export const wirings: Readonly<Record<WiredAgent, Wiring>> = {
  "claude-code": claudeCodeWiring,
  codex: codexWiring,
  copilot: copilotWiring,
  gemini: geminiWiring,
  opencode: opencodeWiring,
  kilo: kiloWiring,
  cursor: cursorWiring,
  qwen: qwenWiring,
  droid: droidWiring,
  cline: clineWiring,
  windsurf: windsurfWiring,
  kiro: kiroWiring,
  amp: ampWiring,
  pi: piWiring,
};

/** Whether a word is the id of an agent that can be wired. */
export function isWiredAgent(id: string): id is WiredAgent {
  return Object.hasOwn(wirings, id);
}

export {
  type Installed,
  type InstalledHook,
  type InstalledServer,
  installedIn,
  readSettings,
} from "./settings/installed.ts";
export { callsWrit, isFormerLine, mentionsWrit } from "./settings/own.ts";
