import { fail, type WiredFile } from "@writ/contracts";
import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import { eolOf, lineStart, splitMark } from "./layout.ts";
import { callsWrit, mentionsWrit } from "./own.ts";

/** One table of a TOML file, and what stands in it. */
export interface TomlSettings {
  readonly path: string;
  readonly purpose: string;
  /** The table's name, part by part; plain words. */
  readonly table: readonly string[];
  readonly entry: Readonly<Record<string, string | readonly string[]>>;
}

type Statement = AST.TOMLKeyValue | AST.TOMLTable;

/** Writ's table at the end of a TOML file. The parser is asked before and after: nothing else may have changed. */
export function tomlFile({ path, purpose, table, entry }: TomlSettings): WiredFile {
  const isOurs = (statement: Statement): statement is AST.TOMLTable =>
    statement.type === "TOMLTable" && table.every((part, index) => statement.resolvedKey[index] === part);

  function strip(text: string): string | null {
    const statements = parse(text, path);
    const last = statements.findLast(isOurs);
    if (last === undefined) return text;
    const rest = withoutTable(text, last);
    const kept = statements.filter((one) => one !== last).map((one) => source(text, one));
    if (
      rest !== null &&
      !isSame(
        parse(rest, path).map((one) => source(rest, one)),
        kept,
      )
    )
      throw tangled(path);
    return rest === null ? null : strip(rest);
  }

  function stateOf(text: string): "absent" | "wired" | "outdated" {
    const own = parse(text, path).filter(isOurs);
    const [first] = own.filter(({ resolvedKey }) => resolvedKey.length === table.length);
    if (first === undefined) return own.length === 0 ? "absent" : "outdated";
    if (!callsWrit(lineIn(first))) return "absent";
    return says(first, entry) ? "wired" : "outdated";
  }

  return {
    path,
    purpose,
    wire(text) {
      if (text === null) return `${render(table, entry, "\n")}\n`;
      const { mark, body } = splitMark(text);
      const state = stateOf(body);
      if (state === "wired") return text;
      if (state === "absent" && parse(body, path).some(isOurs)) {
        throw fail("SETTINGS_INVALID", { file: path, reason: `[${table.join(".")}] is not Writ's` });
      }
      const own = strip(body);
      return own === null ? `${mark}${render(table, entry, "\n")}\n` : `${mark}${append(own)}`;
    },
    unwire(text) {
      const { mark, body } = splitMark(text);
      if (stateOf(body) === "absent") return text;
      const own = strip(body);
      return own === null ? null : `${mark}${own}`;
    },
    state(text) {
      if (text === null) return "absent";
      try {
        return stateOf(splitMark(text).body);
      } catch {
        return mentionsWrit(text) ? "outdated" : "absent";
      }
    },
  };

  /** Behind a free line; a file without a last line break keeps being one. */
  function append(text: string): string {
    const eol = eolOf(text);
    const ends = text.endsWith("\n");
    const next = `${text}${ends ? "" : eol}${eol}${render(table, entry, eol)}${ends ? eol : ""}`;
    const before = parse(text, path).map((one) => source(text, one));
    const after = parse(next, path).map((one) => source(next, one));
    if (!isSame(after, [...before, render(table, entry, eol)])) throw tangled(path);
    return next;
  }
}

function tangled(file: string) {
  return fail("SETTINGS_INVALID", { file, reason: "what is Writ's in it cannot be told from the rest" });
}

function parse(text: string, file: string): Statement[] {
  try {
    return parseTOML(text).body[0].body;
  } catch (cause) {
    if (!(cause instanceof ParseError))
      throw fail("SETTINGS_INVALID", { file, reason: "it is nested too deeply" }, { cause });
    throw fail(
      "SETTINGS_INVALID",
      { file, reason: `line ${cause.lineNumber} is not TOML (${cause.message})` },
      { cause },
    );
  }
}

const source = (text: string, { range }: Statement) => text.slice(range[0], range[1]);
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index]);

function render(table: readonly string[], entry: TomlSettings["entry"], eol: string): string {
  // A JSON text is a TOML one too, as long as it is made of what can be printed.
  const lines = Object.entries(entry).map(([name, value]) =>
    typeof value === "string"
      ? `${name} = ${JSON.stringify(value)}`
      : `${name} = [${value.map((one) => JSON.stringify(one)).join(", ")}]`,
  );
  return [`[${table.join(".")}]`, ...lines].join(eol);
}

/** Takes the table's lines out, and the free line that was put before it. */
function withoutTable(text: string, { range }: AST.TOMLTable): string | null {
  const eol = eolOf(text);
  const start = lineStart(text, range[0]);
  const end = text.indexOf("\n", range[1]);
  const before = text.slice(0, start);
  const after = end === -1 ? "" : text.slice(end + 1);
  if (before === "" && after === "") return null;
  if (end === -1 && before.endsWith(`${eol}${eol}`)) return before.slice(0, -2 * eol.length);
  const isFreeLine = before === eol || before.endsWith(`\n${eol}`);
  return `${isFreeLine ? before.slice(0, -eol.length) : before}${after}`;
}

/** Whether a table says what is wanted; it may say more. */
function says({ body }: AST.TOMLTable, entry: TomlSettings["entry"]): boolean {
  return Object.entries(entry).every(([name, wanted]) => {
    const value = contentOf(body, name);
    if (value === undefined) return false;
    if (typeof wanted === "string") return textOf(value) === wanted;
    return (
      value.type === "TOMLArray" &&
      isSame(
        value.elements.map((one) => textOf(one) ?? ""),
        wanted,
      )
    );
  });
}

/** A server's program and its arguments, as one line. */
function lineIn({ body }: AST.TOMLTable): string {
  const texts = ["command", "args"].flatMap((name) => {
    const value = contentOf(body, name);
    return value?.type === "TOMLArray" ? value.elements.map(textOf) : value === undefined ? [] : [textOf(value)];
  });
  return texts.join(" ");
}

const contentOf = (body: readonly AST.TOMLKeyValue[], name: string) =>
  body.find(({ key }) => key.keys.length === 1 && nameOf(key.keys[0]) === name)?.value;

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted | undefined) => (key?.type === "TOMLBare" ? key.name : key?.value);

function textOf(value: AST.TOMLContentNode): string | undefined {
  return value.type === "TOMLValue" && value.kind === "string" ? value.value : undefined;
}
