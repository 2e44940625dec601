// The lock, the ledger and what is built on it.
export { openFileAlarms } from "./alarms/file.ts";
export type { Announce } from "./announce.ts";
export { type AtomicOptions, writeAtomic } from "./atomic.ts";
// The intents, sessions, tickets and the small state.
export { type CompiledKey, readCompiled, writeCompiled } from "./compiled.ts";
export { crypto } from "./crypto.ts";
export { errorCode, storeFailed } from "./failure.ts";
export { openFileGrants } from "./grants/file.ts";
export { isInForce } from "./grants/rules.ts";
export { type FileIntentsOptions, openFileIntents } from "./intents/file.ts";
export { mergeHistory } from "./intents/history.ts";
export { parseIgnore } from "./intents/ignore.ts";
export { loadIntentsFile, loadYamlFile } from "./intents/load.ts";
export type { GlobProblem } from "./intents/parse.ts";
export type { YamlFile } from "./intents/yaml-file.ts";
export { decisionKind } from "./ledger/decision-kind.ts";
export { readEnd } from "./ledger/end.ts";
export { type Doomed, doomedIn, type Erasing, tombstoneFor } from "./ledger/erase.ts";
export {
  appendAll,
  type FileLedgerOptions,
  livePlace,
  openDecisionLedger,
  openFileLedger,
  openTraceLedger,
  rebuildIndex,
  repairLedger,
} from "./ledger/file-ledger.ts";
export { forget as forgetPointers } from "./ledger/filing.ts";
export { isHarmlessDrift } from "./ledger/harmless-drift.ts";
export { parseLine } from "./ledger/json-text.ts";
export type { RecordKind } from "./ledger/kind.ts";
export { maxLineBytes, maxRecordBytes } from "./ledger/line.ts";
export { type Line, readLines } from "./ledger/lines.ts";
export { lineComment, type Piece, pieceReader } from "./ledger/pieces.ts";
export { spliceFile } from "./ledger/splice.ts";
export { isTombstone } from "./ledger/tombstone.ts";
export { traceKind } from "./ledger/trace-kind.ts";
export { openFileLines } from "./lines/file.ts";
export { type LockOptions, withFileLock } from "./lock/file-lock.ts";
export { processStart } from "./lock/process-start.ts";
export { openMemoryGrants } from "./memory/grants.ts";
export { openMemoryIntents } from "./memory/intents.ts";
export { openMemoryDecisions, openMemoryLedger, openMemoryTraces } from "./memory/ledger.ts";
export { type IndexedRecords, openMemoryIndex } from "./memory/ledger-index.ts";
export { openMemoryLines } from "./memory/lines.ts";
export { openMemorySessions } from "./memory/sessions.ts";
export { openMemoryState } from "./memory/state.ts";
export { openMemoryTickets } from "./memory/tickets.ts";
export { findUnpublished, type PublishOptions, type PublishResult, publish } from "./publish/publish.ts";
export { eachPublished, isPublishedPath, listPublished, strangeIn } from "./publish/published-files.ts";
export { isDecisionRecord, type PublishedRecord, publishedKind, readPublished } from "./publish/published-kind.ts";
export { eachOnce, saysTheSame } from "./publish/said.ts";
export { type Candidate, withFolders } from "./publish/select.ts";
export { isSession } from "./sessions/check.ts";
export { type Cleaned, cleanSessions } from "./sessions/clean.ts";
export { openFileSessions } from "./sessions/file.ts";
export { type StaleCall, staleCalls } from "./sessions/stale.ts";
export { newShortId, toShortId } from "./short-id.ts";
export { openFileSnapshots } from "./snapshots/file.ts";
export { dropLedgerIndex } from "./sqlite/database.ts";
export { openSqliteIndex, type SqliteIndexOptions } from "./sqlite/ledger-index.ts";
export { dropOld } from "./state/clean.ts";
export { damagedState } from "./state/damaged.ts";
export { openFileState } from "./state/file.ts";
export { type Check, isRecord, isStrings, readJson, valueIn, writeJson } from "./state/json-file.ts";
export { fileNameOf } from "./state/names.ts";
export { sealIfAny, sealOf } from "./state/sealing.ts";
export {
  largestSidecarFile,
  readPlainFile,
  readSidecarFile,
  type SidecarFile,
  statePath,
  tooLarge,
} from "./state/sidecar.ts";
export { cleanTickets, openFileTickets } from "./tickets/file.ts";
export { toTicketId } from "./tickets/ids.ts";
export { isOpen, isUsable } from "./tickets/rules.ts";
export type { ChainHead } from "./verify/anchors.ts";
export {
  type Aside,
  type LedgerPlace,
  type RepairedFile,
  type RepairOptions,
  repairFiles,
} from "./verify/repair.ts";
export {
  anchorsByFile,
  type FileAnchor,
  headsIn,
  notPlain,
  type Verification,
  type VerifyOptions,
  verifyFiles,
} from "./verify/verify.ts";
export { writersIn } from "./verify/writers.ts";
export { knownWriter, readWriter } from "./writer.ts";
