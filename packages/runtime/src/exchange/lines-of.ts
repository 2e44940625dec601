import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Line, maxLineBytes, readLines } from "@writ/stores";

/** The lines of a file that somebody named, a chunk of them at a time; a pipe under that name will do. */
export async function* linesOfFile(
  file: string,
  onProgress?: (doneBytes: number, allBytes: number) => void,
): AsyncGenerator<Line[]> {
  const handle = await open(file);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) {
      const input = handle.createReadStream({ autoClose: false });
      yield* linesOfTexts(() => createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }));
      return;
    }
    for await (const lines of readLines(handle)) {
      yield lines;
      onProgress?.(lines.at(-1)?.offset ?? 0, stats.size);
    }
  } finally {
    await handle.close();
  }
}

/** The same for lines that come as texts. They are asked for once somebody waits for them: a pipe does not repeat itself. */
export async function* linesOfTexts(texts: () => AsyncIterable<string>): AsyncGenerator<Line[]> {
  let line = 0;
  let offset = 0;
  for await (const text of texts()) {
    line += 1;
    const bytes = Buffer.from(text);
    const place = { line, offset, ended: true };
    offset += bytes.length + 1;
    if (bytes.length > maxLineBytes) yield [{ ...place, bytes: Buffer.alloc(0), skipped: bytes.length }];
    else yield [{ ...place, bytes }];
  }
}
