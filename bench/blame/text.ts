// What is written in a history: lines of code whose words are marked, so that a line is known again wherever it goes.
import type { Dice } from "./dice.ts";

const mark = /\bx\d+\b/g;

/** A line that others type too is marked by the blanks at its end, which blame does not see. */
const blanks = /[ \t]+(?=\r?$)/;

/** What a line is known by: its marked words, or the blanks at its end alone. */
export function marksOf(line: string): string[] {
  const [end] = blanks.exec(line) ?? [];
  return end === undefined ? (line.match(mark) ?? []) : [`b${end.replaceAll("\t", "1").replaceAll(" ", "0")}`];
}

/** The line, known by `name` from now on. */
export function markedAs(line: string, name: string): string {
  const end = name.slice(1).replaceAll("1", "\t").replaceAll("0", " ");
  return line.trimEnd() + end + (line.endsWith("\r") ? "\r" : "");
}

/** What a line says, whatever it is known by and however it is laid out. */
export const saidIn = (line: string): string => line.replace(/\s+/g, "");

/** One line of code, with words from `word`; some lines have none. */
export function statement(roll: Dice, word: () => string): string {
  const indent = "  ".repeat(roll.below(3));
  const kinds = [
    () => `${indent}const ${word()} = ${word()} + 1;`,
    () => `${indent}call(${word()}, ${word()}, "${word()}");`,
    () => `${indent}if (${word()}) return;`,
    () => `${indent}}`,
    () => "",
    () => `// ${word()} is explained here`,
  ];
  return roll.of(kinds)();
}

/** As a formatter would: calls are broken or joined, quotes and indentation changed. */
export function reformatted(lines: readonly string[], roll: Dice): string[] {
  const style = roll.below(3);
  return lines.flatMap((line) => {
    const end = line.endsWith("\r") ? "\r" : "";
    const call = /^(\s*)call\((.*)\);\r?$/.exec(line);
    if (style === 0 && call !== null) {
      const [, indent = "", words = ""] = call;
      const parts = words.split(", ").map((part) => `${indent}  ${part},${end}`);
      return [`${indent}call(${end}`, ...parts, `${indent});${end}`];
    }
    if (style === 1 && !line.includes("$")) return [line.replaceAll('"', "'")];
    return [line.trim() === "" ? line : `  ${line}`];
  });
}
