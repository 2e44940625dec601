/** What agents tell the servers they start about the conversation; most tell nothing. */
const variables = ["CLAUDE_CODE_SESSION_ID", "COPILOT_AGENT_SESSION_ID", "QWEN_CODE_SESSION_ID"];

/** The session of a server: its agent's own where it says so, else one that lives as long as the server. */
export function sessionIdFrom(env: Readonly<Record<string, string | undefined>>, uuid: () => string): string {
  const told = variables.map((name) => env[name]?.trim() ?? "").find((id) => id !== "" && id.length <= 200);
  return told ?? `mcp-${uuid()}`;
}

/** Whether the session is the server's own, so that it ends with the server. */
export const isOwnSession = (id: string): boolean => id.startsWith("mcp-");
