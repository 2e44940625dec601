import type { LineSpan } from "@writ/contracts";
import { splitLines } from "@writ/engine";
import { parseAdded, parseRaw, type RawChange } from "@writ/engine/check";
import { looseName } from "../workspace/loose-text.ts";
import { type Git, readObjects, type TreeEntry } from "./git.ts";
import { entriesAt } from "./tree-ahead.ts";

/** What differs between two commits: the files, and the new lines of each. */
export interface Difference {
  changes: RawChange[];
  added: Map<string, LineSpan[]>;
}

/** Whatever the change, or a person's config, would rather not see. */
const all = ["-M", "--ignore-submodules=none"];
const form = [...all, "--relative"];
const patchForm = [
  ...all,
  "-U0",
  "--inter-hunk-context=0",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--submodule=short",
];
/** Records are compared as records. */
const unread = ["--", ".", ":(exclude).orchestration/ledger", ":(exclude).orchestration/agent_trace.jsonl"];

/** Asks git once for all files. Lines of those in `whole` are not looked at. */
export async function differenceBetween(
  git: Git,
  base: string,
  head: string,
  whole: readonly string[] = [],
): Promise<Difference> {
  const passedOver = whole.map((path) => `:(exclude,literal)${path}`);
  const names = async (...args: string[]) => looseName(await git.run(["diff", ...form, "-z", ...args, base, head]));
  const patch = async (...args: string[]) => (await git.run([...quoted, "diff", ...patchForm, ...args])).toString();
  const changes = parseRaw(await names("--raw", "--no-abbrev"));
  const added = parseAdded(await patch("--relative", base, head, ...unread, ...passedOver));
  const hidden = await textsCalledBinary(git, changes, await names("--numstat"));
  for (const { path, blobBefore, blob, lines } of hidden) {
    // Asked for by what they hold: a name that is no text cannot be handed over.
    const [spans = []] = blobBefore === null ? [lines] : parseAdded(await patch("--text", blobBefore, blob)).values();
    added.set(path, spans);
  }
  return { changes, added };
}

/**
 * Those of the changes that a commit does not have already, byte for byte. Where two branches were merged into each
 * other, they parted at several places, and git names one of them.
 */
export async function newTo(git: Git, base: string, head: string, changes: readonly RawChange[]): Promise<RawChange[]> {
  const above = changes.map(({ path }) => path).filter((path) => path.startsWith("../"));
  const [there, here] = [await entriesAt(git, base, above), await entriesAt(git, head, above)];
  const keyOf = (entry: TreeEntry | undefined) => (entry === undefined ? "" : `${entry.mode} ${entry.object}`);
  const isSame = (path: string) => keyOf(there.get(path)) === keyOf(here.get(path));
  return changes.filter(({ path, from }) => !isSame(path) || (from !== undefined && !isSame(from)));
}

/** Names in a patch are spelled out, whatever a person likes to see. */
const quoted = ["-c", "core.quotePath=true"];

/** A text that attributes hide, and all its lines. */
interface Hidden {
  path: string;
  blobBefore: string | null;
  blob: string;
  lines: LineSpan[];
}

/** As git tells binary files, where nobody says otherwise. */
const looked = 8000;

/** A change may bring attributes that call a text binary, so that nobody sees its lines: they are read all the same. */
async function textsCalledBinary(git: Git, changes: readonly RawChange[], numstat: string): Promise<Hidden[]> {
  const parts = numstat.split("\0");
  const binary = new Set(
    parts.flatMap((part, at) => {
      const [, path] = /^-\t-\t(.*)$/s.exec(part) ?? [];
      // A renamed file has both names behind it.
      return path === undefined ? [] : [path === "" ? (parts[at + 2] ?? "") : path];
    }),
  );
  const called = changes.filter(({ path, isFile, blob }) => isFile && blob !== null && binary.has(path));
  const objects = await readObjects(
    git,
    called.flatMap(({ blob }) => blob ?? []),
  );
  return called.flatMap(({ path, blob, blobBefore }): Hidden[] => {
    const bytes = objects.get(blob ?? "");
    if (blob === null || bytes === undefined || bytes.subarray(0, looked).includes(0)) return [];
    const count = splitLines(bytes.toString("latin1")).length;
    return [{ path, blob, blobBefore, lines: count === 0 ? [] : [[1, count]] }];
  });
}
