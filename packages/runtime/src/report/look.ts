import type { LedgerIndex, Tally } from "@writ/contracts";
import { blame } from "../lineage/blame.ts";
import type { Workspace } from "../workspace/types.ts";
import { presentNames } from "./present-names.ts";

/** Who made the lines of a file. */
interface Made {
  ai: number;
  human: number;
  unknown: number;
}

/** What stands now of what agents did. */
export interface Standing {
  /** By what they are called now; files that are gone or no text are not in it. */
  files: Map<string, Made>;
  /** What the files that were looked at are called now, by the names they were changed under. */
  names: Map<string, readonly string[]>;
  /** Lines that stand of each intent. */
  intents: Map<string, number>;
  /** Files that were not looked at. */
  left: number;
}

/** So many files are looked at: those with the most lines of agents. */
const mostFiles = 200;

/** Looks at the files that agents changed most, as they are now; those that were renamed are followed from `day` on. */
export async function lookAtFiles(
  workspace: Workspace,
  index: LedgerIndex,
  { changed, day }: { changed: readonly Tally[]; day: string | undefined },
  onLooked: (done: number, all: number) => void,
): Promise<Standing> {
  const wanted = [...changed]
    .sort((one, other) => other.linesAdded - one.linesAdded || (one.key < other.key ? -1 : 1))
    .slice(0, mostFiles);
  const names = await presentNames(
    workspace.root,
    index,
    wanted.map(({ key }) => key),
    day,
  );
  const standing: Standing = { files: new Map(), names, intents: new Map(), left: changed.length - wanted.length };
  const present = [...new Set([...names.values()].flat())];
  for (const [at, path] of present.entries()) {
    onLooked(at, present.length);
    // What is no text, or lies behind a link, has no lines to speak of.
    const lines = await blame(workspace, index, path).catch(() => []);
    if (lines.length === 0) continue;
    const made = { ai: 0, human: 0, unknown: 0 };
    for (const { author, intent } of lines) {
      made[author] += 1;
      if (author === "ai") standing.intents.set(intent ?? "", (standing.intents.get(intent ?? "") ?? 0) + 1);
    }
    standing.files.set(path, made);
  }
  return standing;
}
