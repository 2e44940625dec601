import { type Cell, isNumber, type Section, type Table } from "./cells.ts";
import { toBlocks } from "./charts/blocks.ts";
import { figuresOf, sayRange } from "./figures.ts";
import { code, plain } from "./markdown-text.ts";
import { sayMinute, sayNumber, sayShare } from "./numbers.ts";
import { sectionsOf } from "./sections/index.ts";
import type { Report } from "./types.ts";

/** A report as Markdown: tables that GitHub and GitLab show, and pull requests quote. */
export function toMarkdown(report: Report): string {
  const figures = figuresOf(report).map(({ value, label, note }) => `- **${value}** ${label} (${plain(note)})`);
  return [
    `# Writ report: ${plain(report.project)}`,
    `${plain(sayRange(report))}. Made ${sayMinute(report.made)}.`,
    figures.join("\n"),
    ...sectionsOf(report).map(toPart),
  ]
    .join("\n\n")
    .concat("\n");
}

function toPart({ title, lead, tables, empty, notes }: Section): string {
  const sentences = lead.filter((text) => text !== "").map(plain);
  const hasRows = tables.some(({ rows }) => rows.length > 0);
  return [
    `## ${title}`,
    ...(sentences.length === 0 ? [] : [sentences.join(" ")]),
    ...(hasRows ? tables.filter(({ rows }) => rows.length > 0).map((table) => toTable(table, tables.length)) : [empty]),
    ...(hasRows ? notes.map((note) => `<sub>${plain(note)}</sub>`) : []),
  ].join("\n\n");
}

function toTable({ caption, head, rows, more }: Table, tables: number): string {
  const [first = []] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    ...(tables > 1 ? [`**${caption}**`, ""] : []),
    line(head),
    line(head.map((_, at) => (first[at] !== undefined && alignsRight(first[at]) ? "---:" : "---"))),
    ...rows.map((row) => line(row.map(toText))),
    ...(more > 0 ? ["", `… and ${sayNumber(more)} more.`] : []),
  ].join("\n");
}

const alignsRight = (cell: Cell): boolean => isNumber(cell) || cell.kind === "bar";

function toText(cell: Cell): string {
  switch (cell.kind) {
    case "words":
      return plain(cell.text);
    case "name":
      return code(cell.text);
    case "count":
    case "bar":
      return sayNumber(cell.value);
    case "share":
      return sayShare(cell.part, cell.all);
    case "spark":
      return toBlocks(cell.values);
  }
}
