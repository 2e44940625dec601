import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { FileFinding } from "@writ/contracts";
import { decode } from "./decode.ts";
import { insideOf } from "./inside.ts";
import { type Stamp, stampOf, toStamp } from "./stamp.ts";

/** What is larger was not written for an agent to read. */
const largest = 1024 * 1024;

const leadsOut = "it is a link out of the repository, or to nothing, and was not read.";

/** A text of the repository as it was read, or why it was not. */
export interface TextRead {
  readonly text: string | null;
  readonly stamp: Stamp;
  readonly bytes: number;
  readonly findings: readonly FileFinding[];
}

/** Reads a text file below the root, or its beginning. One that is too large, no text, no file, or a link out of it is told about. */
export async function readText(
  realRoot: string,
  path: string,
  { most = largest, isHead = false }: { most?: number; isHead?: boolean } = {},
): Promise<TextRead> {
  const without = (stamp: Stamp, message: string): TextRead => ({
    text: null,
    stamp,
    bytes: 0,
    findings: [{ file: path, line: 0, severity: "error", message }],
  });
  if (insideOf(realRoot, path) === null) return without(stampOf(join(realRoot, path)), leadsOut);
  try {
    // Without waiting: a named pipe has nobody at its other end.
    const handle = await open(join(realRoot, path), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stats = await handle.stat({ bigint: true });
      const stamp = toStamp(stats);
      if (!stats.isFile()) return without(stamp, "it is not a plain file and was not read.");
      if (stats.size > most && !isHead)
        return without(stamp, `it is larger than ${most / largest} MB and was not read.`);
      const bytes = await readAtMost(handle, Math.min(most, Number(stats.size)));
      const { text, note } = decode(bytes, bytes.length === Number(stats.size));
      if (text === null) return without(stamp, "it is no text and was not read.");
      const findings: FileFinding[] =
        note === null ? [] : [{ file: path, line: 0, severity: "warning", message: note }];
      return { text, stamp, bytes: bytes.length, findings };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return without(stampOf(join(realRoot, path)), `it could not be read (${code}).`);
  }
}

/** A file may grow while it is read; what came later is left for the next time. */
async function readAtMost(handle: FileHandle, most: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const { bytesRead } = await handle.read(buffer, length, most - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
