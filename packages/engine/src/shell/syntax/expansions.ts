import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  ParsedScript,
  TestExpression,
  Word,
  WordPart,
} from "unbash";
import { isHarmlessName } from "../environment/environment.ts";
import { evaluates, globsInZsh, isSubscripted, runsAsNumber } from "./subscripts.ts";
import { isAssignment, nameIn } from "./variables.ts";

/** Hears what is inside of words: scripts that run, and expansions that may run something. */
export interface WordVisitor {
  script(part: { readonly script: ParsedScript | undefined }): void;
  hazard(reason: string): void;
  /** A variable is handed on whose value some programs would run. */
  handed(name: string): void;
  /** A variable is set to a value that is known. */
  assigned(name: string, value: string): void;
  /** A variable has a program load code of the project. */
  runs(name: string, value: string | null): void;
  /** Whether a variable surely holds a number, so that arithmetic evaluates nothing else. */
  isNumber(name: string): boolean;
  /** Arithmetic gives a variable a number. */
  setNumber(name: string): void;
  /** An expansion gives a variable a value where it has none. */
  setSomehow(name: string): void;
  /** A variable is set to this value, and a program may be handed it. */
  sets(name: string, value?: string | null): void;
}

/** Visits everything the shell evaluates inside a word. */
export function visitWord(word: Word | undefined, visitor: WordVisitor): void {
  if (word?.parts === undefined) visitText(word?.text ?? "", visitor);
  else visitParts(word.parts, visitor);
}

function visitText(text: string, visitor: WordVisitor): void {
  if (globsInZsh(text)) visitor.hazard("a pattern in a variable may run something");
}

/** The same for the parts of a word or of a here-document. */
export function visitParts(parts: readonly WordPart[] | undefined, visitor: WordVisitor): void {
  // Most words have no parts, and every word of a command line comes through here.
  if (parts === undefined) return;
  for (const [index, part] of parts.entries()) {
    if (isSubscripted(part, parts[index + 1]) && evaluates(parts[index + 1]?.text ?? ""))
      visitor.hazard("a subscript evaluates a variable");
    visitPart(part, visitor);
  }
}

function visitPart(part: WordPart, visitor: WordVisitor): void {
  switch (part.type) {
    case "Literal":
      visitText(part.text, visitor);
      return;
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
      if (part.text.startsWith("${")) visitor.hazard("a substitution runs in the shell itself");
      visitor.script(part);
      return;
    default:
      visitor.hazard("it uses syntax that is not known");
  }
}

/** In double quotes a single quote covers what follows to some shells, and nothing to others. */
const quotesMore = /'[^']*[$`"}\\]/;
/** The same in a pattern, where a quoted sign is nothing rare: only what would run counts. */
const quotesCommand = /'[^']*(\$[({]|`)/;

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
      if (quotesMore.test(operation.operand.text)) visitor.hazard("shells differ in what a quote here covers");
      visitWord(operation.operand, visitor);
      if (!operation.operator.includes("=")) return;
      if (!isHarmlessName(parameter)) visitor.hazard(`setting ${parameter} changes what commands do`);
      visitor.sets(parameter);
      visitor.setSomehow(parameter);
      return;
    case "Remove":
    case "CaseModification":
      if (quotesCommand.test(operation.operand?.text ?? ""))
        visitor.hazard("shells differ in what a quote here covers");
      visitWord(operation.operand, visitor);
      return;
    case "Replace":
      if (quotesCommand.test(operation.pattern.text + (operation.replacement?.text ?? "")))
        visitor.hazard("shells differ in what a quote here covers");
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
      if (isAssignment(expression.operator)) {
        visitArithmetic(expression.right, visitor);
        visitAssigned(expression.left, expression.operator === "=", visitor);
        return;
      }
      visitArithmetic(expression.left, visitor);
      if (/^(&&|\|\|)$/.test(expression.operator)) visitUnsure(expression.right, visitor);
      else visitArithmetic(expression.right, visitor);
      return;
    case "ArithmeticUnary":
      if (/^(\+\+|--)$/.test(expression.operator)) visitAssigned(expression.operand, false, visitor);
      else visitArithmetic(expression.operand, visitor);
      return;
    case "ArithmeticTernary":
      visitArithmetic(expression.test, visitor);
      visitUnsure(expression.consequent, visitor);
      visitUnsure(expression.alternate, visitor);
      return;
    case "ArithmeticGroup":
      visitArithmetic(expression.expression, visitor);
      return;
    case "ArithmeticWord":
      if (!isNumeric(expression.value.trim(), visitor)) visitor.hazard("arithmetic evaluates a variable");
      visitParts(expression.parts, visitor);
      return;
    case "ArithmeticCommandExpansion":
      visitor.hazard("arithmetic evaluates the output of a command");
      visitor.script(expression);
      return;
    case undefined:
      visitor.hazard("arithmetic cannot be read");
      return;
    default:
      visitor.hazard("it uses arithmetic that is not known");
  }
}

/** What may be evaluated or not gives a variable no number to rely on. */
function visitUnsure(expression: ArithmeticExpression, visitor: WordVisitor): void {
  const setNumber = (): void => visitor.hazard("arithmetic sets a variable only sometimes");
  const unsure: WordVisitor = Object.create(visitor, { setNumber: { value: setNumber } });
  visitArithmetic(expression, unsure);
}

/** `x = 1` sets a variable whatever it held; `x += 1` and `x++` evaluate it first. */
function visitAssigned(left: ArithmeticExpression, isFresh: boolean, visitor: WordVisitor): void {
  const name = nameIn(left);
  if (!isHarmlessName(name) || (!isFresh && !visitor.isNumber(name))) visitor.hazard("arithmetic evaluates a variable");
  else {
    visitor.sets(name);
    visitor.setNumber(name);
  }
}

/** A number, or a variable that holds one. */
function isNumeric(text: string, visitor: WordVisitor): boolean {
  const name = /^(?:\$?([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\})$/.exec(text);
  return numeric.test(text) || (name !== null && visitor.isNumber(name[1] ?? name[2] ?? ""));
}

/** `[[ … ]]`: numeric comparisons and `-v` evaluate their operands. */
export function visitTest(expression: TestExpression, visitor: WordVisitor): void {
  switch (expression.type) {
    case "TestUnary":
      if (/^-[vR]$/.test(expression.operator) || runsAsNumber(expression.operand.value))
        visitor.hazard("a test evaluates a variable");
      visitWord(expression.operand, visitor);
      return;
    case "TestBinary":
      if (/^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
        const evaluated = [expression.left, expression.right].some(
          ({ text }) => !isNumeric(text.replace(/^"(.*)"$/, "$1"), visitor),
        );
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
