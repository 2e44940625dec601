import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { bootId } from "./place.ts";

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

const version = "1";

/** The daemon named in a file; `null` when there is none, or it is of another start of the machine. */
export function readContact(file: string): Contact | null {
  try {
    const [v, port, pid, ask = "", proof = "", boot = ""] = readFileSync(file, "utf8").trim().split(" ");
    if (v !== version || boot !== bootId()) return null;
    return { port: Number(port), pid: Number(pid), ask, proof, boot };
  } catch {
    return null;
  }
}

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

/** Which file a contact was written to: a file of the same name that somebody put there later is another one. */
export type Written = { readonly file: string; readonly inode: number };

/** Puts the file in its place, unless a daemon that runs was faster: two that start at once must not both stay. */
function claim(next: string, file: string): boolean {
  for (let tries = 0; tries < 3; tries++) {
    try {
      linkSync(next, file);
      return true;
    } catch {
      const other = readContact(file);
      if (other !== null && isAlive(other.pid)) return false;
      rmSync(file, { force: true });
    }
  }
  return false;
}

/** Writes it for the user alone; `null` where the file system does not keep others out, or another daemon was faster. */
export function writeContact(file: string, { port, pid, ask, proof, boot }: Contact, uid: number): Written | null {
  const next = `${file}.${pid}`;
  const handle = openSync(next, "wx", 0o600);
  try {
    writeSync(handle, `${[version, port, pid, ask, proof, boot].join(" ")}\n`);
    const { mode, uid: owner, ino } = fstatSync(handle);
    const isPrivate = (mode & 0o077) === 0 && owner === uid;
    return isPrivate && claim(next, file) ? { file, inode: ino } : null;
  } finally {
    closeSync(handle);
    rmSync(next, { force: true });
  }
}

/** Whether the file is still the one that was written, and still nobody else's to read. */
export function isUntouched({ file, inode }: Written): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.ino === inode && (stats.mode & 0o077) === 0;
}

/** Takes the file away, if it is still the one that was meant; of several who try, one is told that it did. */
export function removeContact({ file, inode }: Written): boolean {
  if (lstatSync(file, { throwIfNoEntry: false })?.ino !== inode) return false;
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}
