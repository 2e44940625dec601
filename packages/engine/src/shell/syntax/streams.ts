import type { Redirection } from "unbash";
import type { Values } from "./arg.ts";
import { visitParts, visitWord } from "./expansions.ts";
import { judgeRedirect } from "./redirects.ts";
import { type Shell, valuesOf, type Walk } from "./shell-state.ts";
import { visitorOf } from "./visiting.ts";
import { toValue } from "./words.ts";

/** Walks what redirections evaluate, and judges what they write. */
export function walkRedirects(redirects: readonly Redirection[], shell: Shell, walk: Walk): void {
  const visitor = visitorOf(shell, walk);
  for (const redirect of redirects) {
    if (redirect.type === "HereDoc") visitParts(redirect.body.parts, visitor);
    else visitWord(redirect.target, visitor);
    const finding = judgeRedirect(redirect, shell.dir, valuesOf(shell, walk));
    if (finding !== null) walk.findings.push(finding);
    if (redirect.descriptor?.type === "FileDescriptorVariable") shell.variables.delete(redirect.descriptor.name);
  }
}

/** Whether what the command prints goes to a file. */
export function takesOutput(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect" || redirect.operator.startsWith("<")) return false;
  return (
    redirect.descriptor === undefined ||
    (redirect.descriptor.type === "FileDescriptor" && redirect.descriptor.value === 1)
  );
}

/** What a command reads from: the last redirection of its input; where there are several, some shells read them all. */
function inputRedirect(redirects: readonly Redirection[]): { last: Redirection | undefined; isOnly: boolean } {
  const all = redirects.filter(takesInput);
  return { last: all.at(-1), isOnly: all.length === 1 };
}

function takesInput(redirect: Redirection): boolean {
  const { descriptor } = redirect;
  if (descriptor === undefined) return redirect.type !== "Redirect" || redirect.operator.startsWith("<");
  return descriptor.type === "FileDescriptor" && descriptor.value === 0;
}

/** The text of a here-document or here-string, where nothing in it is unknown. */
export function inputOf(redirects: readonly Redirection[], values: Values): string | null {
  const { last, isOnly } = inputRedirect(redirects);
  if (!isOnly) return null;
  if (last?.type === "HereDoc") {
    const isPlain = last.delimiter?.quoted === true || !/[$`\\]/.test(last.body.text);
    return isPlain ? last.body.text : null;
  }
  return last?.type === "HereString" && last.target !== undefined ? toValue(last.target, values).literal : null;
}

/** The file a command reads from. */
export function fileOf(redirects: readonly Redirection[], values: Values): string | null {
  const { last, isOnly } = inputRedirect(redirects);
  if (!isOnly || last?.type !== "Redirect" || !/^<>?$/.test(last.operator) || last.target === undefined) return null;
  return toValue(last.target, values).literal;
}
