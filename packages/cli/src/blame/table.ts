import type { BlameLine } from "@writ/contracts";
import { sayMoment } from "../text/moment.ts";
import { nameIn } from "../text/name-in.ts";
import type { Paint } from "../text/paint.ts";
import { visible, visibleLines } from "../text/visible.ts";
import { cutToWidth, pad, widthOf, withoutTabs } from "../text/width.ts";
import { runsOf } from "./runs.ts";

/** How wide the table may be, and how it is coloured. Without a width lines are printed in full. */
export interface Look {
  readonly paint: Paint;
  readonly width: number | null;
}

const authors: Readonly<Record<BlameLine["author"], string>> = { ai: "AI", human: "human", unknown: "unknown" };

/** What stands before each line. Where there is little room, the last in `dispensable` go first. */
const cells = {
  author: ({ author, imported, erased }: BlameLine) =>
    `${authors[author]}${erased === true ? " (erased)" : imported === true ? " (imported)" : ""}`,
  intent: ({ intent }: BlameLine) => intent ?? "",
  model: ({ model, agent }: BlameLine) => nameIn(model) ?? nameIn(agent) ?? "",
  session: ({ session }: BlameLine) => shortSession(nameIn(session) ?? ""),
  time: ({ time }: BlameLine) => (time === null ? "" : sayMoment(time).replace(/:\d\dZ$/, "Z")),
};
/** The beginning of an id; of a conversation's address what comes last, as all of them begin alike. */
function shortSession(session: string): string {
  const [, way] = /^[a-z][a-z0-9+.-]*:\/\/([^?#]+)/i.exec(session) ?? [];
  const last = way?.split("/").findLast((part) => part !== "");
  return last === undefined ? session.slice(0, 8) : `…/${last.slice(0, 8)}`;
}

type Column = keyof typeof cells;
const dispensable: readonly Column[] = ["session", "time", "model"];

/** A name longer than this is cut. */
const longestCell = 24;
/** The text itself gets at least so many columns. */
const leastText = 40;
const tabStop = 8;

const colours = ["cyan", "green", "magenta", "blue"] as const;

/** Each line with who made it before it, in columns. Of a run the first line is the brightest. */
export function blameTable(lines: readonly BlameLine[], texts: readonly string[], { paint, width }: Look): string[] {
  const runs = runsOf(lines).map((run) => ({ ...run, cells: cellsOf(run.origin) }));
  const digits = String(lines.at(-1)?.line ?? 0).length;
  const columns = chooseColumns(
    runs.map((run) => run.cells),
    width === null ? null : width - digits - leastText - 4,
  );
  const colourOf = colourer(paint);
  return runs.flatMap(({ from, to, origin, cells: own }) => {
    const head = columns.map(({ name, room }) => pad(own[name] === "" ? "-" : own[name], room)).join("  ");
    const colour = colourOf(origin);
    return Array.from({ length: to - from + 1 }, (_, nth) => {
      const number = `${String(from + nth).padStart(digits)})`;
      const before = `${head}  ${number} `;
      const text = shownText(texts[from + nth - 1] ?? "", width === null ? null : width - widthOf(before));
      return `${nth === 0 ? colour(head) : paint.dim(colour(head))}  ${paint.dim(number)} ${text}`.trimEnd();
    });
  });
}

function cellsOf(origin: BlameLine): Record<Column, string> {
  const cell = (name: Column) => cutToWidth(visible(cells[name](origin)), longestCell);
  return {
    author: cell("author"),
    intent: cell("intent"),
    model: cell("model"),
    session: cell("session"),
    time: cell("time"),
  };
}

/** The columns there is room for and something to say in. */
function chooseColumns(rows: readonly Record<Column, string>[], room: number | null): { name: Column; room: number }[] {
  const names: Column[] = ["author", "intent", "model", "session", "time"];
  const all = names
    .map((name) => ({ name, room: rows.reduce((most, row) => Math.max(most, widthOf(row[name])), 0) }))
    .filter((column) => column.room > 0);
  const wide = (columns: typeof all) => columns.reduce((sum, column) => sum + column.room + 2, 0);
  let left = all;
  for (const name of dispensable) {
    if (room === null || wide(left) <= room) break;
    left = left.filter((column) => column.name !== name);
  }
  return left;
}

/** A line of the file as it can be shown: nothing in it moves the cursor or hides. */
function shownText(text: string, room: number | null): string {
  const line = text.endsWith("\r") ? text.slice(0, -1) : text;
  if (room === null) return visibleLines(line).join("");
  // A character takes a column at least, and two places of the text at most.
  return cutToWidth(visible(withoutTabs(line.slice(0, 2 * room + 2), tabStop)), Math.max(1, room));
}

/** A colour for each intent, in the order they come. */
function colourer(paint: Paint): (origin: BlameLine) => (text: string) => string {
  const known = new Map<string | null, (text: string) => string>();
  return ({ author, intent }) => {
    if (author === "unknown") return paint.yellow;
    if (author === "human") return (text) => text;
    const colour = known.get(intent) ?? paint[colours[known.size % colours.length] ?? "cyan"];
    known.set(intent, colour);
    return colour;
  };
}
