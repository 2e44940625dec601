import {
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundList,
  forEachChild,
  type ParsedScript,
  type PipelineNode,
  type Redirection,
  type Statement,
  type SyntaxNode,
} from "unbash";
import { type Arg, toArg, unknownArg } from "./arg.ts";
import { isHarmlessName } from "./environment.ts";
import { visitArithmetic, visitParts, visitTest, visitWord, type WordVisitor } from "./expansions.ts";
import { type Finding, fold, opaque, placed } from "./finding.ts";
import { judgeRedirect } from "./redirects.ts";

/** What a walk over a script is given, and where it reports. */
export interface Walk {
  /** Judges one simple command with the words it gets, where it stands, and what it reads. */
  judge(words: readonly Arg[], dir: string | null, input: string | null): Finding;
  isKnownProgram(name: string): boolean;
  readonly findings: Finding[];
  /** Functions the script defined so far; their bodies were judged where they stand. */
  readonly functions: Set<string>;
}

/** The state of one shell process: a subshell gets a copy. */
interface Shell {
  dir: string | null;
}

/** Walks every command a script runs or may run. */
export function walkScript(script: ParsedScript, dir: string | null, walk: Walk): void {
  if (script.errors !== undefined && script.errors.length > 0) {
    walk.findings.push(opaque(`it is not valid shell: ${script.errors[0]?.message ?? ""}`));
  }
  walkStatements(script.commands, { dir }, walk);
}

function walkStatements(statements: readonly Statement[], shell: Shell, walk: Walk): void {
  for (const { command, background } of statements) {
    const before = shell.dir;
    if (background === true) walkBackground(command, shell, walk);
    else if (command.type === "AndOr") {
      // With `||` a `cd` in the list may be skipped or have failed, so nobody knows where the rest runs.
      if (command.operators.includes("||") && changesFolder(command)) shell.dir = null;
      for (const node of command.commands) walkPipeline(node, shell, walk);
    } else walkPipeline(command, shell, walk);
    // The next statement runs whether or not a `cd` in this one worked.
    if (shell.dir !== before) shell.dir = statements.at(-1)?.command === command ? shell.dir : null;
  }
}

function walkBackground(command: Statement["command"], shell: Shell, walk: Walk): void {
  const mark = walk.findings.length;
  const nodes = command.type === "AndOr" ? command.commands : [command];
  for (const node of nodes) walkPipeline(node, { ...shell }, walk);
  const found = fold(walk.findings.slice(mark)).class;
  if (found === "changes" || found === "runs") {
    walk.findings.push(opaque("it goes on in the background, where what it changes cannot be seen"));
  }
}

function walkPipeline(node: PipelineNode, shell: Shell, walk: Walk): void {
  const commands = node.type === "Pipeline" ? node.commands : [node];
  for (const command of commands) walkCommand(command, commands.length === 1 ? shell : { ...shell }, walk);
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
      walkList(node.body, { ...shell }, walk);
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
  if (changesFolder(node)) shell.dir = null;
  const inner = { ...shell };
  const visitor = visitorOf(shell, walk);
  switch (node.type) {
    case "If":
      for (const list of [node.clause, node.then, node.else]) walkList(list, inner, walk);
      for (const elif of node.elif) for (const list of [elif.clause, elif.then]) walkList(list, inner, walk);
      return;
    case "While":
      for (const list of [node.clause, node.body]) walkList(list, inner, walk);
      return;
    case "For":
    case "Select":
      if (!isHarmlessName(node.name.value)) visitor.hazard(`setting ${node.name.value} changes what commands do`);
      for (const word of node.wordlist ?? []) visitWord(word, visitor);
      walkList(node.body, inner, walk);
      return;
    case "Case":
      visitWord(node.word, visitor);
      for (const item of node.items) {
        for (const pattern of item.pattern) visitWord(pattern, visitor);
        walkList(item.body, inner, walk);
      }
      return;
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) if (part) visitArithmetic(part, visitor);
      walkList(node.body, inner, walk);
      return;
    case "ArithmeticCommand":
      visitArithmetic(node.expression, visitor);
      return;
    case "TestCommand":
      visitTest(node.expression, visitor);
      return;
    case "Coproc":
      if (node.body.type === "CompoundList") walkList(node.body, inner, walk);
      else walkCommand(node.body, inner, walk);
      return;
  }
}

function walkFunction(node: Extract<CommandNode, { type: "Function" }>, shell: Shell, walk: Walk): void {
  const name = node.name.value;
  if (walk.isKnownProgram(name)) walk.findings.push(opaque(`a function takes the place of ${name}`));
  walk.functions.add(name);
  if (changesFolder(node.body)) shell.dir = null;
  if (node.body.type === "CompoundList") walkList(node.body, { dir: null }, walk);
  else walkCommand(node.body, { dir: null }, walk);
}

function walkList(list: CompoundList | undefined, shell: Shell, walk: Walk): void {
  walkStatements(list?.commands ?? [], shell, walk);
}

function walkSimple(node: Command, shell: Shell, walk: Walk): void {
  const visitor = visitorOf(shell, walk);
  for (const item of node.prefix) if (item.type === "Assignment") walkAssignment(item, visitor);
  const words: Arg[] = [];
  for (const word of node.name === undefined ? [] : [node.name, ...node.args]) {
    if (word.type === "Assignment") walkAssignment(word, visitor);
    else visitWord(word, visitor);
    words.push(word.type === "Assignment" ? assigned(word) : toArg(word));
  }
  const dir = shell.dir;
  walkRedirects(node.redirects, shell, walk);
  const name = words[0]?.literal ?? null;
  if (name === "cd") shell.dir = folderAfter(words.slice(1), dir);
  else if (words.some((word) => /^(cd|pushd|popd)$/.test(word.literal ?? ""))) shell.dir = null;
  if (name !== null && walk.functions.has(name)) return;
  if (words.length > 0) walk.findings.push(walk.judge(words, dir, inputOf(node.redirects)));
}

function walkAssignment(assignment: Assignment, visitor: WordVisitor): void {
  const { name, value, index } = assignment;
  if (!isHarmlessName(name)) visitor.hazard(`setting ${name} changes what commands do`);
  if (index !== undefined && !/^\d+$/.test(index.text)) visitor.hazard("a subscript evaluates a variable");
  visitWord(index, visitor);
  if (value.type === "Word") visitWord(value, visitor);
  else for (const element of value.elements) visitWord(element, visitor);
}

function assigned({ name, value }: Assignment): Arg {
  const arg = value.type === "Word" ? toArg(value) : unknownArg;
  const text = arg.literal === null ? null : `${name}=${arg.literal}`;
  return { literal: text, head: text ?? `${name}=`, single: true, expands: arg.expands };
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

function folderAfter(args: readonly Arg[], dir: string | null): string | null {
  const target = args.length === 1 ? args[0]?.literal : null;
  if (typeof target !== "string" || target === "" || target.startsWith("-") || target.split("/").includes("..")) {
    return null;
  }
  return placed(target, { dir });
}

function changesFolder(node: SyntaxNode): boolean {
  if (node.type === "Command" && /^(cd|pushd|popd)$/.test(node.name?.value ?? "")) return true;
  let found = false;
  forEachChild(node, (child) => {
    if (!found) found = changesFolder(child);
  });
  return found;
}

function visitorOf(shell: Shell, walk: Walk): WordVisitor {
  return {
    script: (script) => walkScript(script, shell.dir, walk),
    hazard: (reason) => walk.findings.push(opaque(reason)),
  };
}
