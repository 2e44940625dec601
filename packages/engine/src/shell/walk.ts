import type {
  AndOr,
  Command,
  CommandNode,
  CompoundList,
  ParsedScript,
  PipelineNode,
  Redirection,
  Statement,
} from "unbash";
import { type Arg, toArg } from "./arg.ts";
import { assigned, visitAssignment } from "./assignments.ts";
import { isHarmlessName } from "./environment.ts";
import { visitArithmetic, visitParts, visitTest, visitWord, type WordVisitor } from "./expansions.ts";
import { type Finding, fold, opaque } from "./finding.ts";
import { changesFolder, folderAfter, isMove } from "./folders.ts";
import { judgeRedirect } from "./redirects.ts";

/** What a walk over a script is given, and where it reports. */
export interface Walk {
  /** Judges one simple command with the words it gets, where it stands, and what it reads. */
  judge(words: readonly Arg[], dir: string | null, input: string | null): Finding;
  isKnownProgram(name: string): boolean;
  readonly findings: Finding[];
  /** Functions the script defines anywhere, and names it unsets anywhere, as far as it was walked. */
  readonly defined: Set<string>;
  readonly forgotten: Set<string>;
  /** Functions that may change the folder. */
  readonly movers: Set<string>;
}

/** The state of one shell process: a subshell gets a copy, and so does whatever may run or not. */
export interface Shell {
  dir: string | null;
  /** Functions that are surely there; their bodies were judged where they stand. */
  readonly functions: Set<string>;
}

const copyOf = ({ dir, functions }: Shell): Shell => ({ dir, functions: new Set(functions) });
/** The same where nobody knows the folder. */
const lostCopyOf = (shell: Shell): Shell => ({ ...copyOf(shell), dir: null });

/** Walks every command a script runs or may run. */
export function walkScript(script: ParsedScript, shell: Shell, walk: Walk): void {
  if (script.errors !== undefined && script.errors.length > 0) {
    walk.findings.push(opaque(`it is not valid shell: ${script.errors[0]?.message ?? ""}`));
  }
  walkStatements(script.commands, shell, walk);
}

