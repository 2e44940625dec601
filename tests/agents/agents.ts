import {
  type BedAgent,
  claudeCode,
  cline,
  codex,
  copilot,
  droid,
  gemini,
  kilo,
  opencode,
  pi,
  qwen,
} from "@writ/testkit/bed";

/** The agents the bed runs; those it cannot do without first. */
export const agents: readonly BedAgent[] = [claudeCode, codex, gemini, copilot, opencode, qwen, kilo, cline, pi, droid];
