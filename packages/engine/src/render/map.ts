import type { TraceRecord } from "@writ/contracts";
import { visibleLine } from "../preview.ts";

/** One intent's files, as the map lists them. */
export interface MapEntry {
  intent: string;
  paths: readonly string[];
  /** Behaviour changed, not only form. */
  evolution: boolean;
  /** What was touched in each file. */
  symbols?: ReadonlyMap<string, readonly string[]>;
}

const title = "# Intent map";
const note = "<!-- Made by Writ from the ledger; rebuilt at any time. Changes by hand are lost. -->";
const mark = " (evolved)";

/** In a path or a name, what Markdown would read as something else. */
const escaped = (text: string): string => visibleLine(text).replace(/[\\`*_[\]<>|]/g, (sign) => `\\${sign}`);

/** What is known of a file under an intent. */
interface Touched {
  evolved: boolean;
  symbols: Set<string>;
}

/** Intents, each with its files. */
type Table = Map<string, Map<string, Touched>>;

function parse(markdown: string): Table {
  const table: Table = new Map();
  let files: Map<string, Touched> | undefined;
  let file: Touched | undefined;
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      files = table.get(heading) ?? new Map<string, Touched>();
      table.set(heading, files);
      file = undefined;
    }
    const item = /^- (.+?)( \(evolved\))?$/.exec(line);
    if (item?.[1] !== undefined) {
      file = { evolved: item[2] !== undefined, symbols: new Set() };
      files?.set(item[1], file);
    }
    const symbol = /^ {2}- (.+)$/.exec(line)?.[1];
    if (symbol !== undefined) file?.symbols.add(symbol);
  }
  return table;
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;

function print(table: Table): string {
  const sections = [...table].sort(byName).map(([intent, files]) => {
    const items = [...files]
      .sort(byName)
      .flatMap(([path, { evolved, symbols }]) => [
        `- ${path}${evolved ? mark : ""}`,
        ...[...symbols].sort().map((name) => `  - ${name}`),
      ]);
    return ["", `## ${intent}`, "", ...items].join("\n");
  });
  return `${[title, "", note, ...sections].join("\n")}\n`;
}

function add(table: Table, { intent, paths, evolution, symbols }: MapEntry): Table {
  const name = escaped(intent);
  const files = table.get(name) ?? new Map<string, Touched>();
  for (const path of paths) {
    const known = files.get(escaped(path));
    const touched = (symbols?.get(path) ?? []).map(escaped);
    files.set(escaped(path), {
      evolved: evolution || known?.evolved === true,
      symbols: new Set([...(known?.symbols ?? []), ...touched]),
    });
  }
  return table.set(name, files);
}

/** The map with one more entry: no path or symbol twice under an intent, everything in order (R104). */
export function addToMap(markdown: string, entry: MapEntry): string {
  return print(add(parse(markdown), entry));
}

/** The whole map, made from the ledger alone (R106). */
export function renderMap(entries: Iterable<MapEntry>): string {
  const table: Table = new Map();
  for (const entry of entries) add(table, entry);
  return print(table);
}

/** What a recorded change adds to the map; nothing where no intent was taken up. Records of others have no metadata. */
export function mapEntries({
  files,
  metadata,
}: Pick<TraceRecord, "files"> & { metadata?: Partial<TraceRecord["metadata"]> }): MapEntry[] {
  const intent = metadata?.intent ?? null;
  if (intent === null) return [];
  return files.map(({ relative_path: path }) => {
    const meta = metadata?.files?.[path];
    const evolution = (meta?.class ?? metadata?.mutation_class) === "INTENT_EVOLUTION";
    return { intent, paths: [path], evolution, ...(meta?.symbols && { symbols: new Map([[path, meta.symbols]]) }) };
  });
}
