import type { DecisionRecord, LedgerIndex, LineSpan } from "@writ/contracts";
import type { CheckedFile, RawChange } from "@writ/engine/check";
import { commitTree } from "../lineage/tree.ts";
import type { Workspace } from "../workspace/types.ts";
import { asPersons, authorsOf } from "./authors.ts";
import type { Git } from "./git.ts";
import { noteHolders } from "./held-by.ts";
import { toldByLines } from "./told-by-lines.ts";
import { entriesAt, treeAhead } from "./tree-ahead.ts";

/** Says how far it is. */
export type OnProgress = (done: number, all: number) => void;

interface World {
  workspace: Workspace;
  git: Git;
  index: LedgerIndex;
  head: string;
}

interface Reading {
  changes: readonly RawChange[];
  added: ReadonlyMap<string, LineSpan[]>;
  decisions: readonly DecisionRecord[];
  onProgress: OnProgress | undefined;
}

/** How many files are read ahead together, and looked at side by side. */
const atATime = 200;
const atOnce = 4;

/** The changed files with who made their lines. Where no record tells of a file or of its lines, nobody need be asked. */
export async function readFiles(
  { workspace, git, index, head }: World,
  { changes, added, decisions, onProgress }: Reading,
): Promise<CheckedFile[]> {
  const traced = new Set(await index.files());
  const named = new Set(decisions.flatMap(({ paths = [] }) => paths));
  const isKnown = (path: string | undefined) => path !== undefined && (traced.has(path) || named.has(path));
  const files: CheckedFile[] = changes.map((change) => {
    const spans = change.isFile ? (added.get(change.path) ?? []) : [];
    return { ...change, hash: null, spans: asPersons(spans) };
  });
  const isNamed = ({ path, from }: CheckedFile) => isKnown(path) || isKnown(from);
  const changed = files.filter(({ spans }) => spans.length > 0);
  // Where nothing is on record, no line is an agent's.
  const others = traced.size > 0 ? changed.filter((file) => !isNamed(file)) : [];
  if (traced.size > 0)
    await noteHolders(
      git,
      index,
      files.filter(({ spans, isFile }) => isFile && spans.length === 0),
    );
  const asked = [...changed.filter(isNamed), ...(await toldByLines(git, index, others, added))];
  if (asked.length === 0) return files;
  const listed = { tree: await commitTree(workspace.root, head), entries: await entriesAt(git, head) };
  let done = 0;
  for (let at = 0; at < asked.length; at += atATime) {
    const some = asked.slice(at, at + atATime);
    const names = some.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
    const tree = await treeAhead(git, index, listed, names);
    const left = [...some];
    const work = async (): Promise<void> => {
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        file.spans = await authorsOf({ workspace, index, tree }, file.path, added.get(file.path) ?? []);
        done += 1;
        onProgress?.(done, asked.length);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return files;
}
