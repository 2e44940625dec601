// The lock, the ledger and what is built on it.
export { openFileAlarms } from "./alarms/file.ts";
export { type AtomicOptions, writeAtomic } from "./atomic.ts";
// The intents, sessions, tickets and the small state.
export { type CompiledKey, readCompiled, writeCompiled } from "./compiled.ts";
export { crypto } from "./crypto.ts";
export { errorCode, storeFailed } from "./failure.ts";
export { openFileGrants } from "./grants/file.ts";
export { isInForce } from "./grants/rules.ts";
export { type FileIntentsOptions, openFileIntents } from "./intents/file.ts";
export { loadYamlFile } from "./intents/load.ts";
export type { GlobProblem } from "./intents/parse.ts";
export type { YamlFile } from "./intents/yaml-file.ts";
export { decisionKind } from "./ledger/decision-kind.ts";
export {
  type FileLedgerOptions,
  openDecisionLedger,
  openFileLedger,
  openTraceLedger,
  rebuildIndex,
  repairLedger,
} from "./ledger/file-ledger.ts";
export type { RecordKind } from "./ledger/kind.ts";
export { traceKind } from "./ledger/trace-kind.ts";
export { openFileLines } from "./lines/file.ts";
export { type LockOptions, withFileLock } from "./lock/file-lock.ts";
export { processStart } from "./lock/process-start.ts";
export { openMemoryGrants } from "./memory/grants.ts";
export { openMemoryIntents } from "./memory/intents.ts";
export { openMemoryDecisions, openMemoryLedger, openMemoryTraces } from "./memory/ledger.ts";
export { openMemoryLines } from "./memory/lines.ts";
export { openMemorySessions } from "./memory/sessions.ts";
export { openMemoryState } from "./memory/state.ts";
export { openMemoryTickets } from "./memory/tickets.ts";
export { type PublishOptions, type PublishResult, publish } from "./publish/publish.ts";
export { listPublished, publishedName } from "./publish/published-files.ts";
export { isDecisionRecord, type PublishedRecord, publishedKind, readPublished } from "./publish/published-kind.ts";
export { type Cleaned, cleanSessions } from "./sessions/clean.ts";
export { openFileSessions } from "./sessions/file.ts";
export { type StaleCall, staleCalls } from "./sessions/stale.ts";
export { newShortId, toShortId } from "./short-id.ts";
export { openFileSnapshots } from "./snapshots/file.ts";
export { openFileState } from "./state/file.ts";
export { type Check, isRecord, isStrings, readJson, valueIn, writeJson } from "./state/json-file.ts";
export { fileNameOf } from "./state/names.ts";
export { readPlainFile, readSidecarFile, type SidecarFile, statePath } from "./state/sidecar.ts";
export { cleanTickets, openFileTickets } from "./tickets/file.ts";
export { toTicketId } from "./tickets/ids.ts";
export { isOpen, isUsable } from "./tickets/rules.ts";
export { type ChainHead, type Verification, type VerifyOptions, verifyFiles } from "./verify/verify.ts";
export { readWriter } from "./writer.ts";
