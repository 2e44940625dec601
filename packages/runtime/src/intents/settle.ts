import { isDeepStrictEqual } from "node:util";
import {
  type Assurance,
  type Evidence,
  type EvidenceSummary,
  fail,
  type Intent,
  type Lesson,
  ProblemError,
} from "@writ/contracts";
import { readHead } from "../git/head.ts";
import type { Ports, Writ } from "../writ.ts";
import { type CriterionResult, holds, toChecked } from "./check-criteria.ts";

/** What was found of an intent, and who found it. */
export interface Settling {
  /** As it was when its criteria were checked. */
  intent: Intent;
  results: readonly CriterionResult[];
  by: string;
  assurance: Assurance;
  /** Whether files differed from the commit; `null` where git could not tell. */
  dirty: boolean | null;
  /** Why it is closed although not everything holds. */
  forced?: string;
}

/** An intent after it was closed, or was not, and what is on record of it. */
export interface Settled {
  intent: Intent;
  evidence: EvidenceSummary;
  /** What else could not be written down. */
  notes: string[];
}

type Clock = Pick<Ports, "now" | "id">;

/** Closes an intent, with the evidence that it is done. */
export async function closeIntent(writ: Writ, clock: Clock, settling: Settling): Promise<Settled> {
  const { id } = settling.intent;
  await requireUnchanged(writ, settling.intent);
  await writ.intents.flushHistory(id, await writ.state.readHistory(id));
  const intent = await writ.intents.setStatus(id, "COMPLETE");
  const evidence = await record(writ, clock, settling, true);
  const forced = settling.forced === undefined ? {} : { forced: true as const };
  const notes = await learn(writ, [{ kind: "completion", at: evidence.at, intent: id, ...forced, paths: [] }]);
  return { intent, evidence, notes };
}

/** Writes down that an intent is not done; it stays as it is. */
export async function keepOpen(writ: Writ, clock: Clock, settling: Settling): Promise<Settled> {
  const { intent, results } = settling;
  const evidence = await record(writ, clock, settling, false);
  const failed = results.filter(({ ran, outcome }) => ran !== undefined && outcome !== "passed");
  const notes = await learn(
    writ,
    failed.map(({ number }) => ({
      kind: "failure",
      code: "CRITERION_FAILED",
      at: evidence.at,
      intent: intent.id,
      criterion: number,
      paths: [],
    })),
  );
  return { intent, evidence, notes };
}

/** What was checked must be what is closed. */
async function requireUnchanged(writ: Writ, { id, criteria, acceptanceCriteria, dependsOn }: Intent): Promise<void> {
  const read = await writ.intents.read();
  const now = read.state === "ok" ? read.intents.find((intent) => intent.id === id) : undefined;
  const then = { criteria, acceptanceCriteria, dependsOn };
  if (now !== undefined) {
    const same = { criteria: now.criteria, acceptanceCriteria: now.acceptanceCriteria, dependsOn: now.dependsOn };
    if (isDeepStrictEqual(same, then)) return;
  }
  throw fail("INTENT_NOT_DONE", {
    intent: id,
    reasons: ["its criteria were changed while they were checked"],
    fix: `Check it as it is now: writ intent done ${id}`,
  });
}

async function record(writ: Writ, clock: Clock, settling: Settling, closed: boolean): Promise<EvidenceSummary> {
  const { intent, results, by, assurance, dirty, forced } = settling;
  const at = clock.now();
  const { revision } = await readHead(writ.root);
  const evidence: Evidence = {
    revision,
    ...(dirty !== null && { dirty }),
    checks: results.map(toChecked),
    ...(forced !== undefined && { forced: true }),
  };
  const said = forced === undefined ? "COMPLETE" : `COMPLETE, forced: ${forced}`;
  await writ.decisions.append({
    id: clock.id(),
    timestamp: at,
    decision: closed ? "closed" : "failed",
    agent: "person",
    session: "cli",
    intent: intent.id,
    ...((!closed || forced !== undefined) && { code: "INTENT_NOT_DONE" }),
    by,
    assurance,
    reason: closed ? said : `criteria:${numbersOf(results)}`,
    // What had nothing to check has no evidence either.
    ...(results.length > 0 && { evidence }),
    metadata: {},
  });
  const checks = evidence.checks.map((check, index) => {
    const { text = "", run } = results[index]?.criterion ?? {};
    return { ...check, text, ...(run !== undefined && { run }) };
  });
  const summary: EvidenceSummary = { ...evidence, checks, intent: intent.id, at, by, closed };
  if (results.length > 0) await writ.state.writeEvidence(summary);
  return summary;
}

/** Which criteria do not hold, by number; those that nobody was asked about only where nothing else failed. */
function numbersOf(results: readonly CriterionResult[]): string {
  const open = results.filter((result) => !holds(result));
  const known = open.filter(({ outcome }) => outcome !== "unconfirmed");
  return (known.length === 0 ? open : known).map(({ number }) => number).join(",");
}

/** Lessons only help: that one could not be written must not undo what was decided. */
async function learn(writ: Writ, lessons: readonly Lesson[]): Promise<string[]> {
  try {
    await writ.learn(lessons);
    return [];
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return [error.problem.message];
  }
}
