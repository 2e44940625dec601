import { forEachChild, type ParsedScript, parse, type SyntaxNode, type TestExpression } from "unbash";

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

/** Signs of what bash and zsh read, and a plain `sh` reads as more commands. */
const signs = /\[\[|\(\(|\$'|&>|\w\+=/;

/** Whether a plain `sh` would run or write what bash and zsh take for a test, for a number or for text. */
export const runsMoreInSh = (text: string, script: ParsedScript): boolean => signs.test(text) && runsMore(script);

function runsMore(node: SyntaxNode): boolean {
  if (isMore(node)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= runsMore(child);
  });
  return found;
}

function isMore(node: SyntaxNode): boolean {
  if (node.type === "ArithmeticCommand") return true;
  // The variable keeps what it held: `x=sh; x+=uf; $x a`.
  if (node.type === "Assignment") return node.append === true;
  if (node.type === "TestCommand") return !isPlainTest(node.expression);
  // Its quote ends where bash reads on.
  if (node.type === "AnsiCQuoted") return node.text.includes("\\'");
  if (node.type !== "Command") return false;
  // `a &> b c` starts `a`, and then runs `c`.
  const at = node.redirects.find(({ operator }) => operator.startsWith("&"))?.pos;
  return at !== undefined && node.args.some(({ pos }) => pos > at);
}

/** `[[ -f a && -n $b ]]`: a plain `sh` looks for programs called `[[` and `-n`. */
function isPlainTest(test: TestExpression, isFirst = true): boolean {
  switch (test.type) {
    case "TestUnary":
      return isFirst || test.operand.pos > test.pos;
    case "TestBinary":
      return isFirst && !/^[<>]$/.test(test.operator);
    case "TestNot":
      return isPlainTest(test.operand, isFirst);
    case "TestLogical":
      return test.operands.every((operand, index) => isPlainTest(operand, isFirst && index === 0));
    case "TestGroup":
      return false;
  }
}

function isOther(node: SyntaxNode): boolean {
  if (node.type === "Assignment") return node.append === true || node.index !== undefined;
  // `a &> b c` starts `a`, and then runs `c`.
  if (node.type === "Redirect") return node.operator.startsWith("&");
  if (node.type === "Command") return missing.test(node.name?.value ?? "");
  return others.has(node.type);
}
