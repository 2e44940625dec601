import { openToRead } from "../ledger/ledger-file.ts";
import { readLink } from "../ledger/line.ts";
import { readLines } from "../ledger/lines.ts";

/** Everybody who has a line in one of these ledger files. */
export async function writersIn(files: readonly string[]): Promise<Set<string>> {
  const writers = new Set<string>();
  for (const file of files) {
    const handle = await openToRead(file);
    try {
      if (handle === null) continue;
      for await (const lines of readLines(handle))
        for (const { bytes } of lines) {
          const link = readLink(bytes);
          if (link !== null) writers.add(link.writer);
        }
    } finally {
      await handle?.close();
    }
  }
  return writers;
}
