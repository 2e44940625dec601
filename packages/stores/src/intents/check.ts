import type { Intent, IntentFinding, IntentsRead } from "@writ/contracts";
import { isRecord, isStrings } from "../state/json-file.ts";

const statuses: readonly unknown[] = ["PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE"] satisfies Intent["status"][];

function isQuick(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value) || typeof value.expiresAt !== "string") return false;
  return typeof value.maxFiles === "number" && typeof value.maxLines === "number";
}

const isOptional = (value: unknown, kind: "string" | "number"): boolean => value === undefined || typeof value === kind;

function areCriteria(value: unknown): boolean {
  if (value === undefined) return true;
  if (!Array.isArray(value)) return false;
  return value.every(
    (item) =>
      isRecord(item) &&
      typeof item.text === "string" &&
      isOptional(item.run, "string") &&
      isOptional(item.timeoutSeconds, "number"),
  );
}

function isIntent(value: unknown): value is Intent {
  if (!isRecord(value)) return false;
  return (
    typeof value.id === "string" &&
    typeof value.name === "string" &&
    statuses.includes(value.status) &&
    isStrings(value.ownedScope) &&
    isStrings(value.constraints) &&
    isStrings(value.acceptanceCriteria) &&
    areCriteria(value.criteria) &&
    (value.dependsOn === undefined || isStrings(value.dependsOn)) &&
    isStrings(value.relatedFiles) &&
    isStrings(value.recentHistory) &&
    isQuick(value.quick) &&
    (value.proposed === undefined || typeof value.proposed === "boolean")
  );
}

function isFinding(value: unknown): value is IntentFinding {
  if (!isRecord(value) || typeof value.line !== "number" || typeof value.message !== "string") return false;
  return value.severity === "error" || value.severity === "warning";
}

/** Whether a compiled form is what reading the file would have given. */
export function isIntentsRead(value: unknown): value is IntentsRead {
  if (!isRecord(value) || !Array.isArray(value.findings) || !value.findings.every(isFinding)) return false;
  if (value.state === "ok") return Array.isArray(value.intents) && value.intents.every(isIntent);
  return value.state === "invalid" && typeof value.file === "string" && typeof value.reason === "string";
}
