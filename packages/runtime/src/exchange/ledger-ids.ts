import { open } from "node:fs/promises";
import { toUuid } from "@writ/engine";
import { errorCode, listPublished, pieceReader, readLines, traceKind } from "@writ/stores";
import { sha256 } from "../hash.ts";
import type { SidecarPaths } from "../paths.ts";
import type { SeenIds } from "./seen-ids.ts";

const firstId = Buffer.from('{"id":"');
const quote = 0x22;
const backslash = 0x5c;

/** Meets the id of every trace there is, live and published. */
export async function meetLedgerIds({ traces, published }: SidecarPaths, seen: SeenIds): Promise<void> {
  for (const file of [traces, ...(await listPublished(published))]) await meetIdsIn(file, seen);
}

async function meetIdsIn(file: string, seen: SeenIds): Promise<void> {
  const handle = await open(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (handle === null) return;
  // What cannot be read is `writ verify`'s to tell.
  const reader = pieceReader(() => {});
  try {
    for await (const lines of readLines(handle)) {
      for (const line of lines) {
        const id = reader.isOpen() ? null : idAtStart(line.bytes);
        if (id !== null) meetId(id, seen);
        else for (const { value, bytes } of reader.feed(line)) meetId(traceKind.parse(value, sha256(bytes))?.id, seen);
      }
    }
  } finally {
    await handle.close();
  }
}

function meetId(id: string | undefined, seen: SeenIds): void {
  if (id !== undefined) seen.meet(toUuid(id, sha256));
}

/** Writ's own lines begin with the id: most of a ledger need not be parsed. */
function idAtStart(bytes: Buffer): string | null {
  if (!bytes.subarray(0, firstId.length).equals(firstId)) return null;
  const end = bytes.indexOf(quote, firstId.length);
  const id = bytes.subarray(firstId.length, end);
  return end === -1 || id.includes(backslash) || bytes.at(-1) !== 0x7d ? null : id.toString("utf8");
}
