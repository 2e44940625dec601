import { visibleLine } from "../preview.ts";

/** One intent's files, as the map lists them. */
export interface MapEntry {
  intent: string;
  paths: readonly string[];
  /** Behaviour changed, not only form. */
  evolution: boolean;
}

const title = "# Intent map";
const note = "<!-- Made by Writ from the ledger; rebuilt at any time. Changes by hand are lost. -->";
const mark = " (evolved)";

/** In a path, what Markdown would read as something else. */
const escaped = (path: string): string => visibleLine(path).replace(/[\\`*_[\]<>|]/g, (sign) => `\\${sign}`);

/** Intents, each with its files and whether their behaviour changed. */
type Table = Map<string, Map<string, boolean>>;

function parse(markdown: string): Table {
  const table: Table = new Map();
  let files: Map<string, boolean> | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      files = table.get(heading) ?? new Map<string, boolean>();
      table.set(heading, files);
    }
    const item = /^- (.+?)( \(evolved\))?$/.exec(line);
    if (item?.[1] !== undefined) files?.set(item[1], item[2] !== undefined);
  }
  return table;
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;

function print(table: Table): string {
  const sections = [...table].sort(byName).map(([intent, files]) => {
    const items = [...files].sort(byName).map(([path, evolved]) => `- ${path}${evolved ? mark : ""}`);
    return ["", `## ${intent}`, "", ...items].join("\n");
  });
  return `${[title, "", note, ...sections].join("\n")}\n`;
}

function add(table: Table, { intent, paths, evolution }: MapEntry): Table {
  const name = escaped(intent);
  const files = table.get(name) ?? new Map<string, boolean>();
  for (const path of paths.map(escaped)) files.set(path, evolution || files.get(path) === true);
  return table.set(name, files);
}

/** The map with one more entry: no path twice under an intent, everything in order (R104). */
export function addToMap(markdown: string, entry: MapEntry): string {
  return print(add(parse(markdown), entry));
}

/** The whole map, made from the ledger alone (R106). */
export function renderMap(entries: Iterable<MapEntry>): string {
  const table: Table = new Map();
  for (const entry of entries) add(table, entry);
  return print(table);
}
