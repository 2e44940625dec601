import type { Assignment, Word } from "unbash";
import { judgeExport, judgeSetting, whySetting } from "../environment/environment.ts";
import { looksRunnable, mayBeRun } from "../environment/handed.ts";
import { type Arg, numbered, unknownArg, type Values } from "./arg.ts";
import { visitWord, type WordVisitor } from "./expansions.ts";
import { runsAsNumber } from "./subscripts.ts";
import { toArg, toValue } from "./words.ts";

/** Visits what an assignment evaluates, and whether its name is harmless, also to programs it is handed on to. */
export function visitAssignment(
  assignment: Assignment,
  visitor: WordVisitor,
  values: Values,
  isExported: boolean,
): void {
  const { name, value, index } = assignment;
  const isWhole = value.type === "Word" && index === undefined && assignment.append !== true;
  const plain = isWhole ? toArg(value).literal : null;
  const held = isWhole ? numbered(toValue(value, values)).literal : null;
  const does = isExported ? judgeExport(name, held) : judgeSetting(name, plain);
  if (isExported ? mayBeRun(name, held) : looksRunnable(held)) visitor.handed(name);
  visitor.sets(name, held ?? plain);
  if (held !== null && held !== "") visitor.assigned(name, held);
  if (runsAsNumber(plain ?? "")) visitor.hazard("it may be evaluated where a number is expected");
  if (does === "unknown") visitor.hazard(whySetting(name));
  if (does === "runs") visitor.runs(name, held ?? plain);
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
export function assigned({ name, value }: Assignment, values: Values): Arg {
  const known = value.type === "Word" ? toValue(value, values) : unknownArg;
  // Where it is not known, some shells split it.
  const isOne = known.literal !== null && !/\s/.test(known.literal);
  const arg = isOne || value.type !== "Word" ? known : toArg(value);
  const text = arg.literal === null ? null : `${name}=${arg.literal}`;
  return { literal: text, head: text ?? `${name}=`, single: arg.single, expands: arg.expands };
}
