import { forEachChild, parse, type SyntaxNode } from "unbash";

/** What bash reads in one way, and a plain `sh` in another: there it may be a command, a redirection or nothing. */
const others: ReadonlySet<string> = new Set([
  "TestCommand",
  "ArithmeticCommand",
  "ArithmeticFor",
  "AnsiCQuoted",
  "BraceExpansion",
  "ArrayValue",
]);
/** Builtins that a plain `sh` lacks, so that the variables keep what they held. */
const missing = /^(declare|typeset|let|readarray|mapfile|source)$/;

/** Whether a text may mean something else to a shell that is neither bash nor zsh. */
export function differsInSh(text: string): boolean {
  return text !== "" && differs(parse(text));
}

function differs(node: SyntaxNode): boolean {
  if (isOther(node)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= differs(child);
  });
  return found;
}

function isOther(node: SyntaxNode): boolean {
  if (node.type === "Assignment") return node.append === true || node.index !== undefined;
  // `a &> b c` starts `a`, and then runs `c`.
  if (node.type === "Redirect") return node.operator.startsWith("&");
  if (node.type === "Command") return missing.test(node.name?.value ?? "");
  return others.has(node.type);
}
