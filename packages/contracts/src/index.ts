export type { Adapter, Reply, Said, Stamp } from "./adapter.ts";
export {
  type Call,
  type Command,
  type CommandClass,
  type Expansion,
  type MutationClass,
  mutationClasses,
  type ToolKind,
} from "./call.ts";
export { Config, type ConfigKey, ToolRule } from "./config.ts";
export { defaultConfig } from "./config-defaults.ts";
export type { DecisionKind, DecisionRecord } from "./decision.ts";
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
export type { Facts, FileFact, IntentsFact, Policy, Tier } from "./facts.ts";
export {
  Intent,
  type IntentFinding,
  type IntentOnDisk,
  IntentStatus,
  Proposal,
  QuickLimits,
} from "./intent.ts";
export {
  type Problem,
  type ProblemCode,
  ProblemError,
  problemCodes,
  type ToolError,
  toToolError,
} from "./problem.ts";
export { fail, problem } from "./problems.ts";
export type {
  Aftermath,
  ChangedFile,
  FileContent,
  Lesson,
  Step,
  Write,
} from "./record.ts";
export type {
  Observation,
  Pause,
  PendingCall,
  PendingFile,
  Permit,
  Session,
} from "./session.ts";
export type {
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
  TraceFile,
  type TraceFileMeta,
  type TraceMetadata,
  TraceRange,
  TraceRecord,
  type Unchained,
} from "./trace.ts";
export { pass, type Question, type Risk, type Verdict } from "./verdict.ts";
export type { Audience, Shipped, WiredFile, Wiring } from "./wiring.ts";
