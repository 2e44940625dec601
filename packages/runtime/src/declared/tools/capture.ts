import type { Readable } from "node:stream";

/** The first of what a stream says; the rest is read, so that nobody waits, and dropped. */
export function capture(stream: Readable, limit: number): { text(): string } {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    const kept = chunk.subarray(0, limit - size);
    if (kept.length > 0) chunks.push(kept);
    size += kept.length;
  });
  stream.on("error", () => {});
  return { text: () => Buffer.concat(chunks).toString("utf8") };
}
