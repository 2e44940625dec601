import { type ArithmeticExpression, type Assignment, forEachChild, type SyntaxNode } from "unbash";
import { oneOf } from "../alternatives.ts";
import { isHarmlessName } from "../environment/environment.ts";
import { type Arg, foreignWord, literal, unknownWord, type Values } from "./arg.ts";
import { toArg, toValue } from "./words.ts";

/** The variables of one shell, as far as they are followed: a name that is not in it may hold anything. */
export type Variables = Map<string, Arg>;

/** Longer values are not followed: `x=$x$x` doubles at every step. */
const longest = 4096;

/** Builtins that set or forget the variables they name. */
const setters = /^(read|readarray|mapfile|getopts|export|local|declare|typeset|readonly|unset|let)$/;
/** Those that can change any variable. */
const anything = /^(eval|source|\.)$/;

/** Names the shell sets itself, or does not let anybody set. */
const special = new RegExp(
  `^${oneOf`
    _ RANDOM SRANDOM SECONDS LINENO EPOCH\w* PPID E?[UG]ID GROUPS FUNCNAME DIRSTACK PIPESTATUS COLUMNS LINES HOST\w*
    MACHTYPE OSTYPE SHLVL OPT\w+ REPLY COMP_\w+ argv status pipestatus signals commands history jobs\w* nameddirs
    userdirs parameters MATCH MBEGIN MEND match mbegin mend reply`}$`,
);

/** Whether what a script gives a variable of this name stays in it. */
export const isKept = (name: string): boolean => !special.test(name) && isHarmlessName(name);

/** What is known of variables where a command stands. */
export function valuesAt(variables: Variables, folder: string | null): Values {
  return {
    valueOf(name) {
      const value = variables.get(name);
      if (value !== undefined) return value;
      if (name === "HOME") return literal("~");
      return name === "PWD" && folder !== null ? literal(folder) : undefined;
    },
  };
}

/** The same for the word that names the program: some shell, wherever it lies. */
export const asProgram = (values: Values): Values => ({
  valueOf: (name) => values.valueOf(name) ?? (name === "SHELL" || name === "BASH" ? literal("bash") : undefined),
});

/** Follows one assignment; what cannot be followed is forgotten. */
export function assign({ name, value, index, append }: Assignment, variables: Variables, folder: string | null): void {
  if (index !== undefined || value.type !== "Word" || !isKept(name)) {
    variables.delete(name);
    return;
  }
  const given = toValue(value, valuesAt(variables, folder));
  const before = append === true ? variables.get(name)?.literal : "";
  const whole = given.literal === null || typeof before !== "string" ? null : before + given.literal;
  if (whole !== null && isFollowed(whole)) variables.set(name, literal(whole));
  else if (given.numeric === true && append !== true) variables.set(name, given);
  else if (given.foreign === true) variables.set(name, foreignWord);
  else variables.delete(name);
}

/** A tilde stands for the home folder at the beginning of a path, and nowhere else: any other is not followed. */
export const isFollowed = (text: string): boolean => text.length <= longest && !/.~|^~[^/]|^~.*\s/s.test(text);

/** What a command that names variables (`read x`, `export x=1`) does to them. */
export function declare(words: readonly Arg[], variables: Variables): void {
  const names = namesIn(words);
  forget(names, variables);
  if (names === "all" || !words.some(({ literal }) => readers.test(literal ?? ""))) return;
  for (const name of names.keys()) if (isKept(name)) variables.set(name, foreignWord);
}

/** Those that set them to what they read. */
const readers = /^(read|readarray|mapfile)$/;

/** What may stand before a builtin. */
const passing = /^(command|builtin|-\w+)$/;

/** The variables a command names, when it is one that sets what it names. */
function namesIn(words: readonly Arg[]): Names {
  const at = words.findIndex(({ literal }) => !passing.test(literal ?? ""));
  const name = words[at]?.literal ?? "";
  if (anything.test(name)) return "all";
  if (!setters.test(name)) return none;
  const names = new Map<string, boolean>();
  for (const { literal, head } of words.slice(at + 1)) {
    if (literal === null && head === "") return "all";
    const named = /^[A-Za-z_]\w*/.exec(literal ?? head)?.[0];
    if (named !== undefined) names.set(named, false);
  }
  return names;
}

