import {
  type CheckedCriterion,
  type Criterion,
  type CriterionOutcome,
  criteriaOf,
  criterionSeconds,
  type Intent,
} from "@writ/contracts";
import { sha256 } from "../hash.ts";
import { type CommandRun, runCommand } from "./run-command.ts";
import { runHash } from "./trusted-runs.ts";

/** What was found of one criterion, with what a person may see of it. */
export interface CriterionResult {
  criterion: Criterion;
  /** Counted from 1. */
  number: number;
  outcome: CriterionOutcome;
  /** Set where its command ran. */
  ran?: CommandRun;
}

/** Whether a criterion holds, as far as anybody knows. */
export function holds({ outcome }: Pick<CriterionResult, "outcome">): boolean {
  return outcome === "passed" || outcome === "confirmed";
}

type Answer = Extract<CriterionOutcome, "confirmed" | "declined" | "unconfirmed">;

/** Who looks on while criteria are checked, and answers for those that are only words. */
export interface Checking {
  root: string;
  signal: AbortSignal;
  /** Commands that nobody trusted do not run. */
  isTrusted(run: string): boolean;
  /** A command begins; what it gives is called when it has ended. */
  begins(criterion: Criterion, number: number): (result: CriterionResult) => void;
  /** Answers for a criterion that is only words; `isLost` where a command has failed, so that nobody need be asked. */
  confirm(criterion: Criterion, isLost: boolean): Promise<Answer>;
}

/** Runs the commands one after another, then asks about the rest. */
export async function checkCriteria(intent: Intent, checking: Checking): Promise<CriterionResult[]> {
  const results = new Map<number, CriterionResult>();
  const numbered = criteriaOf(intent).map((criterion, index) => ({ criterion, number: index + 1 }));
  for (const { criterion, number } of numbered) {
    if (criterion.run !== undefined) results.set(number, await runOne(criterion, criterion.run, number, checking));
  }
  const isLost = [...results.values()].some((result) => !holds(result));
  for (const { criterion, number } of numbered) {
    if (criterion.run !== undefined) continue;
    const outcome = await checking.confirm(criterion, isLost);
    results.set(number, { criterion, number, outcome });
  }
  return [...results.values()].sort((one, other) => one.number - other.number);
}

async function runOne(
  criterion: Criterion,
  run: string,
  number: number,
  { root, signal, isTrusted, begins }: Checking,
): Promise<CriterionResult> {
  if (!isTrusted(run)) return { criterion, number, outcome: "untrusted" };
  const ended = begins(criterion, number);
  const timeoutMs = (criterion.timeoutSeconds ?? criterionSeconds) * 1000;
  const ran = await runCommand(run, { cwd: root, timeoutMs, signal });
  const result: CriterionResult = { criterion, number, outcome: ran.outcome, ran };
  ended(result);
  return result;
}

/** What goes on record of a result: hashes, codes and times. */
export function toChecked({ criterion, outcome, ran }: CriterionResult): CheckedCriterion {
  return {
    criterion: sha256(criterion.text),
    outcome,
    ...(criterion.run !== undefined && { command: runHash(criterion.run) }),
    ...(ran && { exit_code: ran.exitCode, duration_ms: ran.durationMs, output: ran.output }),
  };
}
