import type { WordPart } from "unbash";

/** `$x[1]`: to zsh a part of what the variable holds. */
export function isSubscripted(part: Pick<WordPart, "type">, next: { readonly text: string } | undefined): boolean {
  return part.type === "SimpleExpansion" && next?.text.startsWith("[") === true;
}

/** A set of letters, such as `[^a-z]`, names no variable that anybody sets. */
export function evaluates(subscript: string): boolean {
  const inside = /^\[(.*?)(\]|$)/s.exec(subscript)?.[1] ?? "";
  return /[$`]|[A-Za-z_]\w/.test(inside.replace(/\w-\w|\[:\w+:/g, "-"));
}

/** A text in which zsh runs something when it takes it for a number: `x[$(…)]`. */
export const runsAsNumber = (text: string): boolean => /\w\[[^\]]*(\$[({]|`)/.test(text);
