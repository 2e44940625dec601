import type { Certainty, Effect } from "@writ/contracts";
import { parseApplyPatch } from "./apply-patch.ts";
import type { PatchedFile, PatchRead } from "./patched-file.ts";
import { parseUnifiedDiff } from "./unified.ts";

/** What a patch does, as effects; each file once for each thing done to it. */
export function toEffects(files: readonly PatchedFile[], certainty: Certainty = "exact"): Effect[] {
  return files.map((file) => ({
    op: file.op,
    path: file.path,
    ...(file.from !== undefined && { from: file.from }),
    ...(file.link !== undefined && { to: /^[/~]/.test(file.link) ? file.link : folderOf(file.path) + file.link }),
    certainty,
    change: { kind: "patch", patch: file.lines.join("\n") },
  }));
}

/** Reads a patch in whichever of the two formats it is. */
export function parsePatch(text: string): PatchRead {
  return /^\s*\*\*\* Begin Patch/.test(text) ? parseApplyPatch(text) : parseUnifiedDiff(text);
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
