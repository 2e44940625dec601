import type { DecisionRecord } from "@writ/contracts";
import type { RecordKind } from "./kind.ts";
import { isObject } from "./values.ts";

/** Refusals, questions, answers. Nobody but Writ writes these, so there is no other shape to read. */
export const decisionKind: RecordKind<DecisionRecord> = {
  parse: (value) => (isDecision(value) ? value : null),
  intents: ({ intent }) => (intent === null ? [] : [intent]),
  files: ({ paths }) => paths ?? [],
  session: ({ session }) => session,
  hashes: () => [],
  decision: ({ decision }) => decision,
};

function isDecision(value: unknown): value is DecisionRecord {
  return (
    isObject(value) &&
    typeof value.id === "string" &&
    typeof value.timestamp === "string" &&
    typeof value.decision === "string" &&
    typeof value.session === "string" &&
    (value.intent === null || typeof value.intent === "string") &&
    (value.paths === undefined ||
      (Array.isArray(value.paths) && value.paths.every((path) => typeof path === "string"))) &&
    isObject(value.metadata) &&
    typeof value.metadata.writer === "string"
  );
}
