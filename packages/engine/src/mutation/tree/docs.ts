import { isMarked } from "./marks.ts";
import { node, some, type Term } from "./term.ts";

/** Whether a text on its own is documentation: it is written where nothing else could use it. */
export function isDoc(statement: Term | undefined): boolean {
  const [only, another] = statement?.kind === "expression_statement" ? statement.kids : [];
  return only?.kind === "string" && another === undefined && only.kids[0]?.kind === "string_start";
}

/** Whether code asks for documentation, so that other words are another behaviour. */
export const readsDocs = (text: string): boolean => text.includes("__doc__") || text.includes("getdoc(");

/** Examples in it are run as tests. */
export const holdsTest = (doc: string): boolean => />>>/.test(doc);

/** The documentation of a block, as something that is still to be looked at. */
export const asDoc = (statement: Term): Term => node("doc", statement.kids);

/** The term without documentation that only people read. A framework shows what stands in a function it was given. */
export function withoutDocs(term: Term, keepsAll: boolean): Term {
  const keeps = keepsAll || (term.kind === "decorated_definition" && isMarked(term));
  const kids = term.kids
    .filter((kid) => kid.kind !== "doc" || keeps || some(kid, ({ text }) => holdsTest(text)))
    .map((kid) => withoutDocs(kid, keeps));
  const isSame = kids.length === term.kids.length && kids.every((kid, at) => kid === term.kids[at]);
  return isSame ? term : { ...term, kids };
}
