import type { Config } from "./config.ts";

/** What holds when `.orchestration/config.yaml` says nothing. Apart from the schema, so that the hook path loads no zod. */
export const defaultConfig: Config = {
  mode: "enforce",
  gate: "mutating",
  approval: "risky",
  lock: "normal",
  strays: "report",
  reset: "session",
  ranges: "hunk",
  ledger: "branch",
  history: "session",
  expansion: "session",
  brain: "AGENT.md",
  sensitive_paths: [],
  scratch: [],
  runners: [],
  tools: {},
  commands: { allow: [], ask: [], deny: [] },
  approval_exempt: [],
  assurance: {
    change: "tty",
    sensitive: "tty",
    delete: "tty",
    command: "tty",
    opaque: "tty",
    expansion: "tty",
  },
  ticket_minutes: 30,
  check: { rules: {}, ignore: [] },
  quick: { hours: 4, files: 5, lines: 200 },
  retention: { sessions: 30, tickets: 30, undo: 7, lines: 365, quarantine: 90 },
};
