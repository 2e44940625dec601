import type { Context } from "./io.ts";

type Screen = Pick<Context, "print" | "pageThrough" | "tty" | "rows" | "env">;

/** Prints lines, through the person's pager where they are more than the screen holds and somebody is looking. */
export async function printLong(lines: readonly string[], screen: Screen, mayPage: boolean): Promise<void> {
  if (lines.length === 0) return;
  const text = lines.join("\n");
  const pager = mayPage && screen.tty.output && lines.length >= screen.rows ? pagerOf(screen.env) : null;
  if (pager !== null && (await screen.pageThrough(pager, `${text}\n`))) return;
  screen.print(text);
}

/** The pager a person wants: a command line by custom, `less` unless they say, none for `cat` or an empty one. */
function pagerOf(env: Screen["env"]): string | readonly string[] | null {
  const { PAGER: wanted, TERM } = env;
  if (TERM === "dumb") return null;
  if (wanted === undefined) return ["less"];
  return wanted.trim() === "" || wanted.trim() === "cat" ? null : wanted;
}
