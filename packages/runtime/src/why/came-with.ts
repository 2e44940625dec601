import type { TraceRecord } from "@writ/contracts";
import { beginningOf } from "@writ/engine";
import { repositoryOf } from "../git/inner.ts";
import { git } from "../git/run.ts";
import { arrivalOf } from "../lineage/arrivals.ts";

/** Tells whether what a record says of a file came with a commit. */
export type CameWith = (record: TraceRecord, file: string) => Promise<boolean>;

/** Asks about a commit of the repository that keeps `path`. The same is asked of git once. */
export function cameWith(root: string, path: string, commit: string): CameWith {
  const { cwd, prefix } = repositoryOf(root, path);
  const known = new Map<string, Promise<string | null>>();
  const ask = (...args: string[]): Promise<string | null> => {
    const key = args.join("\0");
    const answer = known.get(key) ?? git(cwd, args).then(trimmed, () => null);
    known.set(key, answer);
    return answer;
  };
  const published = once(async () => (await arrivalOf(ask, commit)).published);
  const isFrom = async (older: string, newer: string): Promise<boolean> =>
    (await ask("merge-base", "--is-ancestor", older, newer)) !== null;
  return async (record, file) => {
    const name = file.slice(prefix.length);
    const { blob } = record.metadata?.files?.[file] ?? {};
    if (blob !== undefined && (await ask("rev-parse", "--verify", "--quiet", `${commit}:./${name}`)) === blob)
      return true;
    const begun = beginningOf(record);
    // A commit that is gone since a rebase, or is the outer repository's, tells nothing.
    if (/^[0-9a-f]{40,64}$/.test(begun)) {
      if (await isFrom(commit, begun)) return false;
      // What the file had become by then is in a commit between the two, if it was committed before this one.
      if (await isFrom(begun, commit))
        return (await ask("--literal-pathspecs", "rev-list", "-1", `${commit}^@`, `^${begun}`, "--", name)) === "";
    }
    return (await published()).has(record.id);
  };
}

const trimmed = (text: string): string => text.trim();

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