/** Whether a word is a builtin that changes the shell it runs in. */
export const changesShell = (word: string): boolean =>
  setters.test(word) ||
  anything.test(word) ||
  /^(cd|chdir|pushd|popd|trap|alias|unalias|shopt|set|enable|hash|shift)$/.test(word);

/** Names that a part of the script may set, with whether they can only become numbers. */
export type Names = ReadonlyMap<string, boolean> | "all";
/** It sets none. */
export const none: Names & ReadonlyMap<string, boolean> = new Map();

/** Forgets what is known of these variables, but for their being numbers. */
export function forget(names: Names, variables: Variables): void {
  if (names === "all") {
    variables.clear();
    return;
  }
  if (variables.size === 0) return;
  for (const [name, isNumber] of names) {
    const known = variables.get(name);
    const was = known?.numeric === true || /^-?\d+$/.test(known?.literal ?? "");
    if (isNumber && was) variables.set(name, { ...unknownWord, numeric: true });
    else variables.delete(name);
  }
}

/** Forgets what parts of the script may set. Most lines have no variables, and need not be looked through for them. */
export function forgetSet(nodes: readonly SyntaxNode[], variables: Variables): void {
  if (variables.size > 0) forget(together(nodes.map(assignedIn)), variables);
}

/** The variables that a part of the script may set in its own shell. */
export function assignedIn(node: SyntaxNode): Names {
  const names = new Map<string, boolean>();
  return collect(node, names) ? names : "all";
}

/** The same for several parts. */
export function together(all: readonly Names[]): Names {
  if (all.length === 0) return none;
  const names = new Map<string, boolean>();
  for (const some of all) {
    if (some === "all") return "all";
    for (const [name, isNumber] of some) names.set(name, isNumber && names.get(name) !== false);
  }
  return names;
}

/** Notes the names set in a part of the script; `false` when it may set any. */
function collect(node: SyntaxNode, names: Map<string, boolean>): boolean {
  if (node.type === "Subshell" || node.type === "Script") return true;
  const set = setBy(node);
  if (set === "all") return false;
  for (const [name, isNumber] of set) names.set(name, isNumber && names.get(name) !== false);
  let all = true;
  forEachChild(node, (child) => {
    if (!collect(child, names)) all = false;
  });
  return all;
}

/** The names a node sets by itself, without what stands in it. */
function setBy(node: SyntaxNode): Names {
  const one = (name: string, isNumber = false): Names => new Map([[name, isNumber]]);
  if (node.type === "Assignment") {
    return one(node.name, node.index === undefined && node.append !== true && isNumeric(node));
  }
  if (node.type === "For" || node.type === "Select") return one(node.name.value);
  if (node.type === "FileDescriptorVariable") return one(node.name);
  if (node.type === "ParameterExpansion") {
    const { operation, parameter } = node;
    return operation?.type === "Default" && operation.operator.includes("=") ? one(parameter) : none;
  }
  if (node.type === "ArithmeticBinary") return isAssignment(node.operator) ? one(nameIn(node.left), true) : none;
  if (node.type === "ArithmeticUnary")
    return /^(\+\+|--)$/.test(node.operator) ? one(nameIn(node.operand), true) : none;
  if (node.type !== "Command") return none;
  return namesIn([node.name, ...node.args].flatMap((word) => (word?.type === "Word" ? [toArg(word)] : [])));
}

/** `=`, `+=` and the like, not `==` or `<=`. */
export const isAssignment = (operator: string): boolean => /^(=|[-+*/%&|^]=|<<=|>>=|\*\*=)$/.test(operator);

/** The variable an arithmetic word names, or nothing. */
export function nameIn(expression: ArithmeticExpression): string {
  return expression.type === "ArithmeticWord" ? expression.value.trim() : "";
}

const unfollowed: Values = { valueOf: () => undefined };

function isNumeric({ value }: Assignment): boolean {
  if (value.type !== "Word") return false;
  const { literal, numeric } = toValue(value, unfollowed);
  return numeric === true || /^-?\d+$/.test(literal ?? "");
}
