export { guardsFromAbove } from "./above.ts";
export { agentIn } from "./agents.ts";
export type {
  AgentCommit,
  AuthoredSpan,
  CheckedFile,
  CheckFacts,
  GuardAttributes,
  LedgerFault,
  LeftFile,
  SidecarAt,
  VanishedFile,
} from "./facts.ts";
export { isCalled } from "./is-called.ts";
export { judgeChange } from "./judge.ts";
export { touched } from "./made-in-range.ts";
export { parseAdded, parseRaw, type RawChange } from "./parse-diff.ts";
