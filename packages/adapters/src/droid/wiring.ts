import type { Wiring } from "@writ/contracts";
import { hookGroups, mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];

const seconds = () => ({ timeout: usualTimeout });
const purpose = "hooks";

/** Without the word `hooks` around the events, which Droid would not look into. */
const hooksFile = (path: string) => jsonFile({ path, purpose, lists: hookGroups("droid", events, seconds, []) });

export const droidWiring: Wiring = {
  agent: "droid",
  title: "Droid",
  signs: { project: [".factory"], home: [".factory"], commands: ["droid"] },
  files: () => [
    jsonFile({
      path: ".factory/settings.json",
      purpose,
      lists: hookGroups("droid", events, seconds),
      // What one of these says about an event hides what the settings say, so where one is there it gets the hooks.
      others: [hooksFile(".factory/hooks.json"), hooksFile(".factory/hooks/hooks.json")],
    }),
    jsonFile({
      path: ".factory/mcp.json",
      purpose: "MCP server",
      named: mcpServer(["mcpServers"], { type: "stdio" }),
    }),
  ],
  trust: ["If Droid asks whether you trust the folder, say yes."],
  limits: [
    "Hooks of yours in .factory/settings.json are hidden by those for the same event in .factory/hooks.json: keep them in one of the two.",
  ],
  cannotAsk: "Droid",
  canary: 'droid exec "Say hello."',
};
