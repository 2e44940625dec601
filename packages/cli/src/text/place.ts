import { visible } from "./visible.ts";

/** Where something is: a file with its line, or alone where all of it is meant. */
export function placeOf({ file, line }: { file: string; line: number }): string {
  return line === 0 ? visible(file) : `${visible(file)}:${line}`;
}
