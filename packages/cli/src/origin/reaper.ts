import { spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { parseProcStat } from "../process-tree.ts";

/** What an orphan of this process learned. */
interface Orphaned {
  /** The process that takes up orphans here: what lies beneath it among our parents has the parent that started it. */
  readonly reaper: number;
  /** Milliseconds since 1970 at which the system's clock of processes stood at zero. */
  readonly zero: number;
}

/** The outer shell ends at once; the inner one waits for a line, and by then has another parent. */
const script = "{ read -r _ <&3 && exec cat /proc/self/stat; } &";

/**
 * Linux lets any process take up the orphans beneath it, and does not tell which do. So an orphan is made and looked
 * at. `null` where that shows nothing.
 */
export async function findReaper(): Promise<Orphaned | null> {
  const now = Date.now();
  // Node closes the stdin of a child that ended.
  const child = spawn("/bin/sh", ["-c", script], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
    env: { PATH: "/usr/bin:/bin" },
  });
  const line = child.stdio[3];
  if (child.stdout === null || !(line instanceof Writable)) return null;
  line.on("error", () => {});
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = once(child, "close").catch(() => {});
  await once(child, "exit").catch(() => {});
  line.end("\n");
  await closed;
  const stat = parseProcStat(Buffer.concat(chunks).toString("utf8"));
  return stat === null ? null : { reaper: stat.parent, zero: now - Number(stat.started) * tickMs };
}

/** What Linux tells start times in, whatever the kernel itself counts in. */
const tickMs = 10;
