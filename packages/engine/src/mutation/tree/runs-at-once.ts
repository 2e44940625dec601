import { calls, containers, functions, literals } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { part, type Term } from "./term.ts";

/** The parts of a function or class that are evaluated where it is declared, not when it is used. `term` may stand around it. */
export function runsAtOnce(term: Term, inner: Term, { family }: Language): Term[] {
  if (family !== "python" && family !== "ecma") return [];
  const marks = [...(term === inner ? [] : term.kids), ...inner.kids].filter(({ kind }) => kind === "decorator");
  if (functions.has(inner.kind))
    return [...marks, ...computedKey(inner), ...(family === "python" ? signature(inner) : [])];
  return containers.has(inner.kind) ? [...marks, ...classLevel(inner, family === "python")] : marks;
}

/** `[key()]() {}` asks for its name at once. */
const computedKey = (method: Term): Term[] =>
  method.kids.filter(({ kind, field }) => kind === "computed_property_name" && field === "name");

/** Values of parameters that are not given, and types. */
function signature(definition: Term): Term[] {
  const parameters = part(definition, "parameters")?.kids ?? [];
  const parts = parameters.flatMap((kid) => kid.kids.filter(({ field }) => field === "value" || field === "type"));
  const result = part(definition, "return_type");
  return result === undefined ? parts : [...parts, result];
}

/** What a class does when it is made: in Python all of its body, in JavaScript what is static, and what it is made of. */
function classLevel(container: Term, isPython: boolean): Term[] {
  const body = part(container, "body")?.kids ?? [];
  const heritage = container.kids.filter(({ kind, field }) => /heritage/.test(kind) || field === "superclasses");
  if (isPython) return [...heritage, ...body.flatMap((kid) => [...callsIn(kid)])];
  return [
    ...heritage,
    ...body.flatMap(computedKey),
    ...body.filter(
      ({ kind, kids }) =>
        kind === "class_static_block" || (/field_definition$/.test(kind) && kids.some(({ text }) => text === "static")),
    ),
    ...body.flatMap((kid) => (kid.kind === "attributed" ? kid.kids.filter(({ kind }) => kind === "decorator") : [])),
  ];
}

function* callsIn(term: Term): Generator<Term> {
  if (functions.has(term.kind) || literals.has(term.kind)) return;
  if (calls.has(term.kind)) yield term;
  for (const kid of term.kids) yield* callsIn(kid);
}
