import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { sep } from "node:path";
import { type Process, standsIn } from "./processes.ts";

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

/** Whether it was started with a path of the folder, as editors are. */
function isTold(pid: number, folder: string): boolean {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  return words.some((word) => isBelow(word.slice(Math.max(0, word.indexOf(folder))), folder));
}

/** Whether it has a file of the folder open, or waits for changes of the folder itself. */
function isOpenIn(pid: number, folder: string, inode: string): boolean {
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      if (target !== "anon_inode:inotify") return isBelow(target, folder);
      return readFileSync(`/proc/${pid}/fdinfo/${fd}`, "latin1").includes(` ino:${inode} `);
    } catch {
      // Closed while we looked.
      return false;
    }
  });
}

/** Tells whether a process may write in a folder: it stands there, was started with it, has it open, or watches it. */
export function worksIn(folder: string): (one: Pick<Process, "pid" | "cwd">) => boolean {
  const inode = statSync(folder, { bigint: true }).ino.toString(16);
  return (one) => {
    if (standsIn(one, folder)) return true;
    try {
      return isTold(one.pid, folder) || isOpenIn(one.pid, folder, inode);
    } catch {
      // It ended, or is somebody else's.
      return false;
    }
  };
}
