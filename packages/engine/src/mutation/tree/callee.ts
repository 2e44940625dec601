import { part, type Term } from "./term.ts";

/** A function as far as its calls know it. */
interface Called {
  readonly name: string;
  readonly receiver: number | null;
}

/** Whether something still means the function. The same name on another object is something else. */
export function isNamedIn(term: Term, parent: Term | null, { name, receiver }: Called): boolean {
  if (term.kids.length > 0) return term.kids.some((kid) => isNamedIn(kid, term, { name, receiver }));
  if (term.text !== name || !/identifier$/.test(term.kind)) return false;
  const isMember = parent !== null && /^(property|attribute|field|name)$/.test(term.field) && isOwner.test(parent.kind);
  return !isMember || isOwn(objectOf(parent, parent), receiver !== null);
}

const isOwner = /^(member_expression|attribute|field_expression|selector_expression|field_access|method_invocation)$/;

/** The name a function is called by, without what stands before it. */
export const lastName = (callee: Term): string =>
  callee.kids.length === 0 ? callee.text : (part(callee, "property", "attribute", "field", "name")?.text ?? "");

/** What a function is called on. */
export function objectOf(call: Term, callee: Term): Term | undefined {
  if (call.kind === "method_invocation") return part(call, "object");
  return callee.kids.length === 0 ? undefined : part(callee, "object", "operand", "value", "argument", "path", "scope");
}

/** Called on nothing, on the object itself, or on whatever the function gets under a name. */
export const isOwn = (object: Term | undefined, hasReceiver: boolean): boolean =>
  object === undefined || /^(this|self|Self)$/.test(object.text) || (hasReceiver && object.kids.length === 0);
