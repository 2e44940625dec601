import type { Assignment, Word } from "unbash";
import { type Arg, toArg, unknownArg } from "./arg.ts";
import { isHarmlessName } from "./environment.ts";
import { visitWord, type WordVisitor } from "./expansions.ts";

/** Visits what an assignment evaluates, and whether its name is harmless. */
export function visitAssignment(assignment: Assignment, visitor: WordVisitor): void {
  const { name, value, index } = assignment;
  if (!isHarmlessName(name)) visitor.hazard(`setting ${name} changes what commands do`);
  if (index !== undefined && !/^\d+$/.test(index.text)) visitor.hazard("a subscript evaluates a variable");
  visitWord(index, visitor);
  if (value.type === "Word") visitWord(value, visitor);
  else for (const element of value.elements) visitElement(element, visitor);
}

/** `a=([x]=1)`: what stands in the brackets is evaluated. */
function visitElement(element: Word, visitor: WordVisitor): void {
  if (/^[^'"$]*\[/.test(element.text) && !/^\[\d+\]=/.test(element.text)) {
    visitor.hazard("a subscript evaluates a variable");
  }
  visitWord(element, visitor);
}

/** The word a declaration is given. */
export function assigned({ name, value }: Assignment): Arg {
  const arg = value.type === "Word" ? toArg(value) : unknownArg;
  const text = arg.literal === null ? null : `${name}=${arg.literal}`;
  return { literal: text, head: text ?? `${name}=`, single: arg.single, expands: arg.expands };
}
