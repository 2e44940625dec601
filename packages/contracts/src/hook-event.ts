import type { EventName } from "./event.ts";

/** What a hook can listen to, as people write it (S4). */
export const hookEvents = [
  "SessionStart",
  "UserPromptSubmit",
  "PreAbilityCall",
  "PostAbilityCall",
  "SessionStop",
  "SessionEnd",
] as const;
export type HookEvent = (typeof hookEvents)[number];

/** The same in neutral words. */
export const hookEventOf: Record<EventName, HookEvent> = {
  "session.start": "SessionStart",
  "prompt.submit": "UserPromptSubmit",
  "tool.before": "PreAbilityCall",
  "tool.after": "PostAbilityCall",
  "tool.failed": "PostAbilityCall",
  "turn.end": "SessionStop",
  "session.end": "SessionEnd",
};

/** Other words for them, from later revisions of S4 and from the agents people know. */
export const hookEventAliases: Readonly<Record<string, HookEvent>> = {
  PromptSubmit: "UserPromptSubmit",
  PreToolUse: "PreAbilityCall",
  PostToolUse: "PostAbilityCall",
  Stop: "SessionStop",
};

/** How far along the work is. */
export const stages = ["understand", "plan", "act", "review"] as const;
export type Stage = (typeof stages)[number];

/** How a call ended, in S4's words. */
export const callStatuses = ["success", "failure", "skipped"] as const;
export type CallStatus = (typeof callStatuses)[number];
