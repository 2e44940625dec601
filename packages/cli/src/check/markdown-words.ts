import { markdownCode, markdownText } from "@writ/runtime";
import { visible } from "../text/visible.ts";

/**
 * Text for Markdown that stays text: nothing in it is read as markup, and nobody is called, no issue linked and no
 * address made clickable by what a file or an intent is called.
 */
export const plain = (text: string): string => markdownText(visible(text));

/** A name, set as code, also in a table. */
export const code = (text: string): string => markdownCode(visible(text));
