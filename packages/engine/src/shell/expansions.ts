import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  ParsedScript,
  TestExpression,
  Word,
  WordPart,
} from "unbash";
import { isHarmlessName } from "./environment.ts";

/** Hears what is inside of words: scripts that run, and expansions that may run something. */
export interface WordVisitor {
  script(script: ParsedScript): void;
  hazard(reason: string): void;
}

/** Visits everything the shell evaluates inside a word. */
export function visitWord(word: Word | undefined, visitor: WordVisitor): void {
  visitParts(word?.parts, visitor);
}

/** The same for the parts of a word or of a here-document. */
export function visitParts(parts: readonly WordPart[] | undefined, visitor: WordVisitor): void {
  for (const part of parts ?? []) visitPart(part, visitor);
}

function visitPart(part: WordPart, visitor: WordVisitor): void {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "SimpleExpansion":
      return;
    case "DoubleQuoted":
    case "LocaleString":
    case "Glob":
      visitParts(part.parts, visitor);
      return;
    case "ExtendedGlob":
      // To another shell these are qualifiers, which can run something.
      visitor.hazard("it uses an extended pattern");
      visitParts(part.parts, visitor);
      return;
    case "BraceExpansion":
      if (part.parts === undefined && /[$`]/.test(part.text)) visitor.hazard("a pattern holds an expansion");
      visitParts(part.parts, visitor);
      return;
    case "ParameterExpansion":
      visitParameter(part, visitor);
      return;
    case "ArithmeticExpansion":
      visitArithmetic(part.expression, visitor);
      return;
    case "CommandExpansion":
    case "ProcessSubstitution":
      if (part.script === undefined) visitor.hazard("a substitution cannot be read");
      else visitor.script(part.script);
      return;
    default:
      visitor.hazard("it uses syntax that is not known");
  }
}

/** Subscripts, offsets, `${!x}` and `${x@P}` evaluate what a variable holds. */
function visitParameter(part: ParameterExpansionPart, visitor: WordVisitor): void {
  const { index, operation, prefix, parameter } = part;
  if (prefix === "!") visitor.hazard("an indirect expansion evaluates a variable");
  if (index !== undefined && !/^(\d+|@|\*)$/.test(index.text)) visitor.hazard("a subscript evaluates a variable");
  switch (operation?.type) {
    case undefined:
    case "Names":
      return;
    case "Default":
      if (operation.operator.includes("=") && !isHarmlessName(parameter)) {
        visitor.hazard(`setting ${parameter} changes what commands do`);
      }
      visitWord(operation.operand, visitor);
      return;
    case "Remove":
    case "CaseModification":
      visitWord(operation.operand, visitor);
      return;
    case "Replace":
      visitWord(operation.pattern, visitor);
      visitWord(operation.replacement, visitor);
      return;
    case "Slice":
      if (!isNumber(operation.offset) || (operation.length !== undefined && !isNumber(operation.length))) {
        visitor.hazard("an offset evaluates a variable");
      }
      return;
    case "Transform":
      if (!/^[QULuEAaKk]$/.test(operation.operand.text)) visitor.hazard("a transformation evaluates a variable");
      return;
    case "Unknown":
      visitor.hazard("an expansion cannot be read");
      return;
    default:
      visitor.hazard("it uses an expansion that is not known");
  }
}

const isNumber = (word: Word): boolean => /^\s*-?\d+$/.test(word.text);
/** Numbers, and what can only be a number. */
const numeric = /^(\d+|0x[0-9a-fA-F]+|\$[#?$!]|\$\{#\w+\}|\$(RANDOM|LINENO|SECONDS))$/;

/** Arithmetic evaluates the text of variables, which may hold a substitution: only numbers are harmless. */
export function visitArithmetic(expression: ArithmeticExpression | undefined, visitor: WordVisitor): void {
  switch (expression?.type) {
    case "ArithmeticBinary":
      visitArithmetic(expression.left, visitor);
      visitArithmetic(expression.right, visitor);
      return;
    case "ArithmeticUnary":
      visitArithmetic(expression.operand, visitor);
      return;
    case "ArithmeticTernary":
      visitArithmetic(expression.test, visitor);
      visitArithmetic(expression.consequent, visitor);
      visitArithmetic(expression.alternate, visitor);
      return;
    case "ArithmeticGroup":
      visitArithmetic(expression.expression, visitor);
      return;
    case "ArithmeticWord":
      if (!numeric.test(expression.value.trim())) visitor.hazard("arithmetic evaluates a variable");
      visitParts(expression.parts, visitor);
      return;
    case "ArithmeticCommandExpansion":
      visitor.hazard("arithmetic evaluates the output of a command");
      if (expression.script !== undefined) visitor.script(expression.script);
      return;
    case undefined:
      visitor.hazard("arithmetic cannot be read");
      return;
    default:
      visitor.hazard("it uses arithmetic that is not known");
  }
}

/** `[[ … ]]`: numeric comparisons and `-v` evaluate their operands. */
export function visitTest(expression: TestExpression, visitor: WordVisitor): void {
  switch (expression.type) {
    case "TestUnary":
      if (/^-[vR]$/.test(expression.operator)) visitor.hazard("a test evaluates a variable");
      visitWord(expression.operand, visitor);
      return;
    case "TestBinary":
      if (/^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
        const evaluated = [expression.left, expression.right].some(({ text }) => !numeric.test(text.replace(/"/g, "")));
        if (evaluated) visitor.hazard("a numeric comparison evaluates a variable");
      }
      visitWord(expression.left, visitor);
      visitWord(expression.right, visitor);
      return;
    case "TestLogical":
      for (const operand of expression.operands) visitTest(operand, visitor);
      return;
    case "TestNot":
      visitTest(expression.operand, visitor);
      return;
    case "TestGroup":
      visitTest(expression.expression, visitor);
      return;
    default:
      visitor.hazard("it uses a test that is not known");
  }
}
