import { type Report, toHtml, toMarkdown } from "@writ/engine/report";

/** What a report can be written as. */
export type ReportFormat = "markdown" | "html" | "json";

const renderers: Record<ReportFormat, (report: Report) => string> = {
  markdown: toMarkdown,
  html: toHtml,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
};

/** A report as text. */
export const renderReport = (report: Report, format: ReportFormat): string => renderers[format](report);
