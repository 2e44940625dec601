import { type Command, forEachChild, type SyntaxNode } from "unbash";
import { opaque } from "../finding.ts";
import { type Arg, literals, type Values } from "./arg.ts";
import { assigned, visitAssignment } from "./assignments.ts";
import { visitWord, type WordVisitor } from "./expansions.ts";
import { changesFolder, folderAfter, isMove } from "./folders.ts";
import { foundProgram } from "./printed.ts";
import { noted, type Place, type Shell, valuesOf, type Walk } from "./shell-state.ts";
import { fileOf, inputOf, takesOutput, walkRedirects } from "./streams.ts";
import { asProgram, assign, assignedIn, changesShell, declare, forget } from "./variables.ts";
import { visitorOf } from "./visiting.ts";
import { textOf, toArg, toArgs } from "./words.ts";

/** Walks one simple command: what its words evaluate, what it writes to, what it sets, and what it does. */
export function walkSimple(node: Command, shell: Shell, walk: Walk): void {
  walk.budget.left -= 1;
  if (walk.tree === undefined) walkWords(node, shell, walk);
  else noted("command", walk, () => walkWords(node, shell, walk));
}

/** More words of one command are not looked at; of those, a few still say what it would do. */
const mostOperands = 2_000;
const sample = 100;

function walkWords(node: Command, shell: Shell, walk: Walk): void {
  const visitor = visitorOf(shell, walk);
  const values = valuesOf(shell, walk);
  const words: Arg[] = [];
  let mayVanish = false;
  for (const word of node.name === undefined ? [] : [node.name, ...node.args]) {
    if (word.type === "Assignment") {
      visitAssignment(word, visitor, values, !/^(local|readonly)$/.test(words[0]?.literal ?? ""));
      words.push(assigned(word, values));
    } else {
      visitWord(word, visitor);
      const isFirst = words.length === 0;
      const program = isFirst ? foundProgram(word) : null;
      mayVanish ||= program?.mayVanish === true;
      if (program !== null) words.push(program.arg);
      // Such a word is the same whatever variables hold.
      else if (word.parts === undefined) words.push(toArg(word));
      else for (const arg of toArgs(word, isFirst ? asProgram(values) : values)) words.push(arg);
    }
  }
  if (words.length > mostOperands) {
    walk.findings.push(opaque("it has more words than can be looked at"));
    words.length = sample;
  }
  const dir = shell.dir;
  walkRedirects(node.redirects, shell, walk, visitor);
  const given = { input: inputOf(node.redirects, values), from: fileOf(node.redirects, values) };
  // Behind a pipe some shells read both, others only what the command itself is given.
  const isBoth = shell.piped === true;
  walkAssignments(node, words, { shell, visitor, values }, walk);
  if (words.length === 0) return;
  checkHidden(node, words, walk);
  const name = words[0]?.literal ?? null;
  if (name === "cd") shell.dir = folderAfter(words.slice(1), dir);
  else if (holdsMove(words, walk.movers)) shell.dir = null;
  if (words.some(isUnset)) walkUnset(words, walk);
  if (name !== null && shell.functions.has(name)) {
    forget(walk.functionNames, shell.variables);
    walk.tree?.name(name, words);
    return;
  }
  walk.tree?.name(name, words);
  const redirected = shell.feeds === true || node.redirects.some(takesOutput);
  const full = { dir, input: given.input, from: given.from, redirected };
  const place = isBoth ? { dir, input: null, from: null, redirected } : full;
  if (isBoth && given.input !== null) walk.findings.push(walk.judge(words, full));
  if (mayVanish) walkNext(words.slice(1), place, walk);
  if (name === "eval") walkEval(words.slice(1), shell, walk);
  else walk.findings.push(walk.judge(words, place));
}

const isUnset = ({ literal }: Arg): boolean => literal === "unset";
const holdsMove = (words: readonly Arg[], movers: ReadonlySet<string>): boolean =>
  words.some(({ literal }) => isMove(literal, movers));

