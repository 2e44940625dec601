// What is written in a history: lines of code whose words are marked, so that a line is known again wherever it goes.
import type { Dice } from "./dice.ts";

const mark = /\bx\d+\b/g;

/** The marked words of a line. */
export const marksOf = (line: string): string[] => line.match(mark) ?? [];

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
    if (style === 1) return [line.replaceAll('"', "'")];
    return [line.trim() === "" ? line : `  ${line}`];
  });
}
