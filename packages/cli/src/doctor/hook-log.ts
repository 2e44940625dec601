import { open } from "node:fs/promises";
import { join } from "node:path";
import { hooksLog } from "@writ/runtime";

/** What is known of a hook's last run. */
export interface LastRun {
  readonly status: string;
  readonly reason: string;
  readonly time: string;
}

const mostRead = 256 * 1024;

/** How the last run of each hook ended, from the end of the log. Lines that cannot be read are passed over. */
export async function readLastRuns(root: string): Promise<Map<string, LastRun>> {
  const last = new Map<string, LastRun>();
  for (const line of (await endOf(join(root, hooksLog))).split("\n")) {
    const entry = entryIn(line);
    if (entry !== null && entry.status !== "skipped") last.set(entry.id, entry);
  }
  return last;
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return "";
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, mostRead));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, Math.max(0, size - buffer.length));
    return buffer.subarray(0, bytesRead).toString("utf8");
  } finally {
    await file.close();
  }
}

function entryIn(line: string): (LastRun & { readonly id: string }) | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null) return null;
    const { hook_id: id, status, reason = "", time = "" } = value as Record<string, unknown>;
    if (typeof id !== "string" || typeof status !== "string") return null;
    return { id, status, reason: String(reason), time: String(time) };
  } catch {
    return null;
  }
}
