import type { Io } from "../io.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import type { Finding, Level } from "./finding.ts";

/** Findings that belong together, under a name a stranger understands. */
export interface Group {
  readonly title: string;
  readonly findings: readonly Finding[];
}

const order: readonly Level[] = ["ok", "note", "warning", "error"];
const width = 7;

/** One line for a group in which nothing is to be mended; beneath the others, each finding with what mends it. */
export function printGroups(groups: readonly Group[], io: Pick<Io, "print" | "paint" | "tty" | "columns">): void {
  const { print, paint } = io;
  // Only a person's screen has an edge; what a program reads stays in one line.
  const columns = io.tty.output ? io.columns : Number.POSITIVE_INFINITY;
  const titles = Math.max(0, ...groups.map(({ title }) => title.length));
  const paints = { ok: paint.green, note: paint.green, warning: paint.yellow, error: paint.red };
  const indent = " ".repeat(width + 2);
  for (const { title, findings } of groups) {
    const worst = order.findLast((level) => findings.some((finding) => finding.level === level)) ?? "ok";
    const isWell = findings.some(({ level }) => level === "ok");
    const mark = paints[worst]((worst === "note" && isWell ? "ok" : worst).padEnd(width));
    const well = findings.filter(({ level }) => level === "ok").map(({ message }) => visible(message));
    const [first = "", ...more] = wrap(well.join("; "), columns - width - titles - 4);
    print(`${mark}  ${paint.bold(title.padEnd(titles))}  ${first}`.trimEnd());
    for (const line of more) print(`${indent}${" ".repeat(titles + 2)}${line}`);
    for (const { level, message, fix } of findings) {
      if (level === "ok") continue;
      const stroke = level === "note" ? paint.dim : paints[level];
      for (const line of wrap(visible(message), columns - indent.length)) print(`${indent}${stroke(line)}`);
      // In one piece, to be copied.
      if (fix !== undefined) print(`${indent}${paint.bold("->")} ${visible(fix)}`);
    }
  }
}

/** A text in lines of at most so many characters, broken between words. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= Math.max(most, 20))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** How it stands, in a sentence. */
export function summaryOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ level }) => level === "error").length;
  const warnings = findings.filter(({ level }) => level === "warning").length;
  if (errors === 0 && warnings === 0) return "Nothing must be mended.";
  const count = (of: number, what: string) => (of === 0 ? `no ${what}s` : plural(of, what));
  return `${errors === 0 ? "No errors" : plural(errors, "error")}, ${count(warnings, "warning")}.`;
}
