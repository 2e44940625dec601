import type { BlameLine, LedgerIndex } from "@writ/contracts";
import { blame } from "../lineage/blame.ts";
import { commitRanks } from "../lineage/commit-ranks.ts";
import { treeAt } from "../lineage/tree-at.ts";
import type { Workspace } from "../workspace/types.ts";
import { toDecided } from "./change.ts";
import { notesAbout } from "./decisions.ts";
import { isChanged, lastCommitOf } from "./git-blame.ts";
import { intentlessIn, intentReader, sharesOf } from "./intents.ts";
import { markErased } from "./mark-erased.ts";
import { followNames, tracesOf } from "./names.ts";
import { type BlameOptions, withIndex } from "./sources.ts";
import { changeOf, stretchesOf } from "./stretches.ts";
import type { Lines, Why } from "./types.ts";

/** The same with the lines; none for the file itself. */
export interface WhyOptions extends BlameOptions {
  lines?: Lines;
}

/** Everything that is known of how a file, or some lines of it, came to be. */
export function why(workspace: Workspace, path: string, asked: WhyOptions = {}): Promise<Why> {
  return withIndex(workspace, asked.listener, (index) => answer(workspace, index, path, asked));
}

async function answer(
  workspace: Workspace,
  index: LedgerIndex,
  path: string,
  { lines, revision }: WhyOptions,
): Promise<Why> {
  const tree = revision === undefined ? null : await treeAt(workspace.root, path, revision);
  // As the repository names it that keeps the file: a submodule does not know the one that was asked about.
  const commit = tree?.revision ?? null;
  const found = await blame(workspace, index, path, tree === null ? {} : { tree });
  const all = await markErased(index, found);
  const names = await followNames(workspace.root, index, { path, revision: commit, lines: all });
  const ranks = commitRanks(workspace.root);
  const traces = await tracesOf(index, ranks, names, all);
  const intentOf = await intentReader(workspace);
  const about = {
    ...{ workspace, index, ranks, path, names: names.map(({ name }) => name) },
    ...{ revision: commit, traces, intentOf },
  };
  const last = traces.at(-1);
  return {
    path,
    revision: revision ?? null,
    lines: { all: all.length, ...countsOf(all) },
    stretches: lines === undefined ? [] : await stretchesOf(about, all.slice(lines.from - 1, lines.to)),
    intents: sharesOf(all, traces, intentOf),
    intentless: intentlessIn(all),
    last: last === undefined ? null : await changeOf(about, last),
    first: traces[0]?.timestamp ?? null,
    names: about.names,
    notes: (await notesAbout(index, ranks, names)).map(toDecided),
    commit: await lastCommitOf(workspace.root, path, commit),
    changed: revision === undefined && (await isChanged(workspace.root, path)),
  };
}

function countsOf(lines: readonly BlameLine[]): Record<BlameLine["author"], number> {
  const counts = { ai: 0, human: 0, unknown: 0 };
  for (const { author } of lines) counts[author] += 1;
  return counts;
}
