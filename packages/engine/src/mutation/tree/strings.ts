import type { SyntaxNode } from "./syntax.ts";
import { leaf, node, type Term } from "./term.ts";

/** The same number, however it is written. */
export function number(kind: string, text: string): string {
  return /(integer|number|float|int)/.test(kind) && /^[\d.]/.test(text)
    ? text.replace(/[_']/g, "").toLowerCase()
    : text;
}

/** A text in quotes: which quotes does not matter, what is between them does, blank by blank. `null` for anything else. */
export function quoted(at: SyntaxNode, text: string, field: string, build: (inner: SyntaxNode) => Term): Term | null {
  if (!/string|template_literal|char_literal|character/.test(at.kind) || at.kind === "concatenated_string") return null;
  const kids: Term[] = [];
  let end = at.start;
  const between = (until: number): void => {
    if (until > end) kids.push(leaf("gap", text.slice(end, until)));
  };
  for (const child of at.children) {
    between(child.start);
    const [term, last] = [plain(build(child)), kids.at(-1)];
    if (term.kind === "string_fragment" && last?.kind === "string_fragment")
      kids.splice(-1, 1, leaf(last.kind, last.text + term.text));
    else kids.push(term);
    end = child.end;
  }
  between(at.end);
  return node(at.kind, kids, field);
}

/** Formatters choose the quotes, and take away or add what protected the other ones. */
function plain(term: Term): Term {
  if (term.kids.length > 0) return term;
  if (term.kind === "'") return leaf('"', '"', term.field);
  if (term.kind === "string_start" || term.kind === "string_end")
    return leaf(term.kind, term.text.replace(/'/g, '"').toLowerCase(), term.field);
  if (term.kind === "escape_sequence" && /^\\['"]$/.test(term.text)) return leaf("string_fragment", term.text.slice(1));
  return term;
}
