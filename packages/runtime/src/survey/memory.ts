import { readCacheFile, writeCacheFile } from "./cache-file.ts";
import type { Stamp } from "./stamp.ts";
import type { Listing } from "./walk.ts";

/** A file's value, and the stamp it was read under. */
interface Held<T> {
  stamp: Stamp;
  value: T;
}

/** What a surveyor remembers of one repository. */
export interface Memory<T> {
  listings: ReadonlyMap<string, Listing>;
  files: Map<string, Held<T>>;
  /** What the last walk found, as text. */
  seen: string;
  revision: number;
}

/** The format of the kept file; another one is read anew. */
const version = 1;

/** What an earlier process kept, as far as it can still be used; nothing is taken on trust. */
export async function recall<T>(
  realRoot: string,
  { cache, isValue }: { cache: string; isValue(value: unknown): value is T },
): Promise<Memory<T>> {
  const memory: Memory<T> = { listings: new Map(), files: new Map(), seen: "", revision: 0 };
  const kept = await readCacheFile(realRoot, cache);
  if (!isKept(kept)) return memory;
  for (const [path, held] of kept.files) {
    if (typeof held?.stamp === "string" && isValue(held.value)) {
      memory.files.set(path, { stamp: held.stamp, value: held.value });
    }
  }
  memory.listings = new Map(kept.listings.filter(([, listing]) => isListing(listing)));
  return memory;
}

/** Keeps a memory for the next process. */
export async function keep(realRoot: string, cache: string, { listings, files }: Memory<unknown>): Promise<void> {
  await writeCacheFile(realRoot, cache, { version, listings: [...listings], files: [...files] });
}

interface Kept {
  readonly listings: readonly [string, Listing][];
  readonly files: readonly [string, { stamp?: unknown; value?: unknown } | null][];
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { version: written, listings, files } = value as Record<string, unknown>;
  return written === version && isPairs(listings) && isPairs(files);
}

const isPairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string");

function isListing(value: unknown): value is Listing {
  if (typeof value !== "object" || value === null) return false;
  const { stamp, ignore, ...lists } = value as Record<string, unknown>;
  const areTexts = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === "string");
  return (
    typeof stamp === "string" && typeof ignore === "string" && [lists.folders, lists.links, lists.files].every(areTexts)
  );
}
