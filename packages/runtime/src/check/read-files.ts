import type { DecisionRecord, LedgerIndex, LineSpan } from "@writ/contracts";
import type { CheckedFile, RawChange } from "@writ/engine/check";
import { commitTree } from "../lineage/tree.ts";
import type { Workspace } from "../workspace/types.ts";
import { asPersons, authorsOf } from "./authors.ts";
import type { Git } from "./git.ts";
import { noteHolders } from "./held-by.ts";
import type { PastOf } from "./past-in-range.ts";
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
  pastOf: PastOf;
  onProgress: OnProgress | undefined;
}

/** How many files are read ahead together, and looked at side by side. */
const atATime = 200;
const atOnce = 4;

/** The changed files with who made their lines. Where no record tells of a file or of its lines, nobody need be asked. */
export async function readFiles(
  { workspace, git, index, head }: World,
  { changes, added, decisions, pastOf, onProgress }: Reading,
): Promise<CheckedFile[]> {
  const traced = new Set(await index.files());
  const named = new Set(decisions.flatMap(({ paths = [] }) => paths));
  const isKnown = (path: string) => traced.has(path) || named.has(path);
  const files: CheckedFile[] = changes.map((change) => {
    const spans = change.isFile ? (added.get(change.path) ?? []) : [];
    const formerly = [...pastOf(change.path).names].filter((name) => name !== change.path && name !== change.from);
    return { ...change, hash: null, spans: asPersons(spans), ...(formerly.length > 0 && { formerly }) };
  });
  const isNamed = (file: CheckedFile) => namesOf(file).some(isKnown);
  const changed = files.filter(({ spans }) => spans.length > 0);
  // Where nothing is on record, no line is an agent's.
  const others = traced.size > 0 ? changed.filter((file) => !isNamed(file)) : [];
  if (traced.size > 0)
    await noteHolders(
      git,
      index,
      files.filter(({ spans, isFile }) => isFile && spans.length === 0),
      pastOf,
    );
  const asked = [...changed.filter(isNamed), ...(await toldByLines(git, index, others, added, pastOf))];
  if (asked.length === 0) return files;
  const listed = { tree: await commitTree(workspace.root, head), entries: await entriesAt(git, head) };
  let done = 0;
  for (let at = 0; at < asked.length; at += atATime) {
    const some = asked.slice(at, at + atATime);
    const tree = await treeAhead(git, index, listed, some.flatMap(namesOf));
    const left = [...some];
    const work = async (): Promise<void> => {
      for (let file = left.pop(); file !== undefined; file = left.pop()) {
        const names = namesOf(file).map((name) => ({ name, until: null }));
        file.spans = await authorsOf({ workspace, index, tree, names }, file.path, added.get(file.path) ?? []);
        done += 1;
        onProgress?.(done, asked.length);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return files;
}

/** The names a file has and had in the range. */
export const namesOf = ({ path, from, formerly = [] }: CheckedFile): string[] => [
  path,
  ...(from === undefined ? [] : [from]),
  ...formerly,
];
