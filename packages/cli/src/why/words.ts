import type { Assurance, MutationClass, Risk } from "@writ/contracts";

/** Reasons for an objection, as they end a sentence that begins with "because". */
const codes: Readonly<Record<string, string>> = {
  NO_ACTIVE_INTENT: "no intent was taken up",
  INTENT_NOT_FOUND: "there was no such intent",
  INTENT_IGNORED: "nobody may work on that intent",
  INTENT_CLOSED: "the intent was closed",
  SCOPE_VIOLATION: "the file lies outside of the intent's scope",
  PATH_OUTSIDE_WORKSPACE: "the file lies outside of the workspace",
  PROTECTED_PATH: "the file is protected",
  STALE_FILE: "the file had changed since the agent read it",
  HITL_REJECT: "a person said no",
  APPROVAL_REQUIRED: "a person had to agree first",
  OPAQUE_EFFECT: "nobody could tell what the call would do",
  PERSON_ONLY: "the command is a person's",
  COMMAND_DENIED: "the project denies that command",
  BLOCKED_BY_POLICY: "a hook of the project objected",
  HOOK_UNTRUSTED: "a hook of the project was not trusted yet",
  HOOK_TIMEOUT: "a hook of the project did not answer in time",
  SIDECAR_INVALID: "Writ's own files could not be read",
  SIDECAR_MISSING: "Writ's own files were not there",
};

/** A code in words; one that has none stands as it is. */
export const sayCode = (code: string): string => (Object.hasOwn(codes, code) ? (codes[code] ?? code) : code);

/** What changed a file that no call claimed, as a sentence about "it". */
const drifts: Readonly<Record<string, string>> = {
  "head-moved": "git changed it when it went to another commit (a checkout, a merge, a rebase, a pull)",
  permissions: "the agent wrote it when it changed its own settings",
  background: "something the session had left running changed it",
  concurrent: "it changed while others were at work too, and nobody could tell who did it",
  "no-post-event": "it changed in a call whose end Writ never heard of, and nobody could tell who did it",
  "no-pre-event": "it changed in a call whose beginning Writ never heard of, and nobody could tell who did it",
};

/** The same of a recorded reason, which may name its undo copy first. */
export const sayDrift = (reason: string | null): string =>
  new Map(Object.entries(drifts)).get(reason?.split(" ").at(-1) ?? "") ??
  "it changed, and nobody could tell who did it";

/** How an answer was given. */
export const sayAssurance: Readonly<Record<Assurance, string>> = {
  script: "by a script, which nobody can vouch for",
  tty: "at a terminal",
  native: "in the agent's own prompt",
  ui: "in the browser or the editor",
};

/** What a change did to behaviour. */
export const sayClass: Readonly<Record<MutationClass, string>> = {
  AST_REFACTOR: "It changed the form of the code, not what the code does (AST_REFACTOR).",
  INTENT_EVOLUTION: "It changed what the code does (INTENT_EVOLUTION).",
  UNKNOWN: "Whether it changed what the code does is not known.",
};

const risks: Readonly<Record<Risk, string>> = {
  change: "it changes a file",
  sensitive: "it touches a sensitive file",
  delete: "it deletes something",
  command: "it runs a command that may do damage",
  opaque: "nobody could tell what it would do",
  expansion: "it asks for more files than the intent owns",
};

/** Why a person was asked. */
export const sayRisk = (risk: string): string => new Map(Object.entries(risks)).get(risk) ?? `its risk is ${risk}`;
