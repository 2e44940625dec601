import type { Config, IntentFinding } from "@writ/contracts";
import { isConfig, isRecord } from "./rules.ts";

/** A config file that was understood: the config with its values, and what a person should know about it. */
export interface Declared {
  config: Config;
  findings: IntentFinding[];
  /** `sha256:…` of the file, by which a person trusts it. */
  hash: string;
}

function isFinding(value: unknown): value is IntentFinding {
  if (!isRecord(value) || typeof value.line !== "number" || typeof value.message !== "string") return false;
  return value.severity === "error" || value.severity === "warning";
}

/** Whether a compiled form is what reading the file would have given. */
export function isDeclared(value: unknown): value is Declared {
  if (!isRecord(value) || !Array.isArray(value.findings)) return false;
  return typeof value.hash === "string" && isConfig(value.config) && value.findings.every(isFinding);
}
