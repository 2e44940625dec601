import type { CheckFinding, CheckReport, CheckSeverity } from "@writ/contracts";
import type { Paint } from "../text/paint.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { sayPlace } from "./places.ts";
import type { Render } from "./render.ts";
import { ruleTitles } from "./rules.ts";

/** For people: grouped by rule, worst first. */
export const toText: Render = (report, { paint }) => {
  const lines: string[] = [];
  for (const [rule, findings] of byRule(report.findings)) {
    const [first] = findings;
    if (first === undefined) continue;
    const label = colour(first.severity, paint)(words[first.severity]);
    lines.push(`${label} ${paint.bold(ruleTitles[rule])} (${rule}, ${findings.length})`);
    for (const finding of findings.slice(0, mostOfOne)) {
      // No line begins with what somebody else wrote: build servers take commands from what is printed.
      lines.push(`  - ${visible(sayFinding(finding))}`);
    }
    if (findings.length > mostOfOne)
      lines.push(`  - and ${findings.length - mostOfOne} more; all of them: --format json`);
    for (const hint of new Set(findings.slice(0, mostHints).map((finding) => finding.hint)))
      lines.push(`    ${paint.dim(visible(hint))}`);
    lines.push("");
  }
  return [...lines, ...sayResult(report, paint)].join("\n");
};

/** A message that begins with its file names it once. */
function sayFinding(finding: CheckFinding): string {
  const { path, message } = finding;
  const place = sayPlace(finding);
  if (path !== null && message.startsWith(`${path} `)) return place + message.slice(path.length);
  return place === "" ? message : `${place}  ${message}`;
}

/** More of one kind than this nobody reads. */
const mostOfOne = 20;
const mostHints = 3;

const words: Record<CheckSeverity, string> = { error: "error", warn: "warning", note: "note" };

function colour(severity: CheckSeverity, paint: Paint): (text: string) => string {
  return severity === "error" ? paint.red : severity === "warn" ? paint.yellow : paint.cyan;
}

/** Findings by their rule, in the order they come. */
export function byRule(findings: readonly CheckFinding[]): Map<CheckFinding["rule"], CheckFinding[]> {
  const groups = new Map<CheckFinding["rule"], CheckFinding[]>();
  for (const finding of findings) groups.set(finding.rule, [...(groups.get(finding.rule) ?? []), finding]);
  return groups;
}

function sayResult({ ok, base, head, summary }: CheckReport, paint: Paint): string[] {
  const { counts, lines, intents, approvals } = summary;
  const range = `${base.slice(0, 10)}..${head.slice(0, 10)}`;
  const authors = [`${lines.ai} by agents`, `${lines.human} by people`];
  if (lines.unknown > 0) authors.push(`${lines.unknown} by nobody knows whom`);
  const nothing = base === head || summary.files === 0;
  const about = nothing
    ? [`Nothing differs between ${range.replace("..", " and ")}`]
    : [`${plural(summary.files, "file")} changed in ${range}`, `new lines: ${authors.join(", ")}`];
  if (intents.length > 0) about.push(`under ${intents.map(({ id }) => visible(id)).join(", ")}`);
  if (approvals.length > 0) about.push(plural(approvals.length, "approval"));
  const told = [
    ...(counts.error > 0 ? [plural(counts.error, "error")] : []),
    ...(counts.warn > 0 ? [plural(counts.warn, "warning")] : []),
    ...(counts.note > 0 ? [plural(counts.note, "note")] : []),
  ];
  const verdict = ok ? paint.green("Passed") : paint.red("Failed");
  return [`${about.join("; ")}.`, `${verdict}${told.length === 0 ? ": nothing was found." : `: ${told.join(", ")}.`}`];
}
