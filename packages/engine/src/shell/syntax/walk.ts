import {
  type AndOr,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type PipelineNode,
  type Statement,
  type SyntaxNode,
} from "unbash";
import { isHarmlessName } from "../environment/environment.ts";
import { fold, opaque } from "../finding.ts";
import type { Arg } from "./arg.ts";
import { visitArithmetic, visitTest, visitWord } from "./expansions.ts";
import { changesFolder } from "./folders.ts";
import { copyOf, deeper, deepest, lostCopyOf, noted, type Shell, valuesOf, type Walk } from "./shell-state.ts";
import { walkSimple } from "./simple-command.ts";
import { walkRedirects } from "./streams.ts";
import { assignedIn, forget, isFollowed, isKept, type Names, together } from "./variables.ts";
import { visitorOf } from "./visiting.ts";
import { toArgs } from "./words.ts";

/** Walks every command a script runs or may run. */
export function walkScript(script: ParsedScript, shell: Shell, walk: Walk): void {
  if (script.errors !== undefined && script.errors.length > 0) {
    walk.findings.push(opaque(`it is not valid shell: ${script.errors[0]?.message ?? ""}`));
  }
  walkStatements(script.commands, shell, walk);
}

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

function walkStatements(statements: readonly Statement[], shell: Shell, walk: Walk): void {
  for (const [index, { command, background }] of statements.entries()) {
    if (walk.budget.left <= 0) return;
    const before = shell.dir;
    if (background === true) walkBackground(command, shell, walk);
    else if (command.type === "AndOr") walkAndOr(command, shell, walk);
    else walkPipeline(command, shell, walk);
    // The next statement runs whether or not a `cd` in this one ran and worked.
    const isLast = index === statements.length - 1;
    if (!isLast && (shell.dir !== before || (background !== true && changesFolder(command, walk.movers))))
      shell.dir = null;
  }
}

/** All but the first may be skipped, so what they define may not be there later. */
function walkAndOr(list: AndOr, shell: Shell, walk: Walk): void {
  // With `||` a part may be skipped or have failed, so nobody knows where the rest runs or what its variables hold.
  const isBranched = list.operators.includes("||");
  const isLost = isBranched && changesFolder(list, walk.movers);
  const names = shell.variables.size > 0 || isBranched ? assignedIn(list) : new Map();
  const at = (from: Shell): Shell => {
    const copy = isLost ? lostCopyOf(from) : copyOf(from);
    forget(names, copy.variables);
    return copy;
  };
  const [first, ...rest] = list.commands;
  if (first !== undefined) walkPipeline(first, isLost ? lostCopyOf(shell) : shell, walk);
  const later = copyOf(shell);
  for (const node of rest) walkPipeline(node, isBranched ? at(later) : later, walk);
  shell.dir = isLost ? null : later.dir;
  forget(together(rest.map(assignedIn)), shell.variables);
}

function walkBackground(command: Statement["command"], shell: Shell, walk: Walk): void {
  const mark = walk.findings.length;
  noted("background", walk, () => {
    const inner = copyOf(shell);
    if (command.type === "AndOr") walkAndOr(command, inner, walk);
    else walkPipeline(command, inner, walk);
    if (fold(walk.findings.slice(mark)).class !== "safe") walk.findings.push({ class: "safe", goesOn: true });
  });
}

/** A longer pipeline is nobody's. */
const mostStages = 200;

/** Some shells run the last part of a pipeline themselves; and a `cd` that is negated goes on only where it failed. */
function walkPipeline(node: PipelineNode, shell: Shell, walk: Walk): void {
  if (node.type !== "Pipeline") {
    walkCommand(node, shell, walk);
    return;
  }
  if (node.commands.length === 1) {
    for (const command of node.commands) walkCommand(command, shell, walk);
    const isNegated = node.prefixes.some(({ type }) => type === "Negation");
    if (isNegated && changesFolder(node, walk.movers)) shell.dir = null;
    return;
  }
  noted("pipeline", walk, () => {
    if (node.commands.length > mostStages) walk.findings.push(opaque("its pipeline is too long to be looked at"));
    for (const [index, command] of node.commands.slice(0, mostStages).entries())
      walkCommand(command, { ...copyOf(shell), piped: index > 0 }, walk);
  });
  if (changesFolder(node, walk.movers)) shell.dir = null;
  forget(assignedIn(node), shell.variables);
}

function walkCommand(node: CommandNode, shell: Shell, walk: Walk): void {
  if (node.type === "Command") walkSimple(node, shell, walk);
  else deeper(walk, () => walkCompound(node, shell, walk));
}

