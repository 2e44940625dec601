import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { bootId, isPrivateFolder } from "./place.ts";
import { readSeal } from "./seal.ts";

/** How a daemon is reached, and how both sides prove who they are. The shim reads the same line. */
export interface Contact {
  readonly port: number;
  readonly pid: number;
  /** What a caller must show. */
  readonly ask: string;
  /** What the daemon shows in its answer: a stranger on its port cannot answer for it. */
  readonly proof: string;
  readonly boot: string;
}

const version = "3";

/** A daemon writes exactly this: numbers, tokens and the seal of the workspace, on one line. */
const line = /^(\d+) (\d{1,5}) (\d+) ([0-9a-f]{48}) ([0-9a-f]{48}) ([0-9a-f]{48}) (\S+)\n$/;
/** Longer than any line a daemon writes. */
const longest = 512;

/**
 * The daemon named in a contact file. `null` when there is none, when it is of another start of the machine, or when
 * the file is not one that Writ wrote: a plain file of the user alone, under one name, with the workspace's seal.
 */
export function readContact(file: string, root: string): Contact | null {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats?.nlink === 1 ? readClaimed(file, root) : null;
}

/** The same, but the file may still have the name under which it was written. */
function readClaimed(file: string, root: string): Contact | null {
  try {
    const stats = lstatSync(file);
    if (
      !isPrivate(stats, process.getuid?.() ?? -1) ||
      stats.size > longest ||
      !isPrivateFolder(dirname(file), stats.uid)
    )
      return null;
    const [, found, port, pid, ask = "", proof = "", seal, boot = ""] = line.exec(readFileSync(file, "utf8")) ?? [];
    if (found !== version || boot !== bootId() || seal !== readSeal(root)) return null;
    return { port: Number(port), pid: Number(pid), ask, proof, boot };
  } catch {
    return null;
  }
}

const isPrivate = (stats: Stats, uid: number): boolean =>
  stats.isFile() && stats.uid === uid && (stats.mode & 0o077) === 0;

/** Whether the daemon with this number runs and is ours; where the system tells, not another process that got its number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0daemon\0run\0");
  } catch {
    return true;
  }
}

/** Which file a contact was written to: a file of the same name that was put there later is another one. */
export type ContactFile = { readonly file: string; readonly inode: number };

/** A contact file as its daemon left it. */
export interface Written extends ContactFile {
  readonly state: string;
}

/** Puts the file in its place, unless a daemon that runs was faster: two that start at once must not both stay. */
function claim(next: string, file: string, root: string): boolean {
  for (let tries = 0; tries < 3; tries++) {
    try {
      linkSync(next, file);
      return true;
    } catch {
      const other = readClaimed(file, root);
      if (other !== null && isAlive(other.pid)) return false;
      rmSync(file, { force: true });
    }
  }
  return false;
}

/** What a contact is written for: the file, the workspace it belongs to, and the workspace's seal. */
export interface ContactPlace {
  readonly file: string;
  readonly root: string;
  readonly seal: string;
}

/** Writes it for the user alone; `null` where the file system does not keep others out, or another daemon was faster. */
export function writeContact({ file, root, seal }: ContactPlace, contact: Contact): Written | null {
  const { port, pid, ask, proof, boot } = contact;
  const next = `${file}.${pid}`;
  const handle = openSync(next, "wx", 0o600);
  try {
    writeSync(handle, `${[version, port, pid, ask, proof, seal, boot].join(" ")}\n`);
    if (!isPrivate(lstatSync(next), process.getuid?.() ?? -1) || !claim(next, file, root)) return null;
  } finally {
    closeSync(handle);
    rmSync(next, { force: true });
  }
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined ? null : { file, inode: stats.ino, state: stateOf(stats) };
}

/** Everything that changes with the file: its content, its names, and who may read it. */
const stateOf = ({ dev, ino, mode, uid, nlink, size, mtimeMs, ctimeMs }: Stats): string =>
  [dev, ino, mode, uid, nlink, size, mtimeMs, ctimeMs].join(" ");

/** Whether the file is still the one that was written, in a folder that is still the user's alone. */
export function isUntouched({ file, state }: Written): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stateOf(stats) === state && isPrivateFolder(dirname(file), stats.uid);
}

/** Takes the file away, if it is still the one that was meant; of several who try, one is told that it did. */
export function removeContact({ file, inode }: ContactFile): boolean {
  if (lstatSync(file, { throwIfNoEntry: false })?.ino !== inode) return false;
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}
