import type { LedgerIndex } from "@writ/contracts";
import type { Workspace } from "../workspace/types.ts";
import { cameWith } from "./came-with.ts";
import { filesOfCommit } from "./git-blame.ts";
import type { Committed } from "./types.ts";

/** Files that came with the same commits, and that the same intent changed. */
export type Together = (intent: string | null, commits: readonly Committed[]) => Promise<string[]>;

/** Looks for what came together with lines of a file; each commit is looked at once. */
export function togetherIn(about: { workspace: Workspace; index: LedgerIndex; path: string }): Together {
  const known = new Map<string, Promise<string[]>>();
  const lookedUp = (commit: string, intent: string): Promise<string[]> => {
    const key = `${commit} ${intent}`;
    const files = known.get(key) ?? filesIn(about, commit, intent);
    known.set(key, files);
    return files;
  };
  return async (intent, commits) => {
    if (intent === null) return [];
    const ids = commits.flatMap((one) => (one.state === "committed" ? [one.id] : []));
    const files = await Promise.all(ids.map((id) => lookedUp(id, intent)));
    return [...new Set(files.flat())].sort();
  };
}

async function filesIn(
  { workspace, index, path }: { workspace: Workspace; index: LedgerIndex; path: string },
  commit: string,
  intent: string,
): Promise<string[]> {
  const files = (await filesOfCommit(workspace.root, path, commit)).filter((file) => file !== path);
  if (files.length === 0) return [];
  const isOfCommit = cameWith(workspace.root, path, commit);
  const traces = (await index.traces({ files, intent })).toReversed();
  const found: string[] = [];
  for (const file of files) {
    const about = traces.filter((record) => record.files.some(({ relative_path: name }) => name === file));
    // A person may have changed it in this commit, and the intent in another.
    for (const record of about)
      if (await isOfCommit(record, file)) {
        found.push(file);
        break;
      }
  }
  return found;
}
