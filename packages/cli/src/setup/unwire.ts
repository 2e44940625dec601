import { join, posix } from "node:path";
import { levelMark } from "@writ/adapters";
import { mentionsWrit, wirings } from "@writ/adapters/wiring";
import { type Problem, ProblemError, type Shipped } from "@writ/contracts";
import { readIfThere } from "../files.ts";
import type { Io } from "../io.ts";
import { filesOf } from "./agents.ts";
import type { Change } from "./change.ts";
import { excludedIn, withExcluded } from "./exclude.ts";
import { planFileRemoval } from "./file-removal.ts";
import { gitFiles } from "./git-files.ts";
import { shownPath } from "./hook-changes.ts";
import { otherWorktrees } from "./place.ts";
import { type InstallRecord, readRecord } from "./record.ts";

/** What taking Writ out of every agent takes. */
export interface UnwiringPlan {
  readonly changes: readonly Change[];
  /** Settings that still call Writ and could not be edited. */
  readonly problems: readonly Problem[];
  /** Folders to remove if nothing is left in them, innermost first. */
  readonly folders: readonly string[];
}

/** Plans Writ out of the settings of every agent: as they were where nobody touched them, else only its entries. */
export async function planUnwiring(
  root: string,
  shipped: Shipped,
  record: InstallRecord | null,
  io: Pick<Io, "run">,
): Promise<UnwiringPlan> {
  const files = new Map(
    Object.values(wirings)
      .flatMap((wiring) => filesOf(wiring, shipped))
      .map((file) => [file.path, file]),
  );
  const changes: Change[] = [];
  const problems: Problem[] = [];
  for (const file of files.values()) {
    const known = record?.wired.find(({ path }) => path === file.path) ?? null;
    try {
      const change = await planFileRemoval(root, file, known);
      if (change !== null) changes.push(change);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // A file that has nothing of Writ's in it is nobody's business.
      if (known !== null || (await isMentionedIn(root, file.path))) problems.push(error.problem);
    }
  }
  changes.push(...(await planExcludeRemoval(root, io)));
  const made =
    record?.folders ?? changes.filter(({ action }) => action === "delete").flatMap(({ path }) => parentsOf(path));
  return { changes, problems, folders: innermostFirst(made).map((folder) => join(root, folder)) };
}

async function isMentionedIn(root: string, path: string): Promise<boolean> {
  const bytes = await readIfThere(join(root, path)).catch(() => null);
  return bytes !== null && mentionsWrit(bytes.toString("utf8"));
}

/** Worktrees share the file, so what another one keeps out of git stays. */
async function planExcludeRemoval(root: string, io: Pick<Io, "run">): Promise<Change[]> {
  const { excludeFile: file } = await gitFiles(root, io);
  const text = file === null ? null : ((await readIfThere(file))?.toString("utf8") ?? null);
  if (file === null || text === null) return [];
  const others = await Promise.all((await otherWorktrees(root, io)).map((other) => readRecord(other)));
  const needed = others.flatMap((other) => other?.excluded ?? []);
  const next = withExcluded(
    text,
    excludedIn(text).filter((path) => needed.includes(path)),
  );
  if (next === text) return [];
  const path = shownPath(root, file);
  return [
    next === null ? { action: "delete", path, file } : { action: "rewrite", path, file, content: next, mode: 0o644 },
  ];
}

function parentsOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...parentsOf(folder)];
}

function innermostFirst(folders: readonly string[]): string[] {
  return [...new Set(folders)].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

/** Settings in the home folder that call Writ: they are for every repository, so they are told of, not changed. */
export async function wiredAtHome(home: string, shipped: Shipped): Promise<{ title: string; path: string }[]> {
  const found: { title: string; path: string }[] = [];
  for (const wiring of Object.values(wirings)) {
    for (const file of filesOf(wiring, shipped)) {
      const text = (await readIfThere(join(home, file.path)).catch(() => null))?.toString("utf8") ?? null;
      // What acts in governed repositories only was meant to, and stays.
      if (text?.includes(levelMark) !== true && file.state(text) !== "absent")
        found.push({ title: wiring.title, path: `~/${file.path}` });
    }
  }
  return found;
}
