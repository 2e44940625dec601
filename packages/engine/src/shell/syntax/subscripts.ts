import type { WordPart } from "unbash";

type Next = { readonly text: string } | undefined;

/** `$x[1]`: to zsh a part of what the variable holds. */
export function isSubscripted(part: Pick<WordPart, "type">, next: Next): boolean {
  return part.type === "SimpleExpansion" && next?.text.startsWith("[") === true;
}

/** `$x:h`: to zsh the folder of what the variable holds; `$x:s/a/b/` and more change it too. */
export function isModified(part: Pick<WordPart, "type">, next: Next): boolean {
  return part.type === "SimpleExpansion" && /^:[aAcefFghlPqQrstuwWx&]/.test(next?.text ?? "");
}

/** `$=x`, `$~x`, `$^x`: to zsh what the variable holds, to others this text. */
export const expandsInZsh = (text: string): boolean =>
  text.includes("$") && /(?<!\\)(\\\\)*\$[=~^+]+[A-Za-z_\d{]/.test(text);

/** `$~x`: zsh takes what the variable holds for a pattern, in which it may be told to run something. */
export const globsInZsh = (text: string): boolean =>
  text.includes("~") && /(?<!\\)(\\\\)*\$[=^+]*~[=~^+]*[A-Za-z_\d{]/.test(text);

/** `=npx`: to zsh the file of that program. */
export const namesProgram = (text: string): boolean => text.startsWith("=") && /^=[\w"'$]/.test(text);

/** A set of letters, such as `[^a-z]`, names no variable that anybody sets. */
export function evaluates(subscript: string): boolean {
  const inside = /^\[(.*?)(\]|$)/s.exec(subscript)?.[1] ?? "";
  return /[$`]|[A-Za-z_]\w/.test(inside.replace(/\w-\w|\[:\w+:/g, "-"));
}

/** A text in which zsh runs something when it takes it for a number: `x[$(…)]`. */
export const runsAsNumber = (text: string): boolean => /\w\[[^\]]*(\$[({]|`)/.test(text);
