/** Variables by which agents that read each other's settings can be told apart. The shim hands over the same ones. */
export const markers: readonly string[] = [
  "COPILOT_CLI",
  "COPILOT_HOME",
  "COPILOT_MODEL",
  // Where an agent keeps its conversations: a daemon may have been started under another one.
  "HOME",
  "CURSOR_VERSION",
  "QWEN_CODE_SESSION_ID",
  "GEMINI_SESSION_ID",
  "DROID_PROJECT_DIR",
  "FACTORY_PROJECT_DIR",
  "DEVIN_PROJECT_DIR",
  "CLAUDECODE",
  "CLAUDE_CODE_SESSION_ATTENDED",
  // Where hooks run, and how deep: a daemon may have been started elsewhere.
  "WRIT_ENVIRONMENT",
  "WRIT_HOOK_DEPTH",
  // Whether the hook stands in the settings of a user or of the repository.
  "WRIT_HOOK_LEVEL",
];
