import { calls, functions, literals, reads } from "./kinds.ts";
import { part, some, type Term } from "./term.ts";

/** Things that are made anew each time: two of them are never the same one, and what is put into one is not in the other. */
const made =
  /^(object|array|list|dictionary|set|list_comprehension|set_comprehension|dictionary_comprehension|generator_expression|composite_literal|array_initializer|array_creation_expression|struct_expression|array_expression|class|regex|new_expression|object_creation_expression|jsx_element|jsx_fragment)$/;
const madeFunction = /^(arrow_function|function_expression|generator_function|lambda)$/;

const isMaker = ({ kind }: Term): boolean => made.test(kind) || madeFunction.test(kind);

/** Whether what it gives is a new thing, or holds one. What is only looked into stays nowhere. */
export function isMade(value: Term): boolean {
  if (isMaker(value)) return true;
  return !reads.has(value.kind) && value.kind !== "comparison_operator" && value.kids.some(isMade);
}

/** Whether a use of a thing cannot tell it from another that was made in the same way. */
export function isOnlyRead(value: Term, root: Term, use: Term): boolean {
  const [parent, grand, great] = around(root, use);
  if (parent === undefined) return false;
  if (value.kind === "regex") return isStateless(value) && isAsked(use, parent, grand);
  if (madeFunction.test(value.kind)) return parent.kind === "arguments" && passesOn.test(calledOn(grand));
  if (value.kids.some((kid) => some(kid, isMaker))) return false;
  if (/^(member_expression|attribute)$/.test(parent.kind))
    return part(parent, "object") === use && readers.test(part(parent, "property", "attribute")?.text ?? "");
  if (/^(subscript_expression|subscript|index_expression)$/.test(parent.kind))
    return (
      part(parent, "object", "value", "operand") === use &&
      !/assignment|update|delete|augmented/.test(grand?.kind ?? "")
    );
  if (parent.kind === "comparison_operator") return parent.kids.some(({ text }) => /^(not )?in$/.test(text));
  if (/^(for_in_statement|for_statement|for_in_clause|enhanced_for_statement)$/.test(parent.kind))
    return part(parent, "right", "value") === use;
  if (/^(binary_expression)$/.test(parent.kind)) return parent.kids.some(({ text }) => text === "in");
  return /^(spread_element|list_splat)$/.test(parent.kind) && great !== undefined;
}

/** Those that leave a list or a mapping as it is, and give nothing of it away but what is in it. */
const readers =
  /^(length|includes|indexOf|lastIndexOf|join|some|every|find|findIndex|map|filter|forEach|reduce|flatMap|slice|concat|at|has|get|keys|values|items|index|count)$/;
/** Those that call what they are given and forget it. */
const passesOn =
  /^(map|filter|forEach|some|every|find|findIndex|findLast|flatMap|reduce|reduceRight|sort|toSorted|then|catch|finally|replace|replaceAll)$/;
const asksText = /^(match|matchAll|replace|replaceAll|search|split)$/;

/** With `g` or `y` it remembers where it was. */
const isStateless = (regex: Term): boolean => !/[gy]/.test(part(regex, "flags")?.text ?? "");

const isAsked = (use: Term, parent: Term, grand: Term | undefined): boolean =>
  parent.kind === "member_expression"
    ? part(parent, "object") === use && /^(test|exec)$/.test(part(parent, "property")?.text ?? "")
    : parent.kind === "arguments" && asksText.test(calledOn(grand));

/** The name of the method that a call calls. */
const calledOn = (call: Term | undefined): string =>
  call !== undefined && calls.has(call.kind) ? (part(part(call, "function"), "property", "attribute")?.text ?? "") : "";

/** Whether a part of a statement is evaluated again and again, or whenever a function is called. */
export function isRepeated(root: Term, use: Term): boolean {
  const way = [use, ...around(root, use)];
  return way.some((at, depth) => {
    if (depth === 0) return false;
    if (functions.has(at.kind) || literals.has(at.kind)) return true;
    const below = way[depth - 1];
    if (/comprehension|generator_expression/.test(at.kind)) return true;
    return (
      /^(for|while|do|loop|enhanced_for)_|^for_range_loop$/.test(at.kind) && !/^(right|value)$/.test(below?.field ?? "")
    );
  });
}

/** What stands around a part, from the inside out. */
function around(root: Term, use: Term): Term[] {
  if (root === use) return [];
  for (const kid of root.kids) {
    if (kid === use) return [root];
    const inner = around(kid, use);
    if (inner.length > 0) return [...inner, root];
  }
  return [];
}