function walkCompound(node: Exclude<CommandNode, Command>, shell: Shell, walk: Walk): void {
  switch (node.type) {
    case "Redirected":
      walkRedirects(node.redirects, shell, walk);
      walkCommand(node.command, shell, walk);
      return;
    case "Subshell":
      noted("subshell", walk, () => walkList(node.body, copyOf(shell), walk));
      return;
    case "BraceGroup":
      walkList(node.body, shell, walk);
      return;
    case "Function":
      noted("function", walk, () => walkFunction(node, shell, walk));
      return;
    case "Coproc":
    case "Select":
      walk.findings.push(opaque(`${node.type.toLowerCase()} is not followed`));
      noted("branch", walk, () => walkInside(node, shell, walk));
      return;
    case "If":
    case "While":
    case "For":
    case "Case":
    case "ArithmeticFor":
    case "ArithmeticCommand":
    case "TestCommand":
      noted("branch", walk, () => walkInside(node, shell, walk));
      return;
    default:
      walk.findings.push(opaque("it uses syntax that is not known"));
  }
}

/** What has bodies that may run or not. */
type Branching = Exclude<CommandNode, { type: "Command" | "Redirected" | "Subshell" | "BraceGroup" | "Function" }>;

/** Branches and loops: each body may run or not, once or often, so what one changes is not known, before or after. */
function walkInside(node: Branching, shell: Shell, walk: Walk): void {
  if (changesFolder(node, walk.movers)) shell.dir = null;
  forget(assignedIn(node), shell.variables);
  const visitor = visitorOf(shell, walk);
  const walkBody = (list: CompoundList | undefined): void => walkList(list, copyOf(shell), walk);
  switch (node.type) {
    case "If":
      for (const list of [node.clause, node.then, node.else]) walkBody(list);
      for (const elif of node.elif) for (const list of [elif.clause, elif.then]) walkBody(list);
      return;
    case "While":
      for (const list of [node.clause, node.body]) walkBody(list);
      return;
    case "For":
    case "Select":
      if (!isHarmlessName(node.name.value)) visitor.hazard(`setting ${node.name.value} changes what commands do`);
      for (const word of node.wordlist ?? []) visitWord(word, visitor);
      for (const value of node.type === "For" ? turnsOf(node, shell, walk) : [null]) {
        const inner = copyOf(shell);
        if (value !== null) inner.variables.set(node.name.value, value);
        walkList(node.body, inner, walk);
      }
      return;
    case "Case":
      visitWord(node.word, visitor);
      for (const item of node.items) {
        for (const pattern of item.pattern) visitWord(pattern, visitor);
        walkBody(item.body);
      }
      return;
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) if (part) visitArithmetic(part, visitor);
      walkBody(node.body);
      return;
    case "ArithmeticCommand":
      visitArithmetic(node.expression, visitor);
      return;
    case "TestCommand":
      visitTest(node.expression, visitor);
      return;
    case "Coproc":
      if (node.body.type === "CompoundList") walkBody(node.body);
      else walkCommand(node.body, copyOf(shell), walk);
      return;
  }
}

/** More turns of a loop are not looked at one by one. */
const mostTurns = 32;

/** What the variable of a loop is in each turn; one turn with `null` where that is not known. */
function turnsOf(node: Extract<CommandNode, { type: "For" }>, shell: Shell, walk: Walk): readonly (Arg | null)[] {
  const values = valuesOf(shell, walk);
  const turns = node.wordlist?.flatMap((word) => toArgs(word, values)) ?? [];
  const isKnown = turns.every(({ literal, within }) => (literal === null ? within !== undefined : isFollowed(literal)));
  if (turns.length === 0 || !isKnown || turns.length > mostTurns || !isKept(node.name.value)) return [null];
  // A pattern that matches nothing stays as it is, and one turn may be any of its matches.
  return turns;
}

function walkFunction(node: Extract<CommandNode, { type: "Function" }>, shell: Shell, walk: Walk): void {
  const name = node.name.value;
  walk.tree?.name(name, []);
  if (walk.isKnownProgram(name)) walk.findings.push(opaque(`a function takes the place of ${name}`));
  // A name with a slash is looked up as a file, whatever functions there are.
  if (!/^[A-Za-z_][\w-]*$/.test(name)) walk.findings.push(opaque(`a function is called ${name}`));
  walk.defined.add(name);
  if (!walk.forgotten.has(name)) shell.functions.add(name);
  if (changesFolder(node.body, walk.movers)) walk.movers.add(name);
  const body: Shell = { ...lostCopyOf(shell), variables: new Map() };
  if (node.body.type === "CompoundList") walkList(node.body, body, walk);
  else walkCommand(node.body, body, walk);
}

function walkList(list: CompoundList | undefined, shell: Shell, walk: Walk): void {
  walkStatements(list?.commands ?? [], shell, walk);
}
