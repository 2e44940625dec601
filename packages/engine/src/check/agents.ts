/** Who signs commits that an agent made: in a trailer, as the author, or in the message. Bots that only bump versions are none. */
const signatures: readonly (readonly [agent: string, sign: RegExp])[] = [
  [
    "claude-code",
    /\b(?:noreply|claude(?:-code)?)@anthropic\.com\b|\bclaude(?:\[bot\]|-code\b)|\bassisted-by:\s*claude\b|generated with \[?claude code/i,
  ],
  ["codex", /\b(?:noreply|codex)@openai\.com\b|\bcodex\[bot\]|chatgpt-codex-connector|openai-codex/i],
  ["copilot", /copilot-swe-agent|\bcopilot(?:\[bot\]|@users\.noreply|@github\.com)|\+copilot@users\.noreply/i],
  ["cursor", /\bcursoragent\b|@cursor\.(?:com|sh)\b|\bcursor\[bot\]/i],
  ["gemini", /gemini-code-assist|gemini-cli|google-labs-jules|\bjules\[bot\]/i],
  ["devin", /devin-ai-integration|@devin\.ai\b|@cognition\.(?:ai|com)\b/i],
  ["aider", /\baider@aider\.chat\b|\(aider\)|\bnoreply@aider\.chat\b/i],
  ["opencode", /\bopencode(?:\[bot\]|-agent)|@opencode\.ai\b/i],
  ["amp", /\bamp@ampcode\.com\b/i],
  ["qwen", /\bqwen-coder@(?:alibaba|qwen)|\bnoreply@qwen/i],
  ["droid", /factory-droid|@factory\.ai\b/i],
  ["cline", /\bcline(?:\[bot\]|@cline\.bot)/i],
  ["kilo", /\bkilo(?:code|connect)?\[bot\]|@kilocode\.ai\b/i],
  ["roo", /\broomote|@roocode\.com\b/i],
  ["windsurf", /\bwindsurf\[bot\]|@(?:windsurf|codeium)\.com\b/i],
  ["kiro", /\bkiro(?:\[bot\]|-agent)|@kiro\.dev\b/i],
  ["openhands", /\bopenhands(?:\[bot\]|-agent)|\bopenhands@all-hands\.dev\b/i],
  ["sweep", /\bsweep-ai\b/i],
];

/** The agent that signed a commit, by what it says of its authors; `null` for a person's. */
export function agentIn(text: string): string | null {
  return signatures.find(([, sign]) => sign.test(text))?.[0] ?? null;
}
