/** One cell of a table: what a reader sees, and where its first link leads. */
export interface Cell {
  readonly text: string;
  readonly link: string | null;
}

/** One row below the header. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly line: number;
}

/** A table of a Markdown text. */
export interface Table {
  readonly header: readonly string[];
  readonly line: number;
  readonly rows: readonly Row[];
  /** The nearest heading above it. */
  readonly heading: string;
}

/** A line outside code blocks and comments. */
export interface Line {
  readonly text: string;
  readonly line: number;
  /** The nearest heading above it, without its marks. */
  readonly heading: string;
}

/** What lies beyond is no prose; it keeps the patterns below quick, whatever a line holds. */
const longestLine = 4000;

/** The lines a reader sees as text: fenced code and comments are left out. */
export function proseOf(text: string, firstLine = 1): Line[] {
  const found: Line[] = [];
  let fence: string | null = null;
  let isComment = false;
  let heading = "";
  text.split("\n").forEach((long, at) => {
    const raw = long.slice(0, longestLine);
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(raw) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return;
    }
    if (mark !== undefined) {
      fence = mark;
      return;
    }
    const { shown, open } = withoutComments(raw, isComment);
    isComment = open;
    const [, title] = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(shown) ?? [];
    if (title !== undefined) heading = plain(title).replace(/ #+$/, "");
    found.push({ text: shown, line: firstLine + at, heading });
  });
  return found;
}

/** Every table with a header and a line of dashes below it. */
export function tablesIn(text: string, firstLine = 1): Table[] {
  const lines = proseOf(text, firstLine);
  const tables: Table[] = [];
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const head = lines[at];
    const rule = lines[at + 1];
    if (head === undefined || rule === undefined || !head.text.includes("|") || !isRule(rule)) continue;
    const rows: Row[] = [];
    let next = at + 2;
    for (; lines[next]?.text.includes("|") === true; next += 1) {
      const { text: row = "", line = 0 } = lines[next] ?? {};
      rows.push({ cells: cellsOf(row).map(toCell), line });
    }
    const header = cellsOf(head.text).map(plain);
    tables.push({ header, line: head.line, rows, heading: head.heading });
    at = next - 1;
  }
  return tables;
}

/** Text without the marks of emphasis, code and links. */
export function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/`+/g, "")
    .replace(/\*\*(?=\S)([^*]+)\*\*/g, "$1")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const isRule = ({ text }: Line): boolean => /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/.test(text);

/** Splits at pipes that are not escaped; the outer ones are only a frame. */
function cellsOf(row: string): string[] {
  const framed = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return framed.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
}

function toCell(markdown: string): Cell {
  const link = /\[[^[\]]*\]\(<?([^()\s>]+)/.exec(markdown)?.[1] ?? null;
  return { text: plain(markdown), link };
}

function withoutComments(text: string, isOpen: boolean): { shown: string; open: boolean } {
  let shown = "";
  let rest = text;
  let open = isOpen;
  while (rest !== "") {
    const mark = open ? "-->" : "<!--";
    const at = rest.indexOf(mark);
    if (!open) shown += at === -1 ? rest : rest.slice(0, at);
    if (at === -1) break;
    rest = rest.slice(at + mark.length);
    open = !open;
  }
  return { shown, open };
}
