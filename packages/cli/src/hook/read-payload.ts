import { constants, fstatSync, openSync, readSync } from "node:fs";
import { largestPayload, parsePayload } from "./parse-payload.ts";

/** How long to wait before looking at a pipe again, in milliseconds. */
const pause = 2;

/** Reads all of stdin as JSON; `undefined` when it is too large, cut off or not JSON. */
export async function readPayload(stdin: () => AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes = (await readDirectly()) ?? (await readStream(stdin()));
  return bytes === "too large" ? undefined : parsePayload(bytes);
}

/**
 * Files and pipes are read without Node's stream, which takes longer to set up than a decision. Never blocking: a pipe
 * that stays open must leave the deadline its turn. `null` where stdin is something else, such as a socket.
 */
async function readDirectly(): Promise<Buffer | "too large" | null> {
  const fd = openDirectly();
  if (fd === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const length = readChunk(fd, chunk);
    if (length === null) {
      await new Promise((again) => setTimeout(again, pause));
      continue;
    }
    if (length === 0) return Buffer.concat(chunks);
    size += length;
    if (size > largestPayload) return "too large";
    chunks.push(chunk.subarray(0, length));
  }
}

function openDirectly(): number | null {
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return 0;
    if (!stats.isFIFO() || process.platform !== "linux") return null;
    return openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** How many bytes came; 0 at the end, `null` when there are none yet. */
function readChunk(fd: number, chunk: Uint8Array): number | null {
  try {
    return readSync(fd, chunk);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return null;
    throw error;
  }
}

async function readStream(stdin: AsyncIterable<Uint8Array>): Promise<Buffer | "too large"> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.byteLength;
    if (size > largestPayload) return "too large";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