/** Where a program that is looked up is not there, the next word is the program. */
function walkNext(words: readonly Arg[], place: Place, walk: Walk): void {
  const name = words[0]?.literal;
  if (name === undefined || name?.startsWith("-") === true) return;
  walk.findings.push(walk.judge(words, place));
  if (name !== null && (changesShell(name) || walk.defined.has(name)))
    walk.findings.push(opaque("where the program is not found, the next word changes the shell"));
}

/** Assignments before a command hold for that command, in some shells also after it; alone, they stay. */
function walkAssignments(
  node: Command,
  words: readonly Arg[],
  { shell, visitor, values }: { shell: Shell; visitor: WordVisitor; values: Values },
  walk: Walk,
): void {
  const { variables } = shell;
  const folder = walk.whole(shell.dir);
  for (const item of node.prefix) {
    if (item.type !== "Assignment") continue;
    // What `read` splits at is its own matter, and its variables are not followed.
    if (item.name !== "IFS" || words[0]?.literal !== "read") visitAssignment(item, visitor, values, words.length > 0);
    else if (item.value.type === "Word") visitWord(item.value, visitor);
    if (words.length === 0 && !walk.frozen.has(item.name)) assign(item, variables, folder);
    else variables.delete(item.name);
  }
  declare(words, variables);
  const name = words[0]?.literal ?? "";
  const isPlain = words.every(({ literal }) => literal?.startsWith("-") !== true || /^-[gx]+$/.test(literal));
  const isDeclared = isPlain && declaring.test(name);
  for (const item of isDeclared ? node.args : [])
    if (item.type === "Assignment" && !walk.frozen.has(item.name)) assign(item, variables, folder);
  if (name === "readonly" || !isPlain) for (const { head } of words) walk.frozen.add(nameIn(head));
}

const declaring = /^(export|local|declare|typeset|readonly)$/;

/** What stands before the `=`. */
function nameIn(head: string): string {
  const end = head.indexOf("=");
  return end === -1 ? head : head.slice(0, end);
}

/** A builtin behind a variable is not seen by whoever looks ahead for what changes the shell. */
function checkHidden({ name, args }: Command, words: readonly Arg[], walk: Walk): void {
  const [first] = words;
  const isPassedOn = first?.literal === "command" || first?.literal === "builtin";
  if (isSeen(name) && (!isPassedOn || args.every(isSeen))) return;
  const hides = words
    .slice(0, isPassedOn ? undefined : 1)
    .some(({ literal }) => literal !== null && changesShell(literal));
  const callsFunction = first?.literal != null && walk.defined.has(first.literal);
  if (hides || callsFunction) walk.findings.push(opaque("a variable hides a builtin that changes the shell"));
}

const isSeen = (word: Command["name"] | Command["args"][number]): boolean =>
  word?.type !== "Word" || textOf(word) !== null;

/** `eval` runs its words as a script in the shell itself. */
function walkEval(args: readonly Arg[], shell: Shell, walk: Walk): void {
  const texts = literals(args[0]?.literal === "--" ? args.slice(1) : args);
  const script = texts === null ? null : walk.parse(texts.join(" "));
  if (script === null) {
    const unknown = opaque("what eval runs is only known when it runs", "eval");
    walk.findings.push({ ...unknown, unplaced: ["what eval runs"] });
    shell.variables.clear();
    shell.dir = null;
    return;
  }
  const names = assignedIn({ ...script, type: "CompoundList" });
  const changes = names === "all" || names.size > 0 || script.commands.some((one) => changesFolder(one, walk.movers));
  const defines = script.commands.some((one) => namesDefinedIn(one));
  // Whoever looks ahead for what changes the shell does not look into the text.
  if (changes || defines) walk.findings.push(opaque("eval changes the shell it runs in", "eval"));
  noted("script", walk, () => walk.enter(script, shell));
}

function namesDefinedIn(node: SyntaxNode): boolean {
  if (node.type === "Function") return true;
  let found = false;
  forEachChild(node, (child) => {
    if (!found) found = namesDefinedIn(child);
  });
  return found;
}

/** `unset` removes a function too: then the name means the program again. */
function walkUnset(words: readonly Arg[], walk: Walk): void {
  for (const { literal } of words) {
    if (literal === null) continue;
    walk.forgotten.add(literal);
    if (walk.defined.has(literal)) walk.findings.push(opaque(`the function ${literal} is removed`));
  }
}
