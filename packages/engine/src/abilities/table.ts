import type { FileFinding } from "@writ/contracts";
import { type Cell, type Row, type Table, tablesIn } from "../markup/markdown.ts";
import { mostEntries, wordsOf } from "../markup/values.ts";
import { type Described, type Description, describe } from "./description.ts";

/** Words a column may be headed with, in small letters without blanks and dashes. */
const columns = {
  id: ["id", "ability", "abilityid", "name"],
  operationKey: ["operationkey", "operation", "key", "op"],
  kind: ["type", "kind"],
  scope: ["scope", "scopes", "module", "modules"],
  whenToUse: ["whentouse", "when", "use", "usewhen"],
  summary: ["summary", "description", "what", "purpose"],
  registryPath: ["registrypath", "registry", "path", "file", "definition"],
  keywords: ["keywords", "triggers"],
  examples: ["examples", "example"],
} as const;
type Column = keyof typeof columns;

/** Reads the tables of an `ABILITY.md`. A table that has neither an id nor an operation key is about something else. */
export function parseAbilityTables(text: string, file: string): Described {
  const descriptions: Description[] = [];
  const findings: FileFinding[] = [];
  for (const table of tablesIn(text)) {
    const places = placesIn(table);
    const level = levelOf(places);
    if (level === null) continue;
    for (const row of table.rows.slice(0, mostEntries + 1)) {
      const description = toDescription(places, row, file, level);
      if (description !== null) descriptions.push(description);
      else if (row.cells.some((cell) => cell.text !== "")) {
        const wanted = level === "high" ? "Id" : "Operation key";
        findings.push({ file, line: row.line, severity: "error", message: `the row has nothing under ${wanted}.` });
      }
    }
  }
  if (descriptions.length === 0 && findings.length === 0) {
    const message = "it has no table with a column Id or Operation key, so it describes no ability.";
    findings.push({ file, line: 0, severity: "warning", message });
  }
  return { descriptions, findings };
}

/** Where each column stands; those that are not there are left out. */
type Places = Partial<Record<Column, number>>;

function placesIn({ header }: Table): Places {
  const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ""));
  const places: Places = {};
  for (const column of Object.keys(columns) as Column[]) {
    const word = columns[column].find((candidate) => names.includes(candidate));
    if (word !== undefined) places[column] = names.indexOf(word);
  }
  return places;
}

/** A table of abilities has, beside their names, a column that says what they are for or where they are kept. */
function levelOf({ id, operationKey, registryPath, whenToUse, summary }: Places): "high" | "low" | null {
  if (registryPath === undefined && whenToUse === undefined && summary === undefined) return null;
  if (operationKey !== undefined && (id === undefined || whenToUse === undefined)) return "low";
  return id === undefined ? null : "high";
}

function toDescription(places: Places, row: Row, file: string, level: "high" | "low"): Description | null {
  const cell = (column: Column): Cell | null => row.cells[places[column] ?? -1] ?? null;
  const text = (column: Column): string | null => {
    const words = cell(column)?.text ?? "";
    return words === "" || /^[-–—]+$/.test(words) ? null : words;
  };
  const operationKey = text("operationKey");
  const id = text("id") ?? operationKey;
  if (id === null) return null;
  const path = cell("registryPath");
  return describe({
    id,
    level,
    origin: "table",
    file,
    line: row.line,
    kind: text("kind")?.toLowerCase() ?? null,
    operationKey,
    summary: text("summary"),
    whenToUse: [text("whenToUse") ?? []].flat(),
    keywords: wordsOf(text("keywords") ?? ""),
    examples: (text("examples") ?? "")
      .split(";")
      .flatMap((example) => example.trim().replaceAll(/^["“]|["”]$/g, "") || []),
    modules: wordsOf(text("scope") ?? ""),
    registryPath: path?.link ?? text("registryPath"),
  });
}
