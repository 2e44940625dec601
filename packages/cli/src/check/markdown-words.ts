import { visible } from "../text/visible.ts";
import { unmarked } from "./marks.ts";

/**
 * Text for Markdown that stays text: nothing in it is read as markup, and nobody is called, no issue linked and no
 * address made clickable by what a file or an intent is called.
 */
export function plain(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&"'=^$:/@]/g, "\\$&")
    .replace(/\\([@#:.])/g, "\\$1<!-- -->");
}

/** A name, set as code. */
export function code(text: string): string {
  const shown = unmarked(visible(text));
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") || shown.trim() === "" ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** The same inside of a table, whose cells end at every bar. */
export const codeCell = (text: string): string => code(text.replaceAll("|", "\\|"));
