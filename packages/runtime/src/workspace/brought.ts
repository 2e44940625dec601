import type { TraceRecord } from "@writ/contracts";
import { fingerprint } from "@writ/engine";
import { git } from "../git/run.ts";
import { sha256 } from "../hash.ts";

/** More names than this do not fit into a command line everywhere; all that is staged is looked at then. */
const mostNames = 300;

/**
 * Tells of changes that other branches have whether the commit being made takes lines of theirs along: it adds a line
 * that the change made, or has a file just as the change left it.
 */
export async function findBrought(
  root: string,
  traces: readonly TraceRecord[],
): Promise<(trace: TraceRecord) => boolean> {
  const paths = [...new Set(traces.flatMap(({ metadata }) => Object.keys(metadata.files)))];
  if (paths.length === 0) return () => false;
  const of = paths.length > mostNames ? [] : ["--", ...paths];
  const diff = ["--literal-pathspecs", "diff", "--cached", "--relative", "--no-renames", "--no-abbrev"];
  const plain = ["--no-color", "--no-ext-diff", "--no-textconv", "--unified=0"];
  const out = await git(root, [...diff, ...plain, ...of]);
  const added = new Set<string>();
  const objects = new Set<string>();
  for (const line of out.split("\n")) {
    const object = /^index [0-9a-f]+\.\.([0-9a-f]+)/.exec(line)?.[1];
    if (object !== undefined) objects.add(object);
    else if (line.startsWith("+") && hasWord.test(line)) added.add(fingerprint(line.slice(1), sha256));
  }
  return ({ metadata }) =>
    Object.entries(metadata.files).some(
      ([path, { blob }]) =>
        (blob !== undefined && objects.has(blob)) || metadata.lines[path]?.some((print) => added.has(print)) === true,
    ) ||
    // What it made is not known any more; rather one record too many than lines of nobody.
    metadata.lines_dropped === true;
}

/** A bracket on a line of its own is found everywhere. */
const hasWord = /[\p{L}\p{N}]/u;
