import type { Assurance, IntentStatus } from "@writ/contracts";

const codes: ReadonlyMap<string, string> = new Map([
  ["NO_ACTIVE_INTENT", "No intent was taken up"],
  ["INTENT_NOT_FOUND", "There was no such intent"],
  ["INTENT_IGNORED", "Nobody may work on that intent"],
  ["INTENT_CLOSED", "The intent was closed"],
  ["INTENT_NOT_DONE", "The intent's criteria did not hold"],
  ["SCOPE_VIOLATION", "The file lies outside of the intent's scope"],
  ["PATH_OUTSIDE_WORKSPACE", "The file lies outside of the workspace"],
  ["PROTECTED_PATH", "The file is protected"],
  ["STALE_FILE", "The file had changed since it was read"],
  ["HITL_REJECT", "A person said no"],
  ["APPROVAL_REQUIRED", "A person had to agree first"],
  ["OPAQUE_EFFECT", "Nobody could tell what the call would do"],
  ["PERSON_ONLY", "The command is a person's"],
  ["COMMAND_DENIED", "The project denies that command"],
  ["PAYLOAD_INVALID", "The agent's message could not be read"],
  ["SIDECAR_INVALID", "Writ's own files could not be read"],
  ["SIDECAR_MISSING", "Writ's own files were not there"],
  ["STORE_FAILED", "The records could not be written"],
  ["BLOCKED_BY_POLICY", "A hook of the project objected"],
  ["HOOK_UNTRUSTED", "A hook of the project was not trusted yet"],
  ["HOOK_INTERNAL_ERROR", "A guard failed, which counts as no"],
  ["HOOK_TIMEOUT", "A hook of the project did not answer in time"],
]);

/** Why a call was refused, in words; a code nobody knows stands as it is. */
export const sayCode = (code: string): string => codes.get(code) ?? (code === "" ? "No reason was recorded" : code);

/** Where an answer was given, surest last. */
export const sayAssurance: Readonly<Record<Assurance, string>> = {
  script: "by a script",
  tty: "at a terminal",
  native: "in the agent's prompt",
  ui: "in browser or editor",
};

export const sayStatus: Readonly<Record<IntentStatus, string>> = {
  PENDING: "pending",
  IN_PROGRESS: "in progress",
  BLOCKED: "blocked",
  COMPLETE: "complete",
};

const classes: ReadonlyMap<string, string> = new Map([
  ["AST_REFACTOR", "Form only"],
  ["INTENT_EVOLUTION", "Behaviour"],
  ["UNKNOWN", "Not known"],
]);

/** What kind of change it was. */
export const sayClass = (found: string): string => classes.get(found) ?? (found === "" ? "Not said" : found);
