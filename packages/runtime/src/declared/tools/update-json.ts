import { dirname } from "node:path";
import { readPlainFile, withFileLock, writeAtomic } from "@writ/stores";
import { lockOf, makeFolder } from "./folders.ts";
import { writable } from "./writable.ts";

type Fields = Record<string, unknown>;

/** Changes a JSON file below the root while nobody else does. What cannot be read counts as `{}`. */
export async function updateJson(root: string, path: string, change: (value: Fields) => Fields): Promise<void> {
  const file = await writable(root, path);
  makeFolder(root, dirname(file));
  await withFileLock(lockOf(root, file), async () => {
    const next = change(fieldsOf(readPlainFile(file)));
    // It is a cache: after a power cut it may be old, never torn.
    await writeAtomic(file, `${JSON.stringify(next, null, 2)}\n`, { sync: false });
  });
}

function fieldsOf(read: ReturnType<typeof readPlainFile>): Fields {
  if (!(read instanceof Uint8Array)) return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(read).toString("utf8"));
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
