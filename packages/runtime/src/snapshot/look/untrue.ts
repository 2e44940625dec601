import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SnapshotStore, TreeState } from "@writ/contracts";
import { crypto } from "@writ/stores";
import { gitFolders } from "../../git/folders.ts";
import { runGit } from "../git/run-git.ts";
import type { Clock } from "./clock.ts";
import { bytesAt } from "./copies.ts";
import { indexStamp, withIndexCopy } from "./git-index.ts";
import { gitStatus } from "./git-status.ts";
import { mostBytes } from "./limits.ts";
import { lookAt, reachOf } from "./look-at.ts";
import { type Blob, pieces, type Status } from "./parse-status.ts";
import { toText } from "./path-bytes.ts";

/** Names that cannot be told to git line by line. */
const unlisted = /[\n\uDC80-\uDCFF]/u;

/** What git said by the index of an earlier look; `gap` where it could not be asked. */
export interface AskedAgain {
  status: Status | null;
  gap: string | null;
}

/**
 * Somebody wrote git's index since an earlier look. An index can say that a file is unchanged, so git is asked a second
 * time, by the index of then.
 */
export async function askAgain(
  root: string,
  earlier: TreeState | null,
  store: Pick<SnapshotStore, "readObject"> | undefined,
  clock: Clock,
): Promise<AskedAgain> {
  const index = earlier?.index;
  const isSame = indexStamp(root, { stamp: index?.stamp, at: earlier?.at })?.isSame === true;
  if (store === undefined || index === undefined || isSame) return { status: null, gap: null };
  const status = await withIndexCopy(index, store, (file) => gitStatus(root, clock, { index: file }));
  return { status, gap: status === null ? "git's index changed, and its copy cannot be used" : null };
}

/** What the last commit has under some paths. */
async function headsOf(root: string, paths: readonly string[], clock: Clock): Promise<[string, Blob | null][]> {
  if (paths.length === 0) return [];
  const args = ["--literal-pathspecs", "ls-tree", "-z", "HEAD", "--", ...paths];
  const found = new Map<string, Blob>();
  for (const piece of pieces((await runGit(root, args, clock)) ?? Buffer.alloc(0))) {
    const tab = piece.indexOf(0x09);
    const [mode = "", , oid = ""] = piece.subarray(0, tab).toString("latin1").split(" ");
    found.set(toText(piece.subarray(tab + 1)), { mode, oid });
  }
  return paths.map((path) => [path, found.get(path) ?? null]);
}

/** Git's own name for these bytes. */
function oidOf(bytes: Uint8Array, { oid }: Blob): string {
  const hash = crypto().createHash(oid.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex");
}

/** Of some paths, and what the last commit has there: those where the work tree holds something else. */
async function differing(root: string, heads: ReadonlyMap<string, Blob | null>, clock: Clock): Promise<string[]> {
  const isReached = reachOf(root);
  const isSparse = existsSync(join(gitFolders(root)?.own ?? root, "info", "sparse-checkout"));
  const found: string[] = [];
  const open: string[] = [];
  for (const [path, head] of heads) {
    clock.left();
    const now = isReached(path) ? lookAt(root, path) : null;
    if (head === null || now === null) {
      // What a sparse checkout left out is not there on purpose.
      const isAsCommitted = now === null && (head === null || isSparse);
      if (!isAsCommitted) found.push(path);
      continue;
    }
    if ((now.kind === "link") !== (head.mode === "120000")) found.push(path);
    else {
      const bytes = now.size > mostBytes ? null : bytesAt(root, path, now);
      if (bytes !== null && oidOf(bytes, head) === head.oid) continue;
      (now.kind === "link" || unlisted.test(path) ? found : open).push(path);
    }
  }
  if (open.length === 0) return found;
  // Line ends and filters: what git would make of them.
  const printed = await runGit(root, ["hash-object", "--stdin-paths"], clock, `${open.join("\n")}\n`);
  const oids = printed?.toString("latin1").split("\n") ?? [];
  return [...found, ...open.filter((path, at) => oids[at] !== heads.get(path)?.oid)];
}

/** The paths on which the index does not tell the truth, and what the last commit has there. */
export async function untrueIn(
  root: string,
  { earlier, again, isNamed }: { earlier: TreeState | null; again: Status | null; isNamed: (path: string) => boolean },
  prefix: string,
  clock: Clock,
): Promise<Map<string, Blob | null>> {
  const known = earlier?.index?.untrue ?? [];
  const entries = (again?.entries ?? []).filter(({ path, isRepository }) => path.startsWith(prefix) && !isRepository);
  const suspects = [
    ...(await headsOf(root, known, clock)),
    ...entries.map(({ path, head }): [string, Blob | null] => [path.slice(prefix.length), head]),
  ];
  const heads = new Map(suspects.filter(([path]) => !isNamed(path)));
  if (heads.size === 0) return new Map();
  return new Map((await differing(root, heads, clock)).map((path) => [path, heads.get(path) ?? null]));
}

/** Of some paths: those at which the work tree holds what the last commit has. */
export async function asCommitted(root: string, paths: readonly string[], clock: Clock): Promise<Set<string>> {
  const known = (await headsOf(root, paths, clock)).filter(([, head]) => head !== null);
  const other = new Set(await differing(root, new Map(known), clock));
  return new Set(known.map(([path]) => path).filter((path) => !other.has(path)));
}
