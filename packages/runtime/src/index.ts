export { globProblem, nearest, protocolSentence } from "@writ/engine";
export {
  openMemoryDecisions,
  openMemoryIntents,
  openMemorySessions,
  openMemoryState,
  openMemoryTickets,
  openMemoryTraces,
  writeAtomic,
} from "@writ/stores";
export {
  type AbilitySources,
  lintAbilities,
  readAbilities,
  readAbilitySources,
  readUsage,
  suggestAbilities,
} from "./abilities/index.ts";
export { askApprovalApprover } from "./approvers/ask-approval.ts";
export { policyApprover } from "./approvers/policy.ts";
export { type Terminal, terminalApprover } from "./approvers/terminal.ts";
export { createWrit } from "./create-writ.ts";
export { keepMaterial, type MarkedLine, markChanges, readEarlier } from "./declared/earlier.ts";
export { depthIn } from "./declared/environment.ts";
export { listFollowUps, type QueuedFollowUp, settleFollowUp } from "./declared/follow-ups.ts";
export type { Places } from "./declared/handler-files.ts";
export { hooksLog } from "./declared/log.ts";
export { type KnownHook, type KnownHooks, lookAtHooks } from "./declared/look.ts";
export { type Material, readMaterial } from "./declared/material.ts";
export { serveModule } from "./declared/module-child.ts";
export {
  type DeclaredHooks,
  type LayerHearing,
  type LayerOptions,
  openDeclaredHooks,
  openEventLayer,
} from "./declared/open-layer.ts";
export { openOwnLayer } from "./declared/open-own-layer.ts";
export { type Played, playEvent } from "./declared/play-event.ts";
export { runLate } from "./declared/run-late.ts";
export { shippedIn } from "./declared/shipped.ts";
export { toldOfCommand } from "./declared/told-of-command.ts";
export { hookTrust } from "./declared/trust.ts";
export { type Head, readHead } from "./git/head.ts";
export { git, stagedFiles } from "./git/run.ts";
export { sha256 } from "./hash.ts";
export {
  clearHooks,
  executeTool,
  registerDefaultHooks,
  registerPostHook,
  registerPreHook,
  unregisterHook,
} from "./hooks/default-engine.ts";
export type {
  Block,
  S0PostContext,
  S0PreContext,
  S0PreResult,
  S1PreResult,
  Task,
  ToolContext,
} from "./hooks/facades.ts";
export type { GuardOptions } from "./hooks/guard.ts";
export { HookEngine, type HookEngineOptions } from "./hooks/hook-engine.ts";
export type {
  AskApproval,
  ExecuteOptions,
  HookOptions,
  HookSession,
  PostHook,
  PostHookContext,
  PreHook,
  PreHookContext,
  PreHookResult,
  ToolOutcome,
} from "./hooks/types.ts";
export { lintKnowledge, routeDocuments } from "./knowledge/index.ts";
export { locate, sidecarName } from "./locate.ts";
export { type SidecarPaths, sidecarPaths } from "./paths.ts";
export { observe } from "./workspace/files.ts";
export { requireOwnState } from "./workspace/own-state.ts";
export type {
  ConfigRead,
  Decision,
  Explanation,
  Heard,
  LogLine,
  Ports,
  Published,
  Recorded,
  Selection,
  Stores,
  Writ,
} from "./writ.ts";
