import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileState } from "@writ/contracts";
import { gitFolders, gitTop } from "../../git/folders.ts";
import { textIn } from "../../git/text-in.ts";
import { sha256 } from "../../hash.ts";
import { runGit } from "../git/run-git.ts";
import { type Clock, startClock } from "./clock.ts";
import { mostBytes } from "./limits.ts";
import type { Blob } from "./parse-status.ts";

/** What git has under a path: the state it stands for, and its bytes where there was room for them. */
export interface Stored {
  /** Git's own name for it. */
  oid: string;
  state: FileState;
  bytes: Uint8Array | null;
}

/** Files that are changed on their way out of git are asked for one by one, so not too many of them. */
const mostFiltered = 200;

function stateOf({ mode }: Blob, bytes: Uint8Array): FileState {
  const kind = mode === "120000" ? "link" : "file";
  const permissions = mode === "100755" ? 0o755 : 0o644;
  return { kind, hash: sha256(bytes), mode: permissions, size: bytes.byteLength, changedAt: 0, stamp: "" };
}

/** Whether what git has may differ from what it writes into the work tree: line ends, filters. */
function isFiltered(root: string): boolean {
  const top = gitTop(root) ?? root;
  if (process.platform === "win32" || existsSync(join(top, ".gitattributes"))) return true;
  const shared = gitFolders(root)?.shared;
  return shared !== undefined && /autocrlf|attributesfile/i.test(textIn(join(shared, "config")) ?? "");
}

/** Reads what git has, by the path it is wanted for. What git does not have any more is left out. */
export async function readBlobs(
  root: string,
  wanted: ReadonlyMap<string, Blob>,
  clock: Clock,
): Promise<Map<string, Stored>> {
  const found = new Map<string, Stored>();
  const plain = new Map<string, Blob>();
  for (const [path, blob] of wanted) {
    if (blob.mode !== "160000") plain.set(path, blob);
    else found.set(path, { oid: blob.oid, state: repository(blob), bytes: null });
  }
  if (plain.size === 0) return found;
  if (plain.size <= mostFiltered && isFiltered(root)) {
    for (const [path, blob] of plain) {
      const bytes = await runGit(root, ["cat-file", "--filters", `--path=${path}`, blob.oid], clock);
      if (bytes !== null) found.set(path, { oid: blob.oid, state: stateOf(blob, bytes), bytes });
    }
    return found;
  }
  const objects = await readObjects(root, [...new Set([...plain.values()].map(({ oid }) => oid))], clock);
  let room = mostBytes;
  for (const [path, blob] of plain) {
    const bytes = objects.get(blob.oid);
    if (bytes === undefined) continue;
    room -= bytes.byteLength;
    found.set(path, { oid: blob.oid, state: stateOf(blob, bytes), bytes: room < 0 ? null : bytes });
  }
  return found;
}

/** What git has under its own name, if that is what this hash speaks of: as it is, or as it goes into the work tree. */
export async function readBlob(root: string, path: string, oid: string, hash: string): Promise<Uint8Array | null> {
  const clock = startClock(60_000);
  for (const how of [["blob"], ["--filters", `--path=${path}`]]) {
    const bytes = await runGit(root, ["cat-file", ...how, oid], clock);
    if (bytes !== null && sha256(bytes) === hash) return bytes;
  }
  return null;
}

/** A submodule is known by its commit alone; one that was as committed is compared as if it were unknown. */
function repository({ oid }: Blob): FileState {
  return { kind: "repository", hash: oid, mode: 0, size: 1, changedAt: 0, stamp: "" };
}

/** Reads objects by git's own names; what git does not have is left out. */
export async function readObjects(root: string, oids: readonly string[], clock: Clock): Promise<Map<string, Buffer>> {
  const printed = (await runGit(root, ["cat-file", "--batch"], clock, `${oids.join("\n")}\n`)) ?? Buffer.alloc(0);
  const found = new Map<string, Buffer>();
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(0x0a, at);
    if (end === -1) break;
    const [oid = "", type, size] = printed.subarray(at, end).toString("latin1").split(" ");
    if (size === undefined) {
      at = end + 1;
      continue;
    }
    const stop = end + 1 + Number(size);
    if (type === "blob") found.set(oid, printed.subarray(end + 1, stop));
    at = stop + 1;
  }
  return found;
}
