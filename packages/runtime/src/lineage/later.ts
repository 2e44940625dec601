import type { TraceRecord } from "@writ/contracts";
import { beginningOf, isImported } from "@writ/engine";
import { gitTop } from "../git/folders.ts";
import { repositoryOf } from "../git/inner.ts";
import { sha256 } from "../hash.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { objectFormat, objectId } from "./object-ids.ts";
import { gitMs, type Tree } from "./tree.ts";

/** Tells which of these records are of calls that began after a text was committed. */
export type TellLater = (records: readonly TraceRecord[]) => Promise<ReadonlySet<TraceRecord>>;

/**
 * What is committed as it stands was there before every call that began at that commit, or at one that came of it: none of
 * those made a line of it, whatever else they wrote that looks the same. A commit knows its parents by their content.
 */
export function laterThan(
  root: string,
  tree: Pick<Tree, "revision">,
  { path, text }: { path: string; text: string },
): TellLater {
  const { cwd, prefix } = repositoryOf(root, path);
  const ask = async (args: string[], input = "") =>
    gitTop(cwd) === null ? "" : ((await runGit(cwd, args, startClock(gitMs), input))?.toString().trim() ?? "");
  const format = objectFormat(cwd);
  const name = path.slice(prefix.length);
  const head = tree.revision ?? "HEAD";
  const bringing = async () => {
    const form = ["--format=%H %P", "--raw", "--no-abbrev", "--no-renames"];
    const [told = "", raw = ""] = (await ask(["log", "-1", ...form, head, "--", name])).split(/\n+/);
    const [commit = "", parent] = told.split(" ");
    const isAsItStands = format !== null && raw.split(" ")[3] === objectId(text, format);
    // In a commit without a parent a call may have begun that knew of no commit to begin at.
    return isAsItStands && parent !== undefined ? commit : null;
  };
  // Somebody may commit between a write and the end of its call.
  const versions: readonly unknown[] = [sha256(text), ...(format === null ? [] : [objectId(text, format)])];
  const hasMade = ({ metadata }: TraceRecord): boolean =>
    Object.values(metadata?.files ?? {}).some(
      ({ before, after, blob }) => before !== after && (versions.includes(after) || versions.includes(blob)),
    );
  let brought: ReturnType<typeof bringing> | undefined;
  return async (records) => {
    if (records.length === 0) return new Set();
    brought ??= bringing();
    const since = await brought;
    if (since === null) return new Set();
    const young = records.filter((record) => !isOfOthers(record) && !hasMade(record));
    const begun = new Set(young.map(beginningOf).filter((commit) => /^[0-9a-f]{40,64}$/.test(commit)));
    if (begun.size === 0) return new Set();
    const after = await ask(
      ["rev-list", "--ancestry-path", "--ignore-missing", "--stdin"],
      [`^${since}`, ...begun].map((line) => `${line}\n`).join(""),
    );
    const commits = new Set([since, ...after.split("\n")]);
    return new Set(young.filter((record) => commits.has(beginningOf(record))));
  };
}

/** What other tools say names the commit that has a change, not the one it began at. */
const isOfOthers = (record: TraceRecord): boolean => isImported(record) || record.metadata?.writer === "";
