import type { ChangedFile, MutationClass } from "@writ/contracts";
import { isRenamed } from "./rename.ts";
import { type Syntax, syntaxOf } from "./token-syntax.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Beyond this many characters a file is not looked at: the answer must come while the agent waits. */
const longest = 1_000_000;

/** By tokens alone: layout, comments, moved lines and consistent renames are AST_REFACTOR, the rest is INTENT_EVOLUTION (R29). */
export function mutationClass(changed: readonly ChangedFile[]): MutationClass {
  return overall(changed.map((file) => classOf(file, changed)));
}

/** The class of a call whose files have these: one that changed behaviour is enough. */
export function overall(classes: readonly MutationClass[]): MutationClass {
  if (classes.includes("INTENT_EVOLUTION")) return "INTENT_EVOLUTION";
  return classes.length === 0 || classes.includes("UNKNOWN") ? "UNKNOWN" : "AST_REFACTOR";
}

/** The class of one file among those of its call. */
export function classOf(file: ChangedFile, changed: readonly ChangedFile[]): MutationClass {
  return isMoved(file, changed) ? "AST_REFACTOR" : byTokens(file);
}

/** The same content went away under one name and came under another. */
function isMoved({ before, after }: ChangedFile, all: readonly ChangedFile[]): boolean {
  if (before === null) return all.some((other) => other.after === null && other.before?.hash === after?.hash);
  return after === null && all.some((other) => other.before === null && other.after?.hash === before.hash);
}

function byTokens({ path, from, before, after }: ChangedFile): MutationClass {
  if (before !== null && after !== null && before.hash === after.hash) return "AST_REFACTOR";
  if (before === null || after === null) return "INTENT_EVOLUTION";
  if (before.text === null || after.text === null || before.text.length + after.text.length > longest) return "UNKNOWN";
  const [old, now] = [tokensOf(from ?? path, before.text), tokensOf(path, after.text)];
  const syntax = syntaxOf(path, after.text);
  if (layoutFree(old, syntax) === layoutFree(now, syntax)) return "AST_REFACTOR";
  // Where nobody knows what others see, every name is one that they do.
  const isForm = syntax.names && (isRenamed(old, now, path) || isReordered(before.text, after.text));
  return isForm ? "AST_REFACTOR" : "INTENT_EVOLUTION";
}

/** Formatters add and drop semicolons and trailing commas. */
function layoutFree(tokens: readonly Token[], { blanks, tuples }: Syntax): string {
  const isDropped = ({ text }: Token, at: number): boolean => {
    if (blanks === "exactly") return false;
    if (text === ";") return !isEmptyBody(tokens, at);
    return text === "," && /^[)\]}]$/.test(tokens[at + 1]?.text ?? "") && !(tuples && isOfOne(tokens, at));
  };
  return tokens
    .filter((token, at) => !isDropped(token, at))
    .map(({ text }) => text)
    .join("\n");
}

/** Whether the comma makes a list of a single thing: not between the brackets of a call, and the only one. */
function isOfOne(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let back = at - 1; back >= 0; back -= 1) {
    const text = tokens[back]?.text ?? "";
    if (/^[)\]}]$/.test(text)) depth += 1;
    if (text === "," && depth === 0) return false;
    if (/^[([{]$/.test(text) && depth-- === 0)
      return (
        text === "(" &&
        !/^(?!(?:return|in|yield|if|and|or|not|is|else|match|for)$)[\w)\]]/.test(tokens[back - 1]?.text ?? "")
      );
  }
  return false;
}

/** `if (a);` does nothing, and without its semicolon it does what follows. */
function isEmptyBody(tokens: readonly Token[], at: number): boolean {
  if (/^(?:else|do)$/.test(tokens[at - 1]?.text ?? "")) return true;
  if (tokens[at - 1]?.text !== ")") return false;
  let depth = 0;
  for (let back = at - 1; back >= 0; back -= 1) {
    if (tokens[back]?.text === ")") depth += 1;
    if (tokens[back]?.text === "(") depth -= 1;
    if (depth === 0) return /^(?:if|for|while|with)$/.test(tokens[back - 1]?.text ?? "");
  }
  return false;
}

/** Whole declarations in another order, each with a name of its own: statements, and what decorators do, have one. */
function isReordered(before: string, after: string): boolean {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  if (old.length < 2 || old.length !== now.length || [...old].sort().join("\0") !== [...now].sort().join("\0"))
    return false;
  const moved = old.filter((block, at) => block !== now[at]);
  const names = moved.map((block) => declaration.exec(block)?.[1] ?? "");
  return names.every((name) => name !== "") && new Set(names).size === names.length && !moved.some(doesMore);
}

/** Whether a declaration does something where it stands: calls for its parameters, makes what is static, needs another. */
const doesMore = (block: string): boolean =>
  /^(?:async\s+)?def\s+\w+\s*\(.*=.*\(/m.test(block) ||
  /\bstatic\b|^\s*@|\bclass\s+\w+\s*(?:\(\s*\w|extends)/m.test(block);

const declaration =
  /^(?:(?:export|default|pub|public|private|protected|static|final|abstract|async)\s+)*(?:function|class|interface|type|enum|def|fn|func|struct|trait)\s+(\w+)/;

/** Pieces separated by blank lines, each beginning at the left margin. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (const piece of text.split(/\n[ \t]*\r?\n/)) {
    const trimmed = piece.trim();
    if (trimmed === "") continue;
    if (/^[\s)\]}]/.test(piece.replace(/^\n+/, "")) && blocks.length > 0)
      blocks.push(`${blocks.pop() ?? ""}\n\n${trimmed}`);
    else blocks.push(trimmed);
  }
  return blocks;
}
