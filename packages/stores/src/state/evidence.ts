import type { CheckedCriterion, EvidenceSummary } from "@writ/contracts";
import { isRecord, valueIn, writeJson } from "./json-file.ts";
import { fileNameOf } from "./names.ts";
import { statePath } from "./sidecar.ts";

const evidenceOf = (state: string, intent: string) => statePath(state, "evidence", `${fileNameOf(intent)}.json`);

function isCheck(value: unknown): value is CheckedCriterion {
  return isRecord(value) && [value.criterion, value.outcome, value.text].every((part) => typeof part === "string");
}

function isEvidence(value: unknown): value is EvidenceSummary {
  if (!isRecord(value) || typeof value.closed !== "boolean") return false;
  const texts = [value.intent, value.at, value.by, value.revision];
  return texts.every((part) => typeof part === "string") && Array.isArray(value.checks) && value.checks.every(isCheck);
}

/** The newest evidence of an intent; `null` when there is none that can be read. */
export function readEvidence(state: string, intent: string): EvidenceSummary | null {
  return valueIn(evidenceOf(state, intent), isEvidence);
}

/** Takes the place of what was there of this intent. */
export function writeEvidence(state: string, evidence: EvidenceSummary): Promise<void> {
  return writeJson(evidenceOf(state, evidence.intent), evidence, { sync: true });
}
