import { describe, expect, it } from "vitest";
import { governed, hear, startAgent } from "./harness.ts";

/** What an agent is told that runs a command under an intent; Codex's payloads are read as Claude Code's. */
async function told(command: string, agent = "codex") {
  const bed = await governed({ "README.md": "# Read me\n" });
  const process = startAgent(bed);
  const before = async (tool_name: string, tool_input: object) =>
    hear(
      "PreToolUse",
      await process.hook(
        "PreToolUse",
        JSON.stringify({
          session_id: "s-1",
          turn_id: "t-1",
          transcript_path: null,
          cwd: bed.root,
          hook_event_name: "PreToolUse",
          model: "gpt-5.5",
          permission_mode: "bypassPermissions",
          tool_name,
          tool_input,
          tool_use_id: `call_${tool_name}`,
        }),
        { agent },
      ),
    );
  await before("mcp__writ__select_active_intent", { intent_id: "INT-001" });
  return before("Bash", { command });
}

describe("what Codex can type into without a hook", () => {
  it.each(["less README.md", "cat README.md | less", "man ls", "git commit"])("needs a user: %s", async (command) => {
    const { error } = await told(command);
    expect(error?.code).toBe("APPROVAL_REQUIRED");
    expect(error?.message).toContain("use one command line that needs no typing");
  });

  it("is no obstacle to what only reads", async () => {
    expect((await told("cat README.md | head -20")).says).toBe("pass");
  });

  it("is nothing to an agent whose hooks see every input", async () => {
    expect((await told("less README.md", "claude-code")).says).toBe("pass");
  });
});
