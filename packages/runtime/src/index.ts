export {
  dependenciesOf,
  dependentsOf,
  globProblem,
  isOpen,
  isProtected,
  nearest,
  protocolSentence,
  type Relation,
  refusable,
} from "@writ/engine";
export { guardsFromAbove } from "@writ/engine/check";
export { markdownCode, markdownText } from "@writ/engine/report";
export {
  damagedState,
  isInForce,
  mergeHistory,
  openMemoryDecisions,
  openMemoryGrants,
  openMemoryIntents,
  openMemoryLines,
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
export { contentsAt, patchOf } from "./check/as-committed.ts";
export type { CheckOptions } from "./check/check.ts";
export { intentsBefore } from "./check/intents-before.ts";
export { findCheckRoot } from "./check/root.ts";
export { createWrit } from "./create-writ.ts";
export { distrustHook, type MarkedLine, markChanges, readEarlier, trustHook } from "./declared/earlier.ts";
export { depthIn } from "./declared/environment.ts";
export { listFollowUps, type QueuedFollowUp, settleFollowUp } from "./declared/follow-ups.ts";
export type { Places } from "./declared/handler-files.ts";
export { countLate } from "./declared/late-box.ts";
export { hooksLog } from "./declared/log.ts";
export { type KnownHook, type KnownHooks, lookAtHooks } from "./declared/look.ts";
export { type LostGuard, lossWords } from "./declared/lost-guards.ts";
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
export { routeIntents } from "./declared/tell.ts";
export { toldOfCommand } from "./declared/told-of-command.ts";
export { barredFiles } from "./declared/tools/barred.ts";
export { hookTrust } from "./declared/trust.ts";
export { runsUnseenCode } from "./declared/unseen-code.ts";
export type { EraseChoice } from "./erase/choose.ts";
export type { Erased, EraseRequest } from "./erase/erase.ts";
export {
  type ExportOptions,
  exportTraces,
  type ImportFormat,
  type ImportOptions,
  type ImportReport,
  importTraces,
  linesOfFile,
  linesOfTexts,
} from "./exchange/index.ts";
export { type Head, readHead } from "./git/head.ts";
export { requireGit } from "./git/require-git.ts";
export { git, stagedFiles } from "./git/run.ts";
export {
  type Governance,
  governanceFile,
  isSidecarGone,
  noteGovernance,
  readGovernance,
  recordGovernance,
  releaseGovernance,
  userStateFolder,
} from "./governance.ts";
export { sha256 } from "./hash.ts";
export { homeFolder } from "./home-folder.ts";
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
export { toldLines } from "./hooks/told-lines.ts";
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
export {
  type Checking,
  type CriterionResult,
  checkCriteria,
  holds,
} from "./intents/check-criteria.ts";
export { type IntentLife, readIntentLife, type TouchedFile, type WorkedSession } from "./intents/life.ts";
export { closeIntent, keepOpen, type Settled, type Settling } from "./intents/settle.ts";
export { type RunCriterion, runTrust, trustRuns, untrustedRuns } from "./intents/trusted-runs.ts";
export { ownedOf, uncommittedFiles } from "./intents/work-tree.ts";
export { lintKnowledge, routeDocuments } from "./knowledge/index.ts";
export {
  listLessons,
  longestLesson,
  type ProposedLesson,
  takeLessons,
  toLesson,
} from "./lessons/proposed-lessons.ts";
export type { FileName } from "./lineage/former-names.ts";
export { readAt } from "./lineage/tree-at.ts";
export { locate, sidecarName } from "./locate.ts";
export { locateAround } from "./locate-around.ts";
export { warmParser } from "./mutation/warm.ts";
export { type SidecarPaths, sidecarPaths } from "./paths.ts";
export { type ReportFormat, renderReport } from "./report/render.ts";
export type { ReportOptions } from "./report/report.ts";
export { acceptFiles, acknowledge, alarmsOnRecord, openAlarms } from "./snapshot/alarms/alarm-book.ts";
export { knownSessions } from "./snapshot/alarms/known-sessions.ts";
export { asOwnChange, asOwnWrite, beginWatch } from "./snapshot/alarms/own-change.ts";
export { recordedSessions } from "./snapshot/alarms/session-record.ts";
export type { Undone } from "./snapshot/undo/undo.ts";
export { openUndoBook, type UndoBook } from "./snapshot/undo/undo-book.ts";
export type { UndoStep } from "./snapshot/undo/undo-plan.ts";
export type { Anchored, AnchorOptions } from "./verify/anchor.ts";
export { notesRef } from "./verify/find-anchors.ts";
export type { RepairRequest } from "./verify/repair.ts";
export type { Verified, VerifiedAnchor } from "./verify/types.ts";
export { blameAlone } from "./why/blame-alone.ts";
export type {
  Committed,
  Decided,
  IntentFacts,
  IntentShare,
  Lines,
  RecordedChange,
  Stretch,
  Touched,
  Why,
} from "./why/types.ts";
export { observe } from "./workspace/files.ts";
export { type IndexListener, openIndex, updateIndex } from "./workspace/ledger-index.ts";
export { keepOutOfGit, requireOwnState } from "./workspace/own-state.ts";
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
