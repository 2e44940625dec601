export { type ExportOptions, exportTraces } from "./export.ts";
export { type ImportFormat, type ImportOptions, type ImportReport, importTraces } from "./import.ts";
export { linesOfFile, linesOfTexts } from "./lines-of.ts";