function walkStatements(statements: readonly Statement[], shell: Shell, walk: Walk): void {
  for (const [index, { command, background }] of statements.entries()) {
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
  // With `||` a `cd` in the list may be skipped or have failed, so nobody knows where the rest runs.
  const isLost = list.operators.includes("||") && changesFolder(list, walk.movers);
  const [first, ...rest] = list.commands;
  if (first !== undefined) walkPipeline(first, isLost ? lostCopyOf(shell) : shell, walk);
  const later = copyOf(shell);
  for (const node of rest) walkPipeline(node, isLost ? lostCopyOf(later) : later, walk);
  shell.dir = isLost ? null : later.dir;
}

function walkBackground(command: Statement["command"], shell: Shell, walk: Walk): void {
  const mark = walk.findings.length;
  const nodes = command.type === "AndOr" ? command.commands : [command];
  const inner = command.type === "AndOr" && changesFolder(command, walk.movers) ? lostCopyOf(shell) : shell;
  for (const node of nodes) walkPipeline(node, copyOf(inner), walk);
  const found = fold(walk.findings.slice(mark)).class;
  if (found === "changes" || found === "runs") {
    walk.findings.push(opaque("it goes on in the background, where what it changes cannot be seen"));
  }
}

/** Some shells run the last part of a pipeline themselves; and a `cd` that is negated goes on only where it failed. */
function walkPipeline(node: PipelineNode, shell: Shell, walk: Walk): void {
  if (node.type !== "Pipeline") {
    walkCommand(node, shell, walk);
    return;
  }
  const isAlone = node.commands.length === 1;
  for (const command of node.commands) walkCommand(command, isAlone ? shell : copyOf(shell), walk);
  if ((!isAlone || node.prefixes.some(({ type }) => type === "Negation")) && changesFolder(node, walk.movers))
    shell.dir = null;
}

function walkCommand(node: CommandNode, shell: Shell, walk: Walk): void {
  switch (node.type) {
    case "Command":
      walkSimple(node, shell, walk);
      return;
    case "Redirected":
      walkRedirects(node.redirects, shell, walk);
      walkCommand(node.command, shell, walk);
      return;
    case "Subshell":
      walkList(node.body, copyOf(shell), walk);
      return;
    case "BraceGroup":
      walkList(node.body, shell, walk);
      return;
    case "Function":
      walkFunction(node, shell, walk);
      return;
    case "Coproc":
    case "Select":
      walk.findings.push(opaque(`${node.type.toLowerCase()} is not followed`));
      walkInside(node, shell, walk);
      return;
    case "If":
    case "While":
    case "For":
    case "Case":
    case "ArithmeticFor":
    case "ArithmeticCommand":
    case "TestCommand":
      walkInside(node, shell, walk);
      return;
    default:
      walk.findings.push(opaque("it uses syntax that is not known"));
  }
}

/** What has bodies that may run or not. */
type Branching = Exclude<CommandNode, { type: "Command" | "Redirected" | "Subshell" | "BraceGroup" | "Function" }>;

/** Branches and loops: each body may run or not, once or often, so a `cd` in one leaves the folder unknown. */
function walkInside(node: Branching, shell: Shell, walk: Walk): void {
  if (changesFolder(node, walk.movers)) shell.dir = null;
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
      walkBody(node.body);
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

function walkFunction(node: Extract<CommandNode, { type: "Function" }>, shell: Shell, walk: Walk): void {
  const name = node.name.value;
  if (walk.isKnownProgram(name)) walk.findings.push(opaque(`a function takes the place of ${name}`));
  // A name with a slash is looked up as a file, whatever functions there are.
  if (!/^[A-Za-z_][\w-]*$/.test(name)) walk.findings.push(opaque(`a function is called ${name}`));
  walk.defined.add(name);
  if (!walk.forgotten.has(name)) shell.functions.add(name);
  if (changesFolder(node.body, walk.movers)) walk.movers.add(name);
  const body = lostCopyOf(shell);
  if (node.body.type === "CompoundList") walkList(node.body, body, walk);
  else walkCommand(node.body, body, walk);
}

/** `unset` removes a function too: then the name means the program again. */
function walkUnset(words: readonly Arg[], walk: Walk): void {
  for (const { literal } of words) {
    if (literal === null) continue;
    walk.forgotten.add(literal);
    if (walk.defined.has(literal)) walk.findings.push(opaque(`the function ${literal} is removed`));
  }
}

function walkList(list: CompoundList | undefined, shell: Shell, walk: Walk): void {
  walkStatements(list?.commands ?? [], shell, walk);
}

function walkSimple(node: Command, shell: Shell, walk: Walk): void {
  const visitor = visitorOf(shell, walk);
  for (const item of node.prefix) if (item.type === "Assignment") visitAssignment(item, visitor);
  const words: Arg[] = [];
  for (const word of node.name === undefined ? [] : [node.name, ...node.args]) {
    if (word.type === "Assignment") visitAssignment(word, visitor);
    else visitWord(word, visitor);
    words.push(word.type === "Assignment" ? assigned(word) : toArg(word));
  }
  const dir = shell.dir;
  walkRedirects(node.redirects, shell, walk);
  const name = words[0]?.literal ?? null;
  if (name === "cd") shell.dir = folderAfter(words.slice(1), dir);
  else if (words.some((word) => isMove(word, walk.movers))) shell.dir = null;
  if (words.some((word) => word.literal === "unset")) walkUnset(words, walk);
  if (name !== null && shell.functions.has(name)) return;
  if (words.length > 0) walk.findings.push(walk.judge(words, dir, inputOf(node.redirects)));
}

function walkRedirects(redirects: readonly Redirection[], shell: Shell, walk: Walk): void {
  const visitor = visitorOf(shell, walk);
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") visitParts(redirect.body.parts, visitor);
    else visitWord(redirect.target, visitor);
    const finding = judgeRedirect(redirect, shell.dir);
    if (finding !== null) walk.findings.push(finding);
  }
}

/** The text of a here-document in which nothing is expanded. */
function inputOf(redirects: readonly Redirection[]): string | null {
  const last = redirects.filter(({ type }) => type !== "Redirect").at(-1);
  if (last?.type === "HereDoc") return last.delimiter?.quoted === true ? last.body.text : null;
  return last?.type === "HereString" && last.target !== undefined ? toArg(last.target).literal : null;
}

function visitorOf(shell: Shell, walk: Walk): WordVisitor {
  return {
    script: (script) => walkScript(script, copyOf(shell), walk),
    hazard: (reason) => walk.findings.push(opaque(reason)),
  };
}
