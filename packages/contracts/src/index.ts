export type { Ability, AbilitySuggestion, AbilityUse } from "./ability.ts";
export type { Adapter, MessageReader, Reply, Said, Stamp } from "./adapter.ts";
export {
  type AgentTrace,
  type AgentTraceContributor,
  type AgentTraceConversation,
  type AgentTraceRange,
  agentTraceKey,
  agentTraceVersion,
  ContributorKind,
  ForeignAgentTrace,
} from "./agent-trace.ts";
export type { BlameLine, LineAuthor } from "./blame.ts";
export {
  type AskedLine,
  type Call,
  type Command,
  type CommandClass,
  type Expansion,
  type MutationClass,
  mutationClasses,
  type ToolKind,
} from "./call.ts";
export { CarriedByWrit, CarriedTrace, mostLinesOfFile } from "./carried-trace.ts";
export {
  type CheckedApproval,
  type CheckedIntent,
  type CheckedStray,
  type CheckFinding,
  type CheckReport,
  type CheckRule,
  type CheckSeverity,
  checkRuleNames,
  checkRules,
  checkSeverities,
  isCheckRule,
  type LineSpan,
} from "./check.ts";
export { CommandRule, Config, type ConfigKey, ToolRule } from "./config.ts";
export { defaultConfig } from "./config-defaults.ts";
export { criteriaOf, criterionOnDisk, criterionSeconds, toCriteria } from "./criteria.ts";
export {
  type ChainGap,
  type ChangedLines,
  type DecisionKind,
  type DecisionRecord,
  deletedContent,
  type KnownLoss,
} from "./decision.ts";
export {
  type Certainty,
  type Change,
  type Edit,
  type Effect,
  type EffectOp,
  effectOps,
} from "./effect.ts";
export {
  type AgentId,
  agentIds,
  canBlock,
  type Event,
  type EventName,
  eventNames,
  type Outcome,
  type SessionRef,
  type ToolRequest,
} from "./event.ts";
export type { About, EventLayer, Told } from "./event-layer.ts";
export type { CheckedCriterion, CriterionOutcome, Evidence, EvidenceSummary } from "./evidence.ts";
export {
  allSpent,
  type ChangedRun,
  type Facts,
  type FileFact,
  type IntentsFact,
  type Policy,
  type Spent,
  type Tier,
} from "./facts.ts";
export { type Grant, type GrantStore, longestGrantHours } from "./grant.ts";
export type { HandlerTools, ModuleHandler, Ran } from "./handler-tools.ts";
export {
  type FileFinding,
  type Hook,
  HookFile,
  type HookFilter,
  HookHandler,
  HookMatch,
  onFailures,
} from "./hook.ts";
export type {
  EndContext,
  FileChange,
  HookContext,
  PostCallContext,
  PreCallContext,
  PromptContext,
  StopContext,
} from "./hook-context.ts";
export {
  type CallStatus,
  callStatuses,
  type HookEvent,
  hookEventAliases,
  hookEventOf,
  hookEvents,
  type Stage,
  stages,
} from "./hook-event.ts";
export { hookMarks } from "./hook-marks.ts";
export {
  type FollowUp,
  type FollowUpKind,
  followUpKinds,
  HookResult,
  type HookRun,
  type MergedResult,
  RoutingIntent,
} from "./hook-result.ts";
export {
  Criterion,
  type CriterionOnDisk,
  Intent,
  type IntentFinding,
  type IntentOnDisk,
  IntentStatus,
  Proposal,
  QuickLimits,
} from "./intent.ts";
export type { DocumentSuggestion, KnowledgeDocument, Route } from "./knowledge.ts";
export {
  type AddedLine,
  type DecisionQuery,
  doubtKinds,
  type LedgerIndex,
  leastLineSize,
  mostSameLines,
  type PairTally,
  type Tally,
  type TallyBy,
  type TraceQuery,
} from "./ledger-index.ts";
export type { KnownLines, LineShape, LinesStore, Piece } from "./lines.ts";
export { isPlainAddress, isPlainModel, isPlainName } from "./plain-name.ts";
export {
  type Problem,
  type ProblemCode,
  ProblemError,
  problemCodes,
  type ToolError,
  toToolError,
} from "./problem.ts";
export { fail, problem } from "./problems.ts";
export { publishedFileKeys, publishedTraceKeys } from "./published-trace.ts";
export type {
  Aftermath,
  ChangedFile,
  EarlierContent,
  FileClass,
  FileContent,
  Lesson,
  Step,
  TouchedSymbol,
  Verification,
  Write,
} from "./record.ts";
export type {
  BackgroundJob,
  DeniedCall,
  Filled,
  Observation,
  Pause,
  PendingCall,
  PendingFile,
  Permit,
  Session,
} from "./session.ts";
export type {
  Alarm,
  AlarmBook,
  FileState,
  IndexState,
  Kept,
  RecordedCommit,
  RepositoryState,
  StrayReason,
  TreeChange,
  TreeState,
  UndoFile,
  UndoRecord,
} from "./snapshot.ts";
export type {
  AlarmStore,
  Chained,
  DecisionLedger,
  IntentStore,
  IntentsRead,
  Ledger,
  LedgerEntry,
  LedgerProblem,
  LedgerQuery,
  NewIntent,
  SessionStore,
  SnapshotStore,
  StateStore,
  TicketStore,
  TraceLedger,
  VerifyReport,
} from "./stores.ts";
export {
  type Answer,
  type ApprovalRequest,
  type Approver,
  type Assurance,
  assurances,
  type CancelSignal,
  isSureEnough,
  type Preview,
  type Ticket,
} from "./ticket.ts";
export {
  type ChainMetadata,
  type ContentHash,
  type ImportMark,
  type LineChange,
  TraceFile,
  type TraceFileMeta,
  type TraceMetadata,
  TraceRange,
  TraceRecord,
  type Unchained,
} from "./trace.ts";
export { pass, type Question, type Risk, type Verdict } from "./verdict.ts";
export type { Audience, Shipped, WiredFile, Wiring } from "./wiring.ts";
