import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { FileState } from "@writ/contracts";
import { crypto } from "@writ/stores";
import { onDisk } from "../look/path-bytes.ts";

/** Why a file was left alone. */
export class Blocked extends Error {
  override readonly name = "Blocked";
}

function statOf(root: string, path: string) {
  return lstatSync(onDisk(root, path), { throwIfNoEntry: false });
}

/** The folders above a path, from the top: none may be a link, or what is written lands somewhere else. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

function requirePlain(path: string): void {
  const isPlain =
    path !== "" && !path.startsWith("/") && path.split("/").every((part) => !["", ".", ".."].includes(part));
  if (!isPlain) throw new Blocked("its path leads out of the workspace");
}

/** Makes the folders a file lies in, through folders alone. */
function openWay(root: string, path: string): void {
  requirePlain(path);
  for (const folder of foldersAbove(path)) {
    const stats = statOf(root, folder);
    if (stats === undefined) mkdirSync(onDisk(root, folder));
    else if (!stats.isDirectory()) throw new Blocked(`${folder} is not a folder any more`);
  }
}

/** Takes a file or link away, and folders that are empty then. What is not there is gone already. */
export function takeAway(root: string, path: string): void {
  requirePlain(path);
  for (const folder of foldersAbove(path)) {
    const stats = statOf(root, folder);
    if (stats === undefined) return;
    if (!stats.isDirectory()) throw new Blocked(`${folder} is not a folder any more`);
  }
  const stats = statOf(root, path);
  if (stats === undefined) return;
  if (stats.isDirectory()) throw new Blocked("it is a folder now");
  rmSync(onDisk(root, path));
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    try {
      rmdirSync(onDisk(root, folder));
    } catch {
      return;
    }
  }
}

/** Puts a file or link where it was, in one move. */
export function putBack(
  root: string,
  path: string,
  { kind, mode }: Pick<FileState, "kind" | "mode">,
  bytes: Uint8Array,
): void {
  openWay(root, path);
  if (statOf(root, path)?.isDirectory() === true) throw new Blocked("it is a folder now");
  const folder = dirname(path) === "." ? "" : `${dirname(path)}/`;
  const draft = onDisk(root, `${folder}.writ-${crypto().randomBytes(6).toString("hex")}`);
  try {
    if (kind === "link") symlinkSync(Buffer.from(bytes), draft);
    else write(draft, bytes, mode);
    renameSync(draft, onDisk(root, path));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function write(file: string | Buffer, bytes: Uint8Array, mode: number): void {
  const handle = openSync(
    file,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    0o600,
  );
  try {
    writeFileSync(handle, bytes);
  } finally {
    closeSync(handle);
  }
  chmodSync(file, mode & 0o7777);
}
