import type { AndOr, Command, CommandNode, CompoundList, ParsedScript, PipelineNode, Statement } from "unbash";
import { fold, opaque } from "../finding.ts";
import { walkBranches } from "./branches.ts";
import { changesFolder } from "./folders.ts";
import { copyOf, deeper, lostCopyOf, noted, type Shell, type Walk } from "./shell-state.ts";
import { walkSimple } from "./simple-command.ts";
import { walkRedirects } from "./streams.ts";
import { assignedIn, forget, forgetSet, none } from "./variables.ts";

/** Walks every command a script runs or may run. */
export function walkScript(script: ParsedScript, shell: Shell, walk: Walk): void {
  if (script.errors !== undefined && script.errors.length > 0) {
    walk.findings.push(opaque(`it is not valid shell: ${script.errors[0]?.message ?? ""}`));
  }
  walkStatements(script.commands, shell, walk);
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
  const names = isBranched ? assignedIn(list) : none;
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
  forgetSet(rest, shell.variables);
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
    const last = node.commands.length - 1;
    for (const [index, command] of node.commands.slice(0, mostStages).entries())
      walkCommand(command, { ...copyOf(shell, index > 0), feeds: index < last }, walk);
  });
  if (changesFolder(node, walk.movers)) shell.dir = null;
  forgetSet([node], shell.variables);
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
      noted("branch", walk, () => walkBranches(node, shell, walk, walkers));
      return;
    case "If":
    case "While":
    case "For":
    case "Case":
    case "ArithmeticFor":
    case "ArithmeticCommand":
    case "TestCommand":
      noted("branch", walk, () => walkBranches(node, shell, walk, walkers));
      return;
    default:
      walk.findings.push(opaque("it uses syntax that is not known"));
  }
}

function walkFunction(node: Extract<CommandNode, { type: "Function" }>, shell: Shell, walk: Walk): void {
  const name = node.name.value;
  walk.tree?.name(name, []);
  if (walk.isKnownProgram(name)) walk.findings.push(opaque(`a function takes the place of ${name}`));
  // A name with a slash is looked up as a file, whatever functions there are.
  if (!/^[A-Za-z_][\w-]*$/.test(name)) walk.findings.push(opaque(`a function is called ${name}`));
  walk.defined.add(name);
  if (!walk.forgotten.has(name)) shell.functions = new Set([...shell.functions, name]);
  if (changesFolder(node.body, walk.movers)) walk.movers.add(name);
  const body: Shell = { ...lostCopyOf(shell), variables: new Map() };
  if (node.body.type === "CompoundList") walkList(node.body, body, walk);
  else walkCommand(node.body, body, walk);
}

function walkList(list: CompoundList | undefined, shell: Shell, walk: Walk): void {
  walkStatements(list?.commands ?? [], shell, walk);
}

const walkers = { list: walkList, command: walkCommand };
