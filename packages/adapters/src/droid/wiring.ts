import type { Wiring } from "@writ/contracts";
import { commandLine, userCommandLine } from "../command-line.ts";
import { hookGroups, mcpServer, usualTimeout } from "../settings/entries.ts";
import { jsonFile } from "../settings/json-file.ts";

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];

const seconds = () => ({ timeout: usualTimeout });
const purpose = "hooks";

const hooksFile = (line: typeof commandLine) => {
  // Without the word `hooks` around the events, which Droid would not look into.
  const bare = (path: string) => jsonFile({ path, purpose, lists: hookGroups("droid", events, seconds, [], line) });
  return jsonFile({
    path: ".factory/settings.json",
    purpose,
    lists: hookGroups("droid", events, seconds, ["hooks"], line),
    // What one of these says about an event hides what the settings say, so where one is there it gets the hooks.
    others: [bare(".factory/hooks.json"), bare(".factory/hooks/hooks.json")],
  });
};

export const droidWiring: Wiring = {
  agent: "droid",
  title: "Droid",
  signs: { project: [".factory"], home: [".factory"], commands: ["droid"] },
  files: () => [
    hooksFile(commandLine),
    jsonFile({
      path: ".factory/mcp.json",
      purpose: "MCP server",
      named: mcpServer(["mcpServers"], { type: "stdio" }),
    }),
  ],
  userFiles: () => [hooksFile(userCommandLine)],
  trust: ["If Droid asks whether you trust the folder, say yes."],
  limits: [
    "Hooks of yours in .factory/settings.json are hidden by those for the same event in .factory/hooks.json: keep them in one of the two.",
  ],
  cannotAsk: "Droid",
  canary: 'droid exec "Say hello."',
};
