import type { About, Call, Facts, FileChange, FileFact } from "@writ/contracts";
import { touchOf } from "../policies/touched.ts";
import { fromRoot } from "./from-root.ts";

/** What a call does to files, by what is known of them: a file that is not there yet is created, however it is written. */
export function fileChanges(call: Call, facts: Pick<Facts, "files">): FileChange[] {
  const effects = new Set(touchOf(call, facts).files.map(({ effect }) => effect));
  const factOf = (given: string): FileFact | undefined =>
    Object.hasOwn(facts.files, given) ? facts.files[given] : undefined;
  return [...effects].flatMap(({ op, path, from }) => {
    const fact = path === null ? undefined : factOf(path);
    if (op === "exec" || fact === undefined) return [];
    const source = from === undefined ? undefined : factOf(from);
    const writes = op === "create" || op === "modify";
    const change = {
      op: writes ? (fact.kind === "absent" ? "create" : "modify") : op,
      path: op === "delete" ? nameOf(fact) : fact.path,
    } as const;
    return [source === undefined ? change : { ...change, from: nameOf(source) }];
  });
}

/** Where the name itself lies: deleting or moving a link leaves what it leads to alone. */
const nameOf = ({ entry, path }: FileFact): string => entry ?? path;

/** The same as far as the call itself tells, where nobody looked at the files. */
export function toldChanges({ changes, call }: About, root: string): FileChange[] {
  if (changes !== undefined) return changes.map((change) => ({ ...change }));
  return (call?.effects ?? []).flatMap(({ op, path, from }) => {
    if (op === "exec" || path === null) return [];
    const change = { op, path: fromRoot(path, root) };
    return [from === undefined ? change : { ...change, from: fromRoot(from, root) }];
  });
}
