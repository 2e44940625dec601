import type { CheckFinding, CheckSeverity } from "@writ/contracts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { fileOf, sayLines } from "./places.ts";
import type { Drawing, Render } from "./render.ts";
import { ruleTitles } from "./rules.ts";

/** GitHub shows so many of each kind from one step; the rest it drops without a word. */
const mostShown = 10;

const commands: Record<CheckSeverity, string> = { error: "error", warn: "warning", note: "notice" };

/** Workflow commands of GitHub Actions: an annotation a finding, as many as are shown, and a line that counts the rest. */
export const toGitHub: Render = (report, drawing) => {
  const { counts } = report.summary;
  const shown = (["error", "warn", "note"] as const).flatMap((severity) =>
    report.findings
      .filter((finding) => finding.severity === severity)
      .slice(0, mostShown)
      .map((finding) => annotation(finding, drawing)),
  );
  const left = report.findings.length - shown.length;
  const more = left > 0 ? ` ${left} more are not shown here.` : "";
  const result = `writ check ${report.ok ? "passed" : "failed"}: ${plural(counts.error, "error")}, ${plural(counts.warn, "warning")}, ${plural(counts.note, "note")}.${more}`;
  return [...shown, result].join("\n");
};

function annotation(finding: CheckFinding, { prefix }: Drawing): string {
  const { severity, rule, lines, message, hint } = finding;
  const [first, ...rest] = lines;
  const place = first === undefined ? [] : [`line=${first[0]}`, `endLine=${first[1]}`];
  const title = `writ ${rule}: ${ruleTitles[rule]}`;
  const properties = [`file=${property(fileOf(finding, prefix))}`, ...place, `title=${property(title)}`];
  const also = rest.length === 0 ? "" : `\nAlso in lines ${rest.map(sayLines).join(", ")}.`;
  // The name of the file is how GitHub finds it, and stays as it is.
  return `::${commands[severity]} ${properties.join(",")}::${data(`${visible(message)}${also}\n${visible(hint)}`)}`;
}

/** What ends a command or begins another is spelled out, as the runner reads it back. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
