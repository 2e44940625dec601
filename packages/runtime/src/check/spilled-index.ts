import { once } from "node:events";
import { createWriteStream, rmSync, type WriteStream } from "node:fs";
import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { LedgerIndex } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { openSqliteIndex } from "@writ/stores";
import { sidecarName } from "../locate.ts";
import type { IndexListener } from "../workspace/ledger-index.ts";
import { eachObject, type Git } from "./git.ts";
import type { Records } from "./records.ts";

/** What an index is made of: published files by their git ids, further records, and the live ledgers where they count. */
export interface Spilled {
  objects: readonly string[];
  further: Records;
  live: { traces: string; decisions: string } | null;
}

/**
 * An index on the disk, for as long as it is asked: the records of a large team do not fit into memory. All stand in
 * one file, so that it does not matter what theirs were called. `null` where this platform has no database.
 */
export async function openSpilledIndex(
  git: Git,
  { objects, further, live }: Spilled,
  listener: IndexListener | undefined,
): Promise<LedgerIndex | null> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "writ-check-")));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const dir = join(folder, sidecarName);
    const published = join(dir, "ledger");
    const month = join(published, "2000-01");
    await mkdir(month, { recursive: true });
    await writeRecords(join(month, "all-000000000000-000000000000.jsonl"), git, objects, further);
    const nowhere = { traces: join(dir, "agent_trace.jsonl"), decisions: join(dir, "decisions.jsonl") };
    const index = await openSqliteIndex({ ...(live ?? nowhere), published, state: join(dir, ".state"), addedIn });
    if (index === null) {
      remove();
      return null;
    }
    await index.update(listener?.onProgress?.bind(listener));
    const close = (): void => {
      index.close();
      remove();
    };
    return { ...index, close };
  } catch (error) {
    remove();
    throw error;
  }
}

const newline = Buffer.from("\n");

async function writeRecords(file: string, git: Git, objects: readonly string[], further: Records): Promise<void> {
  const out = createWriteStream(file);
  const closed = finished(out);
  // A failure while writing is reported below, not as a rejection without a handler.
  closed.catch(() => {});
  try {
    await writeAll(out, git, objects, further);
    out.end();
  } catch (error) {
    // The file may not be open yet: its folder must stay until then.
    out.destroy();
    await closed.catch(() => {});
    throw error;
  }
  await closed;
}

async function writeAll(out: WriteStream, git: Git, objects: readonly string[], further: Records): Promise<void> {
  const write = async (bytes: Buffer | string): Promise<void> => {
    if (!out.write(bytes)) await once(out, "drain");
  };
  for await (const [, bytes] of eachObject(git, objects)) {
    await write(bytes);
    // A file whose end was cut off must not run into the next one.
    if (bytes.at(-1) !== 10) await write(newline);
  }
  for (const record of [...further.traces, ...further.decisions]) await write(`${JSON.stringify(record)}\n`);
}
