import type { Context } from "./io.ts";

/** Prints all lines, a screenful at a time: what a person agrees to was shown in full. */
export async function page(
  lines: readonly string[],
  { print, rows, ask }: Pick<Context, "print" | "rows" | "ask">,
): Promise<void> {
  const screen = Math.max(5, rows - 2);
  for (let at = 0; at < lines.length; at += screen) {
    for (const line of lines.slice(at, at + screen)) print(line);
    const left = lines.length - at - screen;
    if (left > 0) await ask.more(left);
  }
}
