import { isPure, readsOf } from "./effects.ts";
import { isMade, isOnlyRead } from "./identity.ts";
import { type Candidate, valueIn } from "./inline-variables.ts";
import { containers, literals, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { node, rewrite, some, type Term, walk } from "./term.ts";

/** The terms of a file without the private constants that only name a plain value. */
export function withoutConstants(
  terms: readonly Term[],
  isCandidate: Candidate,
  isConstant: (name: string) => boolean,
  language: Language,
): Term[] {
  let done = [...terms];
  for (const declaration of terms.flatMap((term) => [...constantsIn(term)])) {
    const found = valueIn(declaration);
    if (found === null || !isCandidate(found.name.text, found.value) || !isFixed(declaration, found.value, isConstant))
      continue;
    if (language.visibility === "capital" && /^[A-Z]/.test(found.name.text)) continue;
    const { text } = found.name;
    const rest = done.map((term) => without(term, declaration));
    const uses = rest.flatMap((root) => [...walk(root)].filter((at) => isUse(at, text)).map((use) => ({ root, use })));
    if (uses.length === 0) continue;
    // One thing for all calls instead of one for each.
    if (
      !isCopied(declaration) &&
      isMade(found.value) &&
      !uses.every(({ root, use }) => isOnlyRead(found.value, root, use))
    )
      continue;
    done = rest.map((term) =>
      rewrite(term, (inner) => (isUse(inner, text) ? { ...found.value, field: inner.field } : undefined)),
    );
  }
  return done;
}

/** What a compiler takes for a constant looks into nothing that changes; the rest must be made of constants. */
function isFixed(declaration: Term, value: Term, isConstant: (name: string) => boolean): boolean {
  if (!isPure(value)) return false;
  // A function looks at things when it is called, wherever it stands.
  if (/^const_(declaration|item)$/.test(declaration.kind) || literals.has(value.kind)) return true;
  const { names, looksInside } = readsOf(value);
  return !looksInside && (isMade(value) || [...names].every(isConstant));
}

/** Where a constant stands for its value, each use has its own. */
const isCopied = ({ kind }: Term): boolean => /^(const_declaration|const_item|declaration)$/.test(kind);

const isUse = ({ kind, text, bind }: Term, name: string): boolean =>
  text === name && bind === undefined && /^(type_)?identifier$/.test(kind);

/** Declarations of constants that nobody outside sees. */
function* constantsIn(term: Term): Generator<Term> {
  if (wrappers.has(term.kind)) return;
  const says = (word: string): boolean => term.kids.some((kid) => some(kid, ({ text }) => text === word));
  if (containers.has(term.kind) || /_body$|declaration_list$/.test(term.kind))
    for (const kid of term.kids) yield* constantsIn(kid);
  else if (term.kind === "field_declaration" && says("private") && says("static") && says("final")) yield term;
  else if (/^(const_declaration|const_item)$/.test(term.kind) && !says("pub")) yield term;
  else if (term.kind === "lexical_declaration" && says("const")) yield term;
  else if (term.kind === "declaration" && (says("const") || says("constexpr"))) yield term;
  else if (term.kind === "expression_statement" && term.kids[0]?.kind === "assignment") yield term;
}

const without = (term: Term, gone: Term): Term => {
  if (term === gone) return node("nothing", []);
  if (!some(term, (inner) => inner === gone)) return term;
  return { ...term, kids: term.kids.filter((kid) => kid !== gone).map((kid) => without(kid, gone)) };
};
