import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { shimPath, windowsShimPath } from "@writ/adapters";
import { fail } from "@writ/contracts";
import { sidecarPaths } from "@writ/runtime";
import { kindAt, readIfThere } from "../files.ts";
import type { Io } from "../io.ts";
import { isInside } from "../paths.ts";
import type { Change } from "./change.ts";
import { readShippedShim } from "./shipped.ts";

const modes: Readonly<Record<string, number>> = { [shimPath]: 0o755, [windowsShimPath]: 0o644 };

/** Where the shim is told which Node and which script answer: paths of this machine, so outside git. */
const commandFile = (root: string) => join(sidecarPaths(root).state, "command");
const commandPath = ".orchestration/.state/command";

/** The shim in the repository, and where it finds Writ. They are Writ's own: an older one is replaced. */
export async function planShim(root: string, io: Pick<Io, "self">): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [path, mode] of Object.entries(modes)) {
    const content = await readShippedShim(basename(path), io);
    changes.push(await toChange(path, join(root, path), content, mode));
  }
  const { node, script } = io.self;
  // A line break in a path would make two of one.
  if (/[\r\n]/.test(`${node}${script}`)) return changes;
  return [...changes, await toChange(commandPath, commandFile(root), `${node}\n${script}\n`, 0o600)];
}

async function toChange(path: string, file: string, content: string, mode: number): Promise<Change> {
  const kind = await kindAt(file);
  if (kind === "absent") return { action: "create", path, file, content, mode };
  if (kind !== "file") throw fail("SIDECAR_INVALID", { file: path, reason: "it is not a plain file" });
  const there = await readIfThere(file);
  if (there?.toString("utf8") === content) return { action: "keep", path, file };
  return { action: "rewrite", path, file, content, mode };
}

/** The same taken out again. */
export async function planShimRemoval(root: string): Promise<Change[]> {
  const changes: Change[] = [];
  for (const [path, file] of [
    ...Object.keys(modes).map((one) => [one, join(root, one)] as const),
    [commandPath, commandFile(root)] as const,
  ]) {
    if ((await kindAt(file)) !== "absent") changes.push({ action: "delete", path, file });
  }
  return changes;
}

/** Why the command that runs now may soon be gone; `null` for one that stays. */
export function fleeting({ self }: Pick<Io, "self">): string | null {
  if (/[\\/]_npx[\\/]/.test(self.script)) return "npx keeps it only for a while";
  return isInside(self.script, tmpdir()) ? "it lies in a folder for temporary files" : null;
}
