import type { FileFinding } from "@writ/contracts";

/** Findings as a person reads them: by file, then by line. */
export function inOrder(findings: readonly FileFinding[]): FileFinding[] {
  return [...findings].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}
