import { sha256 } from "../hash.ts";
import { looseName } from "../workspace/loose-text.ts";
import { type Git, readObjects } from "./git.ts";

/** What a file was called, and held, between two commits. */
export interface Past {
  names: ReadonlySet<string>;
  /** Git's object ids. */
  blobs: ReadonlySet<string>;
}

/** The past of a file, by the name it has at the head. */
export type PastOf = (path: string) => Past;

/** What files held, as traces know it: by git's ids, and by the hashes of what they stand for. */
export async function versionsIn(git: Git, pasts: readonly Past[]): Promise<string[][]> {
  const objects = await readObjects(
    git,
    pasts.flatMap(({ blobs }) => [...blobs]),
  );
  const versionsOf = (blob: string): string[] => {
    const bytes = objects.get(blob);
    return bytes === undefined ? [blob] : [blob, sha256(bytes)];
  };
  return pasts.map(({ blobs }) => [...new Set([...blobs].flatMap(versionsOf))]);
}

const nothing: Past = { names: new Set(), blobs: new Set() };

/** Where nobody looked. */
export const noPast: PastOf = () => nothing;

/**
 * Reads the commits of a range, newest first: a file that was made and renamed in it has neither name in the difference
 * of its ends. A name that several files had belongs to each of them, since nobody can be sure whose it was.
 */
export async function pastInRange(git: Git, base: string, head: string): Promise<PastOf> {
  const form = ["--format=", "--raw", "--no-abbrev", "-z", "-M", "-m", "--topo-order", "--relative"];
  const parts = looseName(await git.run(["log", ...form, `${base}..${head}`])).split("\0");
  const past = new Map<string, { names: Set<string>; blobs: Set<string> }>();
  const owners = new Map<string, Set<string>>();
  const ownersOf = (name: string): Set<string> => {
    const known = owners.get(name) ?? new Set([name]);
    owners.set(name, known);
    return known;
  };
  for (let at = 0; at < parts.length; at += 1) {
    const [, blob = "", status] = /^\s*:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])\d*$/.exec(parts[at] ?? "") ?? [];
    if (status === undefined) continue;
    const isRenamed = status === "R";
    const from = parts[at + 1] ?? "";
    const name = isRenamed || status === "C" ? (parts[at + 2] ?? "") : from;
    at += name === from ? 1 : 2;
    for (const owner of ownersOf(name)) {
      const known = past.get(owner) ?? { names: new Set(), blobs: new Set() };
      past.set(owner, known);
      if (!/^0+$/.test(blob)) known.blobs.add(blob);
      if (!isRenamed) continue;
      known.names.add(from);
      ownersOf(from).add(owner);
    }
  }
  return (path) => past.get(path) ?? nothing;
}
