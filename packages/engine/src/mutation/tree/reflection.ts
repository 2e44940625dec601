import type { Item } from "./items.ts";
import type { Language } from "./languages.ts";

/** What finds functions, variables and members by names that are put together only when it runs. */
const finding: Readonly<Record<string, RegExp>> = {
  python:
    /\b(?:getattr|setattr|hasattr|delattr)\s*\(\s*(?:[^(),]|\([^()]*\))+,(?!\s*["'][^"'{}]*["']\s*[,)])|\b(?:attrgetter|methodcaller)\s*\((?!\s*["'][^"']*["']\s*[,)])|\b(?:globals|vars|locals|dir|eval)\s*\(|(?<![.\w])exec\s*\(|\b__dict__\b|(?:__class__|type\s*\([^()]*\))\s*\.\s*__(?:qual)?name__/,
  java: /\bget(?:Declared)?(?:Field|Method)s\s*\(|\bgetDeclared(?:Field|Method)\s*\((?!\s*")|\bgetMethod\s*\((?!\s*")|\b[Rr]eflection(?:ToString|Equals|HashCode)|\b(?:toJson|writeValueAsString)\s*\(\s*this\b|getClass\(\)\s*\.\s*get\w*Name/,
  ecma: /\b(?:constructor|new\.target)\s*\.\s*name\b/,
  rust: /\btype_name(?:_of_val)?\b/,
  cpp: /\btypeid\s*\(/,
  // What prints a structure with the names of its fields, or a type by its name.
  go: /%[+#]v|%T\b|reflect\.TypeOf/,
};
/** The same for members, where these are all that can be found so. */
const findingMembers: Readonly<Record<string, RegExp>> = {
  ecma: /\bthis\b(?:\s+as\s+[\w<>, ]+\))?\s*\[(?!\s*(?:\d|(["'`])[^"'`$]*\1\s*\]))|\b(?:stringify|keys|entries|values|assign|getOwnPropertyNames)\s*\([^()]*\bthis\b|\.\.\.this\b/,
};

/** Whether code may find a name without saying it. */
export const findsNames = (items: readonly Item[], { family }: Language): boolean => finds(items, finding[family]);
export const findsMembers = (items: readonly Item[], { family }: Language): boolean =>
  finds(items, finding[family]) || finds(items, findingMembers[family]);

/** Whether code may find a function to call it: what only prints names calls nothing. */
export const findsFunctions = (items: readonly Item[], { family }: Language): boolean =>
  finds(
    items,
    family === "ecma" ? findingMembers[family] : /^(python|java)$/.test(family) ? finding[family] : undefined,
  );

const finds = (items: readonly Item[], pattern: RegExp | undefined): boolean =>
  pattern !== undefined && items.some(({ source }) => pattern.test(source));

/** Whether a name also stands in quotes, where something may be found by it. */
export function isQuoted(items: readonly Item[], name: string, { family }: Language): boolean {
  if (family === "go" || family === "rust" || family === "cpp") return false;
  const quoted = [`"${name}"`, `'${name}'`];
  return items.some(({ source }) => quoted.some((said) => source.includes(said)));
}
