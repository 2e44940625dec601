import { forEachChild, type SyntaxNode } from "unbash";
import { deepest } from "./shell-state.ts";
import { assignedIn, type Names, together } from "./variables.ts";

/** Variables that the functions of a script may set. */
export function namesSetByFunctions(node: SyntaxNode, depth = 0): Names {
  if (node.type === "Function") return assignedIn(node.body);
  if (depth > 8 * deepest) return "all";
  const all: Names[] = [];
  forEachChild(node, (child) => {
    all.push(namesSetByFunctions(child, depth + (node.type === "Script" ? 16 : 1)));
  });
  return together(all);
}
