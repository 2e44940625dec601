export {
  aSaid,
  describeAdapter,
  payloadsOf,
  questionForPerson,
  refusalForModel,
  refusalForPerson,
} from "./adapter-contract.ts";
export {
  aCall,
  aCommand,
  aFile,
  anEvent,
  anIntent,
  aSession,
  aTicket,
  aTrace,
  aWrite,
  factsWith,
  type SomeFacts,
  someHash,
  someTime,
} from "./builders.ts";
export { diskFolder, useDisk } from "./disk-folder.ts";
export { aGrant, describeGrants } from "./grants-contract.ts";
export { aHook, aPostCall, aStop } from "./hook-builders.ts";
export { inDepth, sampled } from "./in-depth.ts";
export { describeIntents } from "./intents-contract.ts";
export { aTraceAbout, describeLedger, type TraceAbout } from "./ledger-contract.ts";
export { oddSettings } from "./odd-settings.ts";
export { type Scratch, scratch, twoIntents } from "./scratch.ts";
export { describeSessions } from "./sessions-contract.ts";
export { readShellCorpus, type ShellCorpus } from "./shell/corpus.ts";
export { type FuzzedLine, openFuzzer } from "./shell/fuzz.ts";
export type { ShellCase } from "./shell/grow.ts";
export { ownedScope, shellWorld } from "./shell/world.ts";
export { tempSidecar } from "./sidecar.ts";
export { describeState } from "./state-contract.ts";
export { describeTickets } from "./tickets-contract.ts";
