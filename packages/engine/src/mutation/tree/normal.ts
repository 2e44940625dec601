import { isDirective } from "../directives.ts";
import { isReadDoc } from "../read-docs.ts";
import { readsDocs, withoutDocs } from "./docs.ts";
import { blocks, comments, leaves, sets } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { shaped } from "./spelling.ts";
import { number, quoted } from "./strings.ts";
import type { SyntaxNode } from "./syntax.ts";
import { leaf, node, type Term } from "./term.ts";

/** The terms of a text: the same for everything a formatter may do to it, and whatever its comments say. */
export function normalOf(root: SyntaxNode, text: string, language: Language): Term {
  const term = build(root, text, language, root.field);
  return language.family === "python" ? withoutDocs(term, readsDocs(text)) : term;
}

/** Whether a node says nothing: a comment that nobody but people reads. */
export function isSilent({ kind, start, end }: SyntaxNode, text: string, { family }: Language): boolean {
  if (!comments.has(kind) || isDirective(text, start, end)) return false;
  return family !== "rust" || !isReadDoc(text, start, end);
}

function build(at: SyntaxNode, text: string, language: Language, field: string): Term {
  const said = text.slice(at.start, at.end);
  if (at.children.length === 0) return leaf(at.kind, number(at.kind, said.replace(/\r\n?/g, "\n")), field);
  const string = quoted(at, text, field, (inner) => build(inner, text, language, inner.field));
  if (string !== null) return string;
  const kids: Term[] = [];
  if (isCutOff(at, language)) kids.push(leaf("end", "end"));
  for (const [place, child] of at.children.entries()) {
    if (isSilent(child, text, language) || isOptional(at, child, at.children[place + 1], language)) continue;
    const term = build(child, text, language, child.field);
    // A list inside a list, which only says that several things follow.
    if (child.kind === "statement_list") kids.push(...term.kids);
    else kids.push(term);
  }
  return shaped(at.kind, field, marksApart.test(at.kind) && kids.some(isMark) ? withMarks(kids) : kids);
}

/** Where marks stand before what they mean instead of in it. */
const marksApart = /^(class_body|declaration_list|field_declaration_list|enum_variant_list|block)$/;
const isMark = ({ kind }: Term): boolean => kind === "attribute_item" || kind === "decorator" || comments.has(kind);

/** Each with the marks before it, so that it takes them along. */
function withMarks(kids: readonly Term[]): Term[] {
  const found: Term[] = [];
  let open: Term[] = [];
  for (const kid of kids) {
    if (isMark(kid)) open.push(kid);
    else {
      found.push(open.length === 0 ? kid : node("attributed", [...open, kid]));
      open = [];
    }
  }
  return [...found, ...open];
}

/** `return` at the end of a line returns nothing, whatever the next line says. */
function isCutOff({ kind, children }: SyntaxNode, { family }: Language): boolean {
  const [word, value] = children;
  return (
    kind === "return_statement" &&
    family === "ecma" &&
    word !== undefined &&
    value !== undefined &&
    value.line > word.line
  );
}

/** Signs that formatters put in and take out. */
function isOptional(
  parent: SyntaxNode,
  { kind, named }: SyntaxNode,
  next: SyntaxNode | undefined,
  { blockValues }: Language,
): boolean {
  if (named) return kind === "empty_statement" && blocks.has(parent.kind);
  // Where a block has a value, the semicolon takes it away.
  if (kind === ";")
    return !blockValues || parent.kind !== "expression_statement" || leaves.has(parent.children[0]?.kind ?? "");
  if (kind === ",")
    return !isOnlyComma(parent) && (next === undefined || /^[)\]}>|]$/.test(next.kind) || sets.has(parent.kind));
  return (kind === "{" || kind === "}") && blocks.has(parent.kind);
}

/** The comma after a single element makes a list of it. */
const isOnlyComma = ({ kind, children }: SyntaxNode): boolean =>
  /^(tuple|expression_list|pattern_list|tuple_pattern|tuple_expression|array)$/.test(kind) &&
  children.filter((child) => child.named).length === 1;
