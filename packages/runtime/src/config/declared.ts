import { type Config, defaultConfig, type IntentFinding } from "@writ/contracts";

/** A config file that was understood: the config with its values, and what a person should know about it. */
export interface Declared {
  config: Config;
  findings: IntentFinding[];
}

type Test = (value: unknown) => boolean;

/** An object that is neither `null` nor a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText: Test = (value) => typeof value === "string";
const isTexts: Test = (value) => Array.isArray(value) && value.every(isText);
const isCount: Test = (value) => typeof value === "number" && value > 0;
const isOneOf =
  (...words: readonly string[]): Test =>
  (value) =>
    words.some((word) => word === value);
const isObjectOf =
  (test: Test, keys: object): Test =>
  (value) =>
    isRecord(value) && Object.values(value).every(test) && Object.keys(keys).every((key) => Object.hasOwn(value, key));

/** The schema by hand: what is compiled is checked on the hook path, which loads no zod. */
const tests: Record<keyof Config, Test> = {
  mode: isOneOf("enforce", "observe"),
  gate: isOneOf("mutating", "all"),
  approval: isOneOf("every-change", "risky", "never"),
  lock: isOneOf("normal", "strict"),
  reset: isOneOf("session", "turn"),
  ranges: isOneOf("hunk", "file"),
  ledger: isOneOf("branch", "single"),
  history: isOneOf("session", "call"),
  expansion: isOneOf("session", "persist"),
  brain: isText,
  sensitive_paths: isTexts,
  scratch: isTexts,
  runners: isTexts,
  tools: isObjectOf(isOneOf("safe", "changes", "ask", "deny"), {}),
  approval_exempt: isTexts,
  assurance: isObjectOf(isOneOf("script", "tty", "native", "ui"), defaultConfig.assurance),
  ticket_minutes: isCount,
  quick: isObjectOf(isCount, defaultConfig.quick),
};

const isFinding: Test = (value) =>
  isRecord(value) &&
  typeof value.line === "number" &&
  isText(value.message) &&
  isOneOf("error", "warning")(value.severity);

/** Whether a compiled form is what reading the file would have given. */
export function isDeclared(value: unknown): value is Declared {
  if (!isRecord(value) || !isRecord(value.config) || !Array.isArray(value.findings)) return false;
  const { config } = value;
  return Object.entries(tests).every(([key, test]) => test(config[key])) && value.findings.every(isFinding);
}
