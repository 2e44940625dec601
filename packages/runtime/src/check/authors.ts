import { type BlameLine, fail, type LedgerIndex, type LineSpan, ProblemError } from "@writ/contracts";
import type { AuthoredSpan } from "@writ/engine/check";
import { blame } from "../lineage/blame.ts";
import type { FileName } from "../lineage/former-names.ts";
import type { Tree } from "../lineage/tree.ts";
import type { Workspace } from "../workspace/types.ts";

/** Where lines are looked up. */
export interface Blaming {
  workspace: Workspace;
  index: LedgerIndex;
  tree: Tree;
  /** The names the file had since what is compared with it, its own first. */
  names: readonly FileName[];
}

/** Who made the new lines of a file, as a commit has it. */
export async function authorsOf(
  { workspace, index, tree, names }: Blaming,
  path: string,
  added: readonly LineSpan[],
): Promise<AuthoredSpan[]> {
  try {
    return grouped(added, await blame(workspace, index, path, { tree, names }));
  } catch (error) {
    // A file without lines is judged as a whole.
    if (error instanceof ProblemError && error.problem.code === "NO_LINES") return [];
    // Whoever forges records must not get past by making them unreadable.
    const reason = error instanceof Error ? error.message : String(error);
    throw fail("STORE_FAILED", { action: `tell who wrote ${path}`, reason }, { cause: error });
  }
}

/** Lines nobody recorded anything about. */
export const asPersons = (added: readonly LineSpan[]): AuthoredSpan[] =>
  added.map((span) => ({ span, author: "human", intent: null, trace: null }));

/** What nobody tells of is nobody's. */
const untold: Pick<BlameLine, "author" | "intent" | "trace" | "why"> = {
  author: "unknown",
  intent: null,
  trace: null,
  why: "blame does not know this line",
};

/** The new lines, with those in a row that have one origin as one. */
function grouped(added: readonly LineSpan[], lines: readonly BlameLine[]): AuthoredSpan[] {
  const byLine = new Map(lines.map((line) => [line.line, line]));
  const spans: AuthoredSpan[] = [];
  for (const [start, end] of added)
    for (let line = start; line <= end; line += 1) {
      const { author, intent, trace, why } = byLine.get(line) ?? untold;
      const last = spans.at(-1);
      const goesOn =
        last !== undefined &&
        last.span[1] === line - 1 &&
        last.author === author &&
        last.trace === trace &&
        last.why === why;
      if (goesOn) last.span[1] = line;
      else spans.push({ span: [line, line], author, intent, trace, ...(why === undefined ? {} : { why }) });
    }
  return spans;
}
