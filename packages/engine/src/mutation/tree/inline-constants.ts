import { isPure, readsOf } from "./effects.ts";
import { type Candidate, valueIn } from "./inline-variables.ts";
import { containers, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { node, rewrite, some, type Term } from "./term.ts";

/** The terms of a file without the private constants that only name a plain value. */
export function withoutConstants(terms: readonly Term[], isCandidate: Candidate, language: Language): Term[] {
  let done = [...terms];
  for (const declaration of terms.flatMap((term) => [...constantsIn(term)])) {
    const found = valueIn(declaration);
    if (found === null || !isCandidate(found.name.text, found.value) || !isFixed(declaration, found.value)) continue;
    if (language.visibility === "capital" && /^[A-Z]/.test(found.name.text)) continue;
    const { text } = found.name;
    const rest = done.map((term) => without(term, declaration));
    if (!rest.some((term) => some(term, (inner) => isUse(inner, text)))) continue;
    done = rest.map((term) =>
      rewrite(term, (inner) => (isUse(inner, text) ? { ...found.value, field: inner.field } : undefined)),
    );
  }
  return done;
}

/** What a compiler takes for a constant looks into nothing that changes. */
const isFixed = ({ kind }: Term, value: Term): boolean =>
  isPure(value) && (/^const_(declaration|item)$/.test(kind) || !readsOf(value).looksInside);

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
