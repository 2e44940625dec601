import type { Redirection } from "unbash";
import type { Values } from "./arg.ts";
import { visitParts, visitWord, type WordVisitor } from "./expansions.ts";
import { judgeRedirect } from "./redirects.ts";
import { type Shell, valuesOf, type Walk } from "./shell-state.ts";
import { visitorOf } from "./visiting.ts";
import { toValue } from "./words.ts";

/** Walks what redirections evaluate, and judges what they write. */
export function walkRedirects(
  redirects: readonly Redirection[],
  shell: Shell,
  walk: Walk,
  visitor: WordVisitor = visitorOf(shell, walk),
): void {
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") visitParts(redirect.body.parts, visitor);
    else visitWord(redirect.target, visitor);
    const finding = judgeRedirect(redirect, shell.dir, valuesOf(shell, walk));
    if (finding !== null) walk.findings.push(finding);
    if (redirect.descriptor?.type === "FileDescriptorVariable") shell.variables.delete(redirect.descriptor.name);
  }
}

/** What may be the terminal itself. */
const terminal = /^(\d|\/dev\/(?!null$))/;

/** Whether what the command prints surely goes to a file. */
export function takesOutput(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect" || redirect.operator.startsWith("<")) return false;
  if (terminal.test(redirect.target?.text ?? "")) return false;
  return (
    redirect.descriptor === undefined ||
    (redirect.descriptor.type === "FileDescriptor" && redirect.descriptor.value === 1)
  );
}

/** What a command reads from: the one redirection of its input; where there are several, some shells read them all. */
function inputRedirect(redirects: readonly Redirection[]): Redirection | undefined {
  const found = redirects.find(takesInput);
  return found === redirects.findLast(takesInput) ? found : undefined;
}

function takesInput(redirect: Redirection): boolean {
  const { descriptor } = redirect;
  if (descriptor === undefined) return redirect.type !== "Redirect" || redirect.operator.startsWith("<");
  return descriptor.type === "FileDescriptor" && descriptor.value === 0;
}

/** The text of a here-document or here-string, where nothing in it is unknown. */
export function inputOf(redirects: readonly Redirection[], values: Values): string | null {
  const only = inputRedirect(redirects);
  if (only?.type === "HereDoc") {
    const isPlain = only.delimiter?.quoted === true || !/[$`\\]/.test(only.body.text);
    return isPlain ? only.body.text : null;
  }
  return only?.type === "HereString" && only.target !== undefined ? toValue(only.target, values).literal : null;
}

/** The file a command reads from. */
export function fileOf(redirects: readonly Redirection[], values: Values): string | null {
  const only = inputRedirect(redirects);
  if (only?.type !== "Redirect" || !/^<>?$/.test(only.operator) || only.target === undefined) return null;
  return toValue(only.target, values).literal;
}
