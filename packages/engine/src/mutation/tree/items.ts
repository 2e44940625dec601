import { holdsTest, readsDocs } from "./docs.ts";
import { comments, imports } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isSilent, normalOf } from "./normal.ts";
import type { SyntaxNode, SyntaxTree } from "./syntax.ts";
import { node, type Term } from "./term.ts";

/** A declaration or statement of a file, not inside another one. */
export interface Item {
  readonly path: string;
  readonly language: Language;
  /** As it stands there; `null` once it was rewritten. */
  readonly text: string | null;
  /** As it stood there at first. */
  readonly source: string;
  /** Made when first asked for: most items of a file never changed. */
  term(): Term;
}

/** An import as it stands there, and what stood before it that must stay before it. */
export interface ImportText {
  readonly path: string;
  readonly text: string;
  readonly kind: string;
  readonly after: number;
}

/** A file, taken apart. */
export interface Parts {
  readonly items: Item[];
  readonly imports: ImportText[];
}

export function partsOf(path: string, { root, text, language }: SyntaxTree): Parts {
  const items: Item[] = [];
  const found: ImportText[] = [];
  let attributes: SyntaxNode[] = [];
  let barriers = 0;
  for (const child of root.children) {
    if (isSilent(child, text, language) || child.kind === ";" || isDoc(child, text, items.length)) continue;
    const said = text.slice(child.start, child.end);
    if (imports.has(child.kind)) {
      found.push({ path, text: said, kind: child.kind, after: barriers });
      continue;
    }
    if (/^preproc_/.test(child.kind)) barriers++;
    attributes.push(child);
    // An attribute belongs to what follows it, and so does documentation that is run.
    if (child.kind !== "attribute_item" && !(language.family === "rust" && comments.has(child.kind))) {
      items.push(itemOf(path, language, text, attributes));
      attributes = [];
    }
  }
  if (attributes.length > 0) items.push(itemOf(path, language, text, attributes));
  return { items, imports: found };
}

/** A text at the beginning of a module is documentation. Children are only asked for where they matter: that costs. */
function isDoc(at: SyntaxNode, text: string, before: number): boolean {
  if (before > 0 || at.kind !== "expression_statement") return false;
  if (readsDocs(text) || holdsTest(text.slice(at.start, at.end))) return false;
  const [only] = at.children;
  return at.children.length === 1 && only?.kind === "string" && only.children[0]?.kind === "string_start";
}

function itemOf(path: string, language: Language, text: string, nodes: readonly SyntaxNode[]): Item {
  let made: Term | undefined;
  const [first, last] = [nodes[0], nodes.at(-1)];
  const said = text.slice(first?.start, last?.end);
  return {
    path,
    language,
    text: said,
    source: said,
    term: () => {
      const terms = made === undefined ? nodes.map((at) => normalOf(at, text, language)) : [];
      made ??= terms.length === 1 && terms[0] !== undefined ? terms[0] : node("attributed", terms);
      return made;
    },
  };
}

/** The item with another term. */
export function rewritten(item: Item, term: Term): Item {
  return term === item.term() ? item : { ...item, text: null, term: () => term };
}
