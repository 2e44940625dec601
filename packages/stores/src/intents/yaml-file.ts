import { type Document, isScalar, Lexer, LineCounter, parseAllDocuments, visit } from "yaml";

/** A file that cannot be used, and where. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  /** 1-based; 0 when it concerns the whole file. */
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }

  /** The reason with its line, for messages. */
  get reason(): string {
    return this.line === 0 ? this.message : `line ${this.line}: ${this.message}`;
  }
}

/** A YAML file as parsed, with its text. */
export interface YamlFile {
  /** Without the byte order mark, which confuses the parser's columns; `mark` is that mark, if there was one. */
  text: string;
  mark: string;
  /** `null` for a file without a document: empty, or comments only. */
  document: Document.Parsed | null;
  /** 1-based line of a position in the text. */
  lineAt(position: number): number;
}

/** Deeper than anything people write, and far from where the parser's recursion would end the whole process. */
const deepest = 100;

/** Reads a YAML file with one document. Throws `Unusable` for everything else, whatever the bytes are. */
export function parseYamlFile(bytes: Uint8Array): YamlFile {
  const decoded = decode(bytes);
  const mark = decoded.startsWith("\uFEFF") ? "\uFEFF" : "";
  const text = decoded.slice(mark.length);
  refuseDeepNesting(text);
  try {
    return { text, mark, ...parseText(text) };
  } catch (error) {
    if (error instanceof Unusable) throw error;
    // Whatever else the parser throws, the file cannot be used.
    throw new Unusable(0, `it cannot be read as YAML (${error instanceof Error ? error.message : String(error)})`);
  }
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unusable(0, "it is not UTF-8 text");
  }
  const nul = text.indexOf("\0");
  if (nul !== -1) throw new Unusable(text.slice(0, nul).split("\n").length, "it holds a NUL character");
  return text;
}

function depthOf(tokens: Iterable<string>): number {
  let [depth, most] = [0, 0];
  for (const token of tokens) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
}

function refuseDeepNesting(text: string): void {
  const isDeepBlock = /^[ \t?-]{200}/m.test(text);
  // Brackets in texts and comments count for nothing, but telling them apart takes a lexer, and they are rare.
  const isDeepFlow = depthOf(text.match(/[[\]{}]/g) ?? []) > deepest && depthOf(new Lexer().lex(text)) > deepest;
  if (isDeepBlock || isDeepFlow) throw new Unusable(0, "it is nested too deeply");
}

function parseText(text: string): Pick<YamlFile, "document" | "lineAt"> {
  const counter = new LineCounter();
  const lineAt = (position: number): number => counter.linePos(position).line;
  // To see that keys are there once, the parser compares each with all others: done below, in one go.
  const options = { lineCounter: counter, keepSourceTokens: true, prettyErrors: false, uniqueKeys: false };
  const documents = parseAllDocuments(text, options);
  const [document, second]: (Document.Parsed | undefined)[] = Array.isArray(documents) ? documents : [];
  if (document === undefined) return { document: null, lineAt };
  const [error] = document.errors;
  if (error !== undefined) throw new Unusable(lineAt(error.pos[0]), `it is not valid YAML: ${error.message}`);
  if (second !== undefined) {
    throw new Unusable(lineAt(second.range[0]), "it holds more than one YAML document (---); only one is read");
  }
  refuseExcess(document, lineAt);
  return { document, lineAt };
}

/** More than anybody writes by hand; whoever reads them looks each up in the whole file. */
const mostAliases = 500;

/** Refuses two keys of one name in a map, and more references than can be followed. */
function refuseExcess(document: Document.Parsed, lineAt: (position: number) => number): void {
  let aliases = 0;
  visit(document, {
    Map(_, map) {
      const names = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = `${typeof key.value} ${String(key.value)}`;
        if (names.has(name))
          throw new Unusable(lineAt(key.range?.[0] ?? 0), "it is not valid YAML: Map keys must be unique");
        names.add(name);
      }
    },
    Alias() {
      aliases += 1;
      if (aliases > mostAliases) throw new Unusable(0, "it has too many references to be read");
    },
  });
}
