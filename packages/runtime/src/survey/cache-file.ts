import { lstatSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomic } from "@writ/stores";
import { readText } from "./read-text.ts";

/** Where what Writ can find out again is kept, from the root. */
const folder = ".system/cache";

const isRealFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A JSON file in `.system/cache/`; `null` where there is none, or nothing to be made of it. */
export async function readCacheFile(realRoot: string, name: string): Promise<unknown> {
  if (!isRealFolder(join(realRoot, folder))) return null;
  const { text } = await readText(realRoot, `${folder}/${name}`, { most: 16 * 1024 * 1024 });
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps a value there, if the repository has a `.system/` of its own. A cache that cannot be written is none. */
export async function writeCacheFile(realRoot: string, name: string, value: unknown): Promise<void> {
  if (!isRealFolder(join(realRoot, ".system"))) return;
  const place = join(realRoot, folder);
  try {
    if (!isRealFolder(place)) {
      await mkdir(place);
      await writeFile(join(place, ".gitignore"), "*\n", { flag: "wx" });
    }
    if (isRealFolder(place)) await writeAtomic(join(place, name), JSON.stringify(value), { sync: false });
  } catch {
    // A full or read-only disk, or a link in the way: the next one reads everything itself.
  }
}
