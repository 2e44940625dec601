export { toMarkdown } from "./markdown.ts";
export { code as markdownCode, plain as markdownText } from "./markdown-text.ts";
export { median } from "./numbers.ts";
export { toHtml } from "./page.ts";
export type {
  GitCount,
  PeriodUnit,
  Report,
  ReportApprovals,
  ReportClass,
  ReportFile,
  ReportIncidents,
  ReportIntent,
  ReportMaker,
  ReportPause,
  ReportPeriod,
  ReportPerson,
  ReportRefusal,
} from "./types.ts";
