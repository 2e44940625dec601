import { join } from "node:path";
import { withFileLock } from "@writ/stores";
import { sha256 } from "../hash.ts";
import type { Workspace } from "./types.ts";

type Release = () => Promise<void>;

/** Takes a lock and keeps it until told to let go. */
function hold(path: string): Promise<Release> {
  return new Promise((taken, failed) => {
    const held: Promise<void> = withFileLock(path, () => {
      return new Promise<void>((letGo) => {
        taken(async () => {
          letGo();
          await held;
        });
      });
    });
    held.catch(failed);
  });
}

/** A claim on files that no other process makes at the same time. Taken in one order everywhere, so that nobody waits in a circle. */
export async function takeLeases(workspace: Workspace, paths: readonly string[]): Promise<Release> {
  const held: Release[] = [];
  const release: Release = async () => {
    for (const letGo of held.reverse()) await letGo();
  };
  try {
    for (const path of [...new Set(paths)].sort()) {
      held.push(await hold(join(workspace.paths.leases, `${sha256(path).slice(7, 31)}.lock`)));
    }
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}
