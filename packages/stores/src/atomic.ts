import type { Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fail } from "@writ/contracts";
import { crypto } from "./crypto.ts";
import { errorCode, storeFailed } from "./failure.ts";

/** How a file is replaced. */
export interface AtomicOptions {
  /** Wait until the disk has it, so that it survives a power cut. On unless switched off. */
  sync?: boolean;
  /** Permissions of a new file; one that is replaced keeps its own. */
  mode?: number;
  /** Asked when the new content is on the disk and about to take the old one's place; what it throws keeps the old. */
  check?: () => Promise<void>;
}

/** A virus scanner or an editor may hold the file for a moment on Windows. */
const busy = new Set(["EPERM", "EACCES", "EBUSY"]);
const retries = process.platform === "win32" ? 10 : 0;

/**
 * Replaces a file as a whole: whoever reads it sees the old content or the new, also after a kill or a full disk.
 * Written by hand, because write-file-atomic 7 does not look at how much was written: on a full disk it
 * replaces a good file with the beginning of the new one and reports success.
 */
export async function writeAtomic(file: string, data: string | Uint8Array, options: AtomicOptions = {}): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${crypto().randomBytes(6).toString("hex")}.tmp`);
  try {
    const kept = permissionsOf(file, await statOf(file));
    const fresh = { mode: kept ?? options.mode ?? 0o666, exact: kept !== undefined, sync: options.sync !== false };
    await writeNew(temporary, data, fresh);
    await options.check?.();
    await renameOver(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw storeFailed("write", file, error);
  }
}

async function statOf(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return null;
  }
}

/** Only a plain file is replaced: through a link, the content would land somewhere else. */
function permissionsOf(file: string, stats: Stats | null): number | undefined {
  if (stats === null) return undefined;
  if (stats.isFile()) return stats.mode & 0o777;
  const reason = stats.isSymbolicLink() ? "it is a symbolic link" : "it is not a plain file";
  throw fail("STORE_FAILED", { action: `write ${file}`, reason, file });
}

interface Fresh {
  mode: number;
  /** Whether the umask may not take bits away. */
  exact: boolean;
  sync: boolean;
}

async function writeNew(file: string, data: string | Uint8Array, fresh: Fresh): Promise<void> {
  const handle = await openNew(file, fresh.mode);
  try {
    // Unlike a single write, this goes on until all is written or the disk says no.
    await handle.writeFile(data);
    if (fresh.exact) await handle.chmod(fresh.mode);
    if (fresh.sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openNew(file: string, mode: number): Promise<FileHandle> {
  try {
    return await open(file, "wx", mode);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    await mkdir(dirname(file), { recursive: true });
    return await open(file, "wx", mode);
  }
}

async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt >= retries || !busy.has(errorCode(error) ?? "")) throw error;
      await sleep(10 * (attempt + 1));
    }
  }
}
