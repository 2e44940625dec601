import { deadNames } from "./dead-names.ts";
import { asDoc, isDoc } from "./docs.ts";
import { leaves } from "./kinds.ts";
import { node, some, type Term } from "./term.ts";

const isStatement = (kind: string): boolean =>
  /_statement$|_declaration$|^for_range_loop$/.test(kind) || kind === "declaration";

/** A single statement is a block of one. */
export function inBraces(parent: string): (kid: Term) => Term {
  return (kid) => {
    const isBody =
      /^(body|consequence|alternative)$/.test(kid.field) || (parent === "else_clause" && kid.kind !== "else");
    if (!isBody || kid.kind === "block" || !isStatement(kid.kind)) return kid;
    const goesOn = kid.kind === "if_statement" && (parent === "else_clause" || kid.field === "alternative");
    return goesOn ? kid : node("block", [{ ...kid, field: "" }], kid.field);
  };
}

/** A text on its own at the beginning of a block is documentation; `pass` beside something else says nothing. */
export function withDoc(kids: readonly Term[]): readonly Term[] {
  const [first, ...rest] = kids;
  const said = first !== undefined && isDoc(first) ? [asDoc(first), ...rest] : kids;
  return said.filter(({ kind }) => kind !== "pass_statement");
}

/** Nothing after a return is ever reached. Functions stay: they may be called from above; a `yield` makes a generator. */
export function withoutDead(kids: readonly Term[]): readonly Term[] {
  const end = kids.findIndex(
    (kid) => leaves.has(kid.kind) || (kid.kind === "expression_statement" && leaves.has(kid.kids[0]?.kind ?? "")),
  );
  if (end < 0 || kids.slice(end + 1).some((kid) => some(kid, ({ kind }) => /^yield/.test(kind)))) return kids;
  const isLive = (kid: Term, at: number): boolean =>
    at <= end || /function_declaration$/.test(kid.kind) || /label/.test(kid.kind);
  return [...kids.filter(isLive), ...deadNames(kids.filter((kid, at) => !isLive(kid, at)))];
}
