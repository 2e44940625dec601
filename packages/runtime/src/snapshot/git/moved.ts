import { prefixOf } from "../../git/folders.ts";
import type { Clock } from "../look/clock.ts";
import { type Blob, pieces } from "../look/parse-status.ts";
import { toText } from "../look/path-bytes.ts";
import { runGit } from "./run-git.ts";

/** What two commits have under a path they do not agree on. */
export interface Moved {
  before: Blob | null;
  after: Blob | null;
}

const blobOf = (mode: string, oid: string): Blob | null => (/^0+$/.test(mode) ? null : { mode, oid });

/** The paths on which two commits differ, from the root; `null` where git cannot tell. */
export async function movedBetween(
  root: string,
  before: string | null,
  after: string | null,
  clock: Clock,
): Promise<Map<string, Moved> | null> {
  if (before === after || after === null) return new Map();
  const prefix = prefixOf(root);
  const within = prefix === "" ? [] : ["--", "."];
  if (before === null) {
    const printed = await runGit(root, ["ls-tree", "-r", "-z", "--full-name", after, ...within], clock);
    return printed === null ? null : new Map(listed(printed, prefix));
  }
  const args = ["diff-tree", "-r", "--no-renames", "-z", before, after, ...within];
  const printed = await runGit(root, args, clock);
  return printed === null ? null : new Map(differing(printed, prefix));
}

/** `<mode> <type> <oid>\t<path>` */
function* listed(printed: Buffer, prefix: string): Generator<[string, Moved]> {
  for (const piece of pieces(printed)) {
    const tab = piece.indexOf(0x09);
    const [mode = "", , oid = ""] = piece.subarray(0, tab).toString("latin1").split(" ");
    yield [toText(piece.subarray(tab + 1)).slice(prefix.length), { before: null, after: blobOf(mode, oid) }];
  }
}

/** `:<mode> <mode> <oid> <oid> <status>`, then the path. */
function* differing(printed: Buffer, prefix: string): Generator<[string, Moved]> {
  const parts = pieces(printed);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const fields = (parts[at] ?? Buffer.alloc(0)).toString("latin1").slice(1).split(" ");
    const [oldMode = "", newMode = "", oldId = "", newId = ""] = fields;
    const path = toText(parts[at + 1] ?? Buffer.alloc(0));
    if (path.startsWith(prefix))
      yield [path.slice(prefix.length), { before: blobOf(oldMode, oldId), after: blobOf(newMode, newId) }];
  }
}
