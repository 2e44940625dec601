import { accessSync, constants, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { hooksLog } from "@writ/runtime";
import { toHookEvent } from "../commands/hooks/event-context.ts";

/** What is known of a hook's last run. */
export interface LastRun {
  readonly status: string;
  readonly reason: string;
  readonly time: string;
  /** The event it ran on; empty where the log does not say. */
  readonly event: string;
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

/** Why nothing can be written down of what hooks do, if that is so: what is in the way, and how. */
export function logProblem(root: string): string | null {
  for (const folder of [".system/logs", ".system/cache"]) {
    const stats = statSync(join(root, folder), { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory()) return `${folder} is not a folder`;
    if (!mayWrite(join(root, stats === undefined ? ".system" : folder))) return `${folder} cannot be written to`;
  }
  const stats = statSync(join(root, hooksLog), { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return stats.isFile() && mayWrite(join(root, hooksLog)) ? null : `${hooksLog} cannot be written to`;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function endOf(path: string): Promise<string> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return "";
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return "";
    const { size } = stats;
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
    const { hook_id: id, status, reason = "", time = "", event_type: event } = value as Record<string, unknown>;
    if (typeof id !== "string" || typeof status !== "string") return null;
    return { id, status, reason: String(reason), time: String(time), event: toHookEvent(String(event)) ?? "" };
  } catch {
    return null;
  }
}
