import type { CheckFinding, CheckReport } from "@writ/contracts";
import { checkRuleNames } from "@writ/contracts";
import type { CheckFacts } from "./facts.ts";
import { type Found, fingerprintOf, mergeFound, type Rule } from "./finding.ts";
import { type Gate, gateOf, lighter } from "./gate.ts";
import { approvals } from "./rules/approvals.ts";
import { attributes } from "./rules/attributes.ts";
import { authors } from "./rules/authors.ts";
import { disobeyed } from "./rules/disobeyed.ts";
import { gateChange, loosening } from "./rules/gate.ts";
import { intents } from "./rules/intents.ts";
import { classes, evidence, submodules } from "./rules/notices.ts";
import { isPartOfGuard, protection } from "./rules/protected.ts";
import { records, sidecar } from "./rules/records.ts";
import { scope } from "./rules/scope.ts";
import { watching } from "./rules/watching.ts";
import { widening } from "./rules/widening.ts";
import { summaryOf } from "./summary.ts";

/** Everything that is looked for. */
const rules: readonly Rule[] = [
  sidecar,
  intents,
  scope,
  widening,
  approvals,
  protection,
  attributes,
  gateChange,
  records,
  watching,
  disobeyed,
  authors,
  loosening,
  evidence,
  classes,
  submodules,
];

/** What the facts of a change say for and against it. */
export function judgeChange(facts: CheckFacts): CheckReport {
  const gate = gateOf({ before: facts.before.config, now: facts.now.config, into: facts.into });
  const found = rules.flatMap((rule) => rule(facts, gate)).filter((one) => !isLeftOut(one, facts, gate));
  const findings = mergeFound(found).flatMap(({ most = "error", ...one }): CheckFinding[] => {
    const severity = lighter(gate.weights[one.rule], most);
    return severity === "off" ? [] : [{ ...one, severity, fingerprint: fingerprintOf(one.rule, one) }];
  });
  findings.sort(inOrder);
  tellApart(findings);
  return {
    ok: findings.every(({ severity }) => severity !== "error"),
    base: facts.parted,
    head: facts.head,
    findings,
    summary: summaryOf(facts, gate, findings),
  };
}

/** Two pauses differ in nothing but their times: each still gets a fingerprint of its own. */
function tellApart(findings: readonly CheckFinding[]): void {
  const seen = new Map<string, number>();
  for (const finding of findings) {
    const times = (seen.get(finding.fingerprint) ?? 0) + 1;
    seen.set(finding.fingerprint, times);
    if (times > 1) finding.fingerprint += `-${times}`;
  }
}

/** Files are left out for what their lines say, never for what guards them. */
function isLeftOut({ path }: Found, facts: CheckFacts, gate: Gate): boolean {
  return path !== undefined && path !== null && gate.ignores(path) && !isPartOfGuard(path, facts);
}

const severities = ["error", "warn", "note"];

function inOrder(one: CheckFinding, other: CheckFinding): number {
  const rank = (finding: CheckFinding): number[] => [
    severities.indexOf(finding.severity),
    checkRuleNames.indexOf(finding.rule),
  ];
  const [a, b] = [rank(one), rank(other)];
  const byRank = (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
  if (byRank !== 0) return byRank;
  if ((one.path ?? "") !== (other.path ?? "")) return (one.path ?? "") < (other.path ?? "") ? -1 : 1;
  return (one.lines[0]?.[0] ?? 0) - (other.lines[0]?.[0] ?? 0);
}
