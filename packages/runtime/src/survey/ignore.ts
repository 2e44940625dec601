import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type IgnoreRules, parseGitignore } from "@writ/engine";
import { type Stamp, stampOf } from "./stamp.ts";

/** Every `.gitignore` on the way, the outermost first, and their stamps as one text. */
export interface Ignore {
  readonly files: readonly Ignoring[];
  readonly key: string;
}

/** A `.gitignore` on the way, read when it is asked. */
interface Ignoring {
  readonly folder: string;
  readonly stamp: Stamp;
  rules(): IgnoreRules;
}

/** Nothing is left out yet. */
export const nothingIgnored: Ignore = { files: [], key: "" };

/** Whether a folder is left out; the innermost file that speaks of it decides. */
export function isIgnored(path: string, { files }: Ignore): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const decided = rules().decide(folder === "" ? path : path.slice(folder.length + 1));
    if (decided !== null) return decided;
  }
  return false;
}

/** The rules for what is in a folder that has a `.gitignore` of its own. */
export function withOwn({ files, key }: Ignore, realRoot: string, folder: string): Ignore {
  const own = ignoring(realRoot, folder);
  return { files: [...files, own], key: `${key}|${own.folder}:${own.stamp}` };
}

function ignoring(realRoot: string, folder: string): Ignoring {
  const file = join(realRoot, folder, ".gitignore");
  let read: IgnoreRules | undefined;
  const rules = () => {
    read ??= parseGitignore(smallText(file));
    return read;
  };
  return { folder, stamp: stampOf(file), rules };
}

function smallText(file: string): string {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= 256 * 1024 ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}
