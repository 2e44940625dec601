import type { LineAuthor } from "./blame.ts";

/** How much a finding weighs: an error fails the check, a note only tells. */
export const checkSeverities = ["error", "warn", "note"] as const;
export type CheckSeverity = (typeof checkSeverities)[number];

/** What `writ check` looks for, and how much each weighs where the config says nothing. */
export const checkRules = {
  "no-intent": "error",
  "unknown-intent": "error",
  "proposed-intent": "error",
  "quick-intent": "error",
  "out-of-scope": "error",
  "scope-unapproved": "error",
  "scope-widened": "note",
  stray: "error",
  "changed-after-approval": "error",
  "approval-missing": "error",
  "weak-approval": "error",
  "protected-path": "error",
  "gate-changed": "error",
  "broken-chain": "error",
  "record-removed": "error",
  "record-erased": "warn",
  "sidecar-invalid": "error",
  "gate-loosened": "error",
  "not-enforced": "warn",
  pause: "warn",
  "open-alarm": "error",
  gap: "warn",
  "unknown-author": "warn",
  "untraced-agent": "error",
  "unverified-intent": "note",
  "class-disagreement": "note",
  submodule: "note",
} as const satisfies Record<string, CheckSeverity>;
export type CheckRule = keyof typeof checkRules;

/** The same as a list, in the order findings are shown. */
export const checkRuleNames: readonly CheckRule[] = Object.keys(checkRules).filter(isCheckRule);

/** Whether a word names a rule of the check. */
export function isCheckRule(word: string): word is CheckRule {
  return Object.hasOwn(checkRules, word);
}

/** Lines `start..end` as they are at the head, counted from 1. */
export type LineSpan = [start: number, end: number];

/** One thing the check has to say. */
export interface CheckFinding {
  rule: CheckRule;
  severity: CheckSeverity;
  /** From the workspace root; `null` where it concerns no file. */
  path: string | null;
  /** Empty where it concerns the whole file. */
  lines: LineSpan[];
  /** One plain sentence. */
  message: string;
  /** What to do. */
  hint: string;
  intent?: string;
  commit?: string;
  /** The same finding keeps it while lines around it move. */
  fingerprint: string;
}

/** An intent that the changes were made under. */
export interface CheckedIntent {
  id: string;
  /** `null` where there is no such intent. */
  name: string | null;
  status: string | null;
  /** Changed lines that an agent made under it, and in how many files. */
  lines: number;
  files: number;
  quick: boolean;
  /** Who accepted it last, where that is on record. */
  by: string | null;
}

/** A person's yes that the changes rest on. */
export interface CheckedApproval {
  ticket: string | null;
  by: string;
  assurance: string;
  risk: string | null;
  at: string;
  paths: string[];
}

/** What changed outside of any scope, as it was noticed. */
export interface CheckedStray {
  path: string;
  intent: string | null;
  session: string;
  at: string;
  /** Whether it is part of the changes. */
  committed: boolean;
}

/** What `writ check` found. */
export interface CheckReport {
  ok: boolean;
  /** Commit ids; the base is where the two parted. */
  base: string;
  head: string;
  findings: CheckFinding[];
  summary: {
    files: number;
    lines: Record<LineAuthor, number>;
    intents: CheckedIntent[];
    approvals: CheckedApproval[];
    strays: CheckedStray[];
    /** How many findings of each weight. */
    counts: Record<CheckSeverity, number>;
  };
}
