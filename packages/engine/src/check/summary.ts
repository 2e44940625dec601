import type {
  CheckedApproval,
  CheckedIntent,
  CheckedStray,
  CheckFinding,
  CheckReport,
  DecisionRecord,
} from "@writ/contracts";
import { isImported } from "../lineage/steps.ts";
import type { CheckFacts } from "./facts.ts";
import type { Gate } from "./gate.ts";
import { isAbsent } from "./is-called.ts";
import { madeInRange } from "./made-in-range.ts";

/** What a reviewer wants to know first: whose lines, which intents, whose word. */
export function summaryOf(facts: CheckFacts, gate: Gate, findings: readonly CheckFinding[]): CheckReport["summary"] {
  // What Writ itself notes as an agent goes on is nobody's work.
  const files = facts.files.filter(({ path }) => !gate.ignores(path) && !path.startsWith(".orchestration/"));
  const lines = { ai: 0, human: 0, unknown: 0 };
  for (const { span, author } of files.flatMap(({ spans }) => spans)) lines[author] += span[1] - span[0] + 1;
  const counts = { error: 0, warn: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return {
    files: facts.files.length,
    lines,
    intents: intentsOf(facts, gate),
    approvals: approvalsOf(facts),
    strays: straysOf(facts),
    counts,
  };
}

function intentsOf(facts: CheckFacts, gate: Gate): CheckedIntent[] {
  const tally = new Map<string, { lines: number; files: Set<string> }>();
  const sumOf = (id: string) => {
    const sum = tally.get(id) ?? { lines: 0, files: new Set<string>() };
    tally.set(id, sum);
    return sum;
  };
  for (const { path, lines, intent, imported } of madeInRange(facts)) {
    if (intent === null || imported || gate.ignores(path)) continue;
    const sum = sumOf(intent);
    for (const [start, end] of lines) sum.lines += end - start + 1;
    sum.files.add(path);
  }
  // An intent whose every line was replaced again still had a part.
  for (const trace of facts.traces)
    if (trace.metadata.intent !== null && !isImported(trace)) sumOf(trace.metadata.intent);
  return [...tally]
    .map(([id, { lines, files }]) => {
      const intent = facts.now.intents.find((one) => one.id === id);
      const accepted = facts.accepted.findLast(({ intent: about }) => about === id);
      return {
        id,
        name: intent?.name ?? null,
        status: intent?.status ?? null,
        lines,
        files: files.size,
        quick: intent?.quick !== undefined,
        by: accepted?.by ?? null,
      };
    })
    .sort((one, other) => other.lines - one.lines || (one.id < other.id ? -1 : 1));
}

function approvalsOf({ answers, decisions }: CheckFacts): CheckedApproval[] {
  const isYes = ({ decision, by }: DecisionRecord) =>
    by !== undefined && (decision === "approved" || decision === "granted" || decision === "trusted");
  const all = new Map([...decisions, ...answers].filter(isYes).map((one) => [one.id, one]));
  return [...all.values()]
    .sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
    .map(({ ticket, by, assurance, risk, timestamp, paths }) => ({
      ticket: ticket ?? null,
      by: by ?? "",
      assurance: assurance ?? "script",
      risk: risk ?? null,
      at: timestamp,
      paths: [...(paths ?? [])],
    }));
}

function straysOf(facts: CheckFacts): CheckedStray[] {
  const { decisions, files } = facts;
  const isChanged = (stray: DecisionRecord, name: string): boolean =>
    files.some(
      (file) => (file.path === name || file.unclaimedAs?.includes(name) === true) && !isAbsent(facts, stray, file),
    );
  return decisions
    .filter(({ decision }) => decision === "strayed")
    .flatMap((stray) => {
      const { paths = [], intent, session, timestamp } = stray;
      return paths.map((path) => ({ path, intent, session, at: timestamp, committed: isChanged(stray, path) }));
    });
}
