import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { TreeState } from "@writ/contracts";
import { gitFolders } from "../../git/folders.ts";
import { runGit } from "../git/run-git.ts";
import type { Clock } from "./clock.ts";
import { indexStamp } from "./git-index.ts";
import { type Blob, pieces } from "./parse-status.ts";
import { onDisk, toText } from "./path-bytes.ts";

/** So many such files are looked at. */
const mostOverlooked = 2_000;

/** The files git was told to overlook, and what git has for them where it was asked just now. */
export interface Overlooked {
  known: TreeState["overlooked"];
  blobs: ReadonlyMap<string, Blob>;
}

const nothing: Overlooked = { known: undefined, blobs: new Map() };

/** `<tag> <mode> <oid> <stage>\t<path>`: small letters are assumed unchanged, an S is not to be checked out. */
export function* markedIn(printed: Buffer): Generator<{ tag: string; path: string; blob: Blob }> {
  for (const piece of pieces(printed)) {
    const tag = String.fromCharCode(piece[0] ?? 0);
    if (tag !== "S" && tag === tag.toUpperCase()) continue;
    const tab = piece.indexOf(0x09);
    const [, mode = "", oid = "", stage] = piece.subarray(0, tab).toString("latin1").split(" ");
    // A submodule is no file that could be looked at.
    if (stage === "0" && mode !== "160000") yield { tag, path: toText(piece.subarray(tab + 1)), blob: { mode, oid } };
  }
}

/**
 * The files that `git status` says nothing about because somebody told git so: they can be changed like any other. Git
 * is asked only when its index is another one.
 */
export async function overlookedIn(root: string, earlier: TreeState | null, clock: Clock): Promise<Overlooked> {
  const own = gitFolders(root)?.own;
  const known = earlier?.overlooked;
  const index = indexStamp(root, { stamp: known?.stamp, at: earlier?.at });
  if (own === undefined || index === null) return nothing;
  const { stamp } = index;
  if (index.isSame) return { known, blobs: new Map() };
  const printed = await runGit(root, ["ls-files", "-v", "-s", "-z"], clock);
  if (printed === null) return nothing;
  // What a sparse checkout left out is not there on purpose.
  const isSparse = existsSync(join(own, "info", "sparse-checkout"));
  const blobs = new Map<string, Blob>();
  for (const { tag, path, blob } of markedIn(printed)) {
    if (blobs.size >= mostOverlooked) break;
    clock.left();
    const isLeftOut = isSparse && tag === "S" && lstatSync(onDisk(root, path), { throwIfNoEntry: false }) === undefined;
    if (!isLeftOut) blobs.set(path, blob);
  }
  return { known: { stamp, paths: [...blobs.keys()] }, blobs };
}
