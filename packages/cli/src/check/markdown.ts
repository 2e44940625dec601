import type { CheckFinding, CheckReport, CheckSeverity } from "@writ/contracts";
import { plural } from "../text/table.ts";
import { code, plain } from "./markdown-words.ts";
import { fileOf, sayLines } from "./places.ts";
import type { Drawing, Render } from "./render.ts";
import { ruleTitles } from "./rules.ts";
import { byRule } from "./text.ts";

/**
 * By this an earlier comment is found again, to be written anew instead of repeated. A repository may have several
 * workspaces, each with a comment of its own.
 */
const markerOf = ({ prefix }: Drawing): string => {
  const where = encodeURIComponent(prefix.replaceAll(/\p{Cs}/gu, "\ufffd")).replaceAll("-", "%2D");
  return `<!-- writ-check ${where === "" ? "" : `${where} `}-->`;
};

/** A comment longer than this is refused by code hosts. */
const mostCharacters = 60_000;
const mostRows = 30;

/** What a reviewer reads beside the change: the result, the intents, what strayed, who approved. */
export const toMarkdown: Render = (report, drawing) => {
  const parts = [
    markerOf(drawing),
    `### Writ: ${report.ok ? "passed" : "**failed**"}`,
    lead(report),
    ...findingsOf(report, drawing),
    ...intentsOf(report),
    ...straysOf(report),
    ...approvalsOf(report),
    `<sub>${report.base.slice(0, 10)}..${report.head.slice(0, 10)}</sub>`,
  ];
  const text = parts.join("\n\n");
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}\n\n*… more than fits here.*`;
};

function lead({ summary: { files, lines, counts } }: CheckReport): string {
  const told = [plural(counts.error, "error"), plural(counts.warn, "warning"), plural(counts.note, "note")].join(", ");
  const unknown = lines.unknown > 0 ? `, ${lines.unknown} by nobody knows whom` : "";
  return `${plural(files, "file")} changed; new lines: ${lines.ai} by agents, ${lines.human} by people${unknown}. ${told}.`;
}

const icons: Record<CheckSeverity, string> = { error: "❌", warn: "⚠️", note: "ℹ️" };

function findingsOf({ findings }: CheckReport, { prefix }: Drawing): string[] {
  return [...byRule(findings)].map(([rule, all]) => {
    const [first] = all;
    const title = `**${icons[first?.severity ?? "note"]} ${ruleTitles[rule]}** (${code(rule)})`;
    const rows = all.slice(0, mostRows).map((finding) => `- ${placeOf(finding, prefix)}${plain(finding.message)}`);
    const more = all.length > mostRows ? [`- and ${all.length - mostRows} more`] : [];
    const hints = [...new Set(all.slice(0, 3).map(({ hint }) => hint))].map((hint) => `  > ${plain(hint)}`);
    return [title, "", ...rows, ...more, ...hints].join("\n");
  });
}

function placeOf(finding: CheckFinding, prefix: string): string {
  if (finding.path === null) return "";
  const lines = finding.lines.slice(0, 6).map(sayLines).join(", ");
  const more = finding.lines.length > 6 ? " …" : "";
  return `${code(fileOf(finding, prefix))}${lines === "" ? "" : ` ${lines}${more}`}: `;
}

/** A table, or nothing where there are no rows. */
function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, mostRows).map((row) => `| ${row.join(" | ")} |`);
  const more = rows.length > mostRows ? [`\nand ${rows.length - mostRows} more`] : [];
  return [
    [`**${title}**`, "", `| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...shown, ...more].join("\n"),
  ];
}

function intentsOf({ summary }: CheckReport): string[] {
  const rows = summary.intents.map(({ id, name, status, lines, files, quick, by }) => [
    code(id),
    name === null ? "*not there*" : plain(name),
    `${status === null ? "" : plain(status)}${quick ? " (quick)" : ""}`,
    `${lines}`,
    `${files}`,
    by === null ? "" : code(by),
  ]);
  return table("Intents", ["Id", "Name", "Status", "Lines", "Files", "Accepted by"], rows);
}

function straysOf({ summary }: CheckReport): string[] {
  const rows = summary.strays.map(({ path, intent, at, committed }) => [
    code(path),
    intent === null ? "" : code(intent),
    plain(at),
    committed ? "yes" : "no",
  ]);
  return table("Strays", ["File", "Intent", "When", "In this change"], rows);
}

function approvalsOf({ summary }: CheckReport): string[] {
  const rows = summary.approvals.map(({ ticket, by, assurance, risk, at, paths }) => [
    ticket === null ? "" : code(ticket),
    code(by),
    plain(assurance),
    risk === null ? "" : plain(risk),
    plain(at),
    paths.slice(0, 3).map(code).join(" ") + (paths.length > 3 ? ` and ${paths.length - 3} more` : ""),
  ]);
  return table("Approvals", ["Ticket", "By", "How sure", "Risk", "When", "Files"], rows);
}
