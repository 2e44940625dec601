import type { ChangedFile, MutationClass } from "@writ/contracts";
import { isRenamed } from "./rename.ts";
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
  return isSame(old, now) || isRenamed(old, now) || isReordered(before.text, after.text)
    ? "AST_REFACTOR"
    : "INTENT_EVOLUTION";
}

function isSame(old: readonly Token[], now: readonly Token[]): boolean {
  return layoutFree(old) === layoutFree(now);
}

/** Formatters add and drop semicolons and trailing commas, and choose the quotes. */
function layoutFree(tokens: readonly Token[]): string {
  const kept = tokens.filter(
    ({ text }, at) => text !== ";" && !(text === "," && /^[)\]}]$/.test(tokens[at + 1]?.text ?? "")),
  );
  return kept.map(({ text }) => (/^'[^'"]*'$/.test(text) ? `"${text.slice(1, -1)}"` : text)).join("\n");
}

/** Declarations moved as whole lines; the order of statements inside a body matters, so only top-level blocks count. */
function isReordered(before: string, after: string): boolean {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  return old.length > 1 && old.length === now.length && [...old].sort().join("\0") === [...now].sort().join("\0");
}

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
