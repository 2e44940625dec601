import { boundIn } from "./binds.ts";
import { assignments } from "./kinds.ts";
import { part, some, type Term, walk } from "./term.ts";

/** Whether a function changes a parameter that is a copy: what the copy was made of stays as it is. */
export function changesCopy(list: Term, body: Term): boolean {
  const copies = new Set(
    list.kids.filter(isCopy).flatMap((kid) => [...boundIn(kid)].flatMap(({ bind }) => bind ?? [])),
  );
  return copies.size > 0 && some(body, (at) => isChange(at, copies));
}

/** In Go, C++ and Rust; elsewhere objects are never copied. */
function isCopy(parameter: Term): boolean {
  if (parameter.kind === "parameter") return parameter.kids.some(({ kind }) => kind === "mutable_specifier");
  if (parameter.kind !== "parameter_declaration") return false;
  const [type, declarator] = [part(parameter, "type"), part(parameter, "declarator")];
  if (declarator !== undefined)
    return declarator.kind === "identifier" && !parameter.kids.some((kid) => some(kid, ({ text }) => text === "const"));
  return /^(type_identifier|qualified_type|generic_type|array_type|struct_type)$/.test(type?.kind ?? "");
}

/** Methods of the library that change nothing. */
const looks =
  /^(size|length|empty|begin|end|cbegin|cend|find|count|contains|at|c_str|data|substr|front|back|has_value|value|str|get)$/;

function isChange(at: Term, copies: ReadonlySet<number>): boolean {
  if (assignments.has(at.kind)) {
    const target = part(at, "left", "argument") ?? at.kids[0];
    return target !== undefined && copies.has(rootOf(target) ?? -1);
  }
  if (/^(unary|pointer)_expression$/.test(at.kind) && at.kids.some(({ text }) => text === "&"))
    return [...walk(at)].some(({ bind }) => copies.has(bind ?? -1));
  const callee = at.kind === "call_expression" ? part(at, "function") : undefined;
  // In Go the receiver is looked at elsewhere: most methods there only read.
  return (
    callee?.kind === "field_expression" &&
    copies.has(part(callee, "argument", "value")?.bind ?? -1) &&
    !looks.test(part(callee, "field")?.text ?? "")
  );
}

/** The variable that a target is a part of. */
function rootOf(target: Term): number | undefined {
  let at: Term | undefined = target;
  while (at !== undefined && at.kids.length > 0) at = part(at, "operand", "argument", "object", "value") ?? at.kids[0];
  return at?.bind;
}
