import { open } from "node:fs/promises";
import { basename } from "node:path";
import { sidecarPaths } from "@writ/runtime";
import { later } from "../text/duration.ts";
import { placeOf } from "../text/place.ts";
import { withProgress } from "../text/progress.ts";
import { plural } from "../text/table.ts";
import { type Check, error, ok, warning } from "./finding.ts";

/** The chain of records is intact. */
export const chain: Check = async (root, context) => {
  const writ = await context.openWritAt(root);
  const verified = await withProgress(context, "Verifying", (onProgress) => writ.verify({ onProgress }));
  const { ok: intact, records, problems } = verified;
  if (intact) return [ok("records", `${plural(records, "record")}, intact`)];
  const [first] = problems;
  const where = first === undefined ? "" : `, first ${placeOf(first)}: ${first.reason}`;
  return [
    error("records", `${problems.length} of the records are not intact${where}`, "Look at them with: writ verify"),
  ];
};

/** A crash can leave half a line at the end; the next record sets it aside. */
export const tail: Check = async (root) => {
  const { traces, decisions } = sidecarPaths(root);
  const torn: string[] = [];
  for (const file of [traces, decisions]) if (!(await endsInNewline(file))) torn.push(basename(file));
  if (torn.length === 0) return [];
  return [
    warning(
      "records",
      `The last line of ${torn.join(", ")} is not complete.`,
      "The next record sets it aside by itself.",
    ),
  ];
};

const patience = 10 * 60_000;

/** Calls that began and never ended. */
export const pending: Check = async (root, { openWritAt, now }) => {
  const calls = await (await openWritAt(root)).sessions.listPending();
  const stale = calls.filter(({ at, permit }) => permit === undefined && at < later(now(), -patience));
  if (stale.length === 0) return [];
  const tools = [...new Set(stale.map(({ tool }) => tool))].sort().join(", ");
  return [
    warning(
      "calls",
      `${stale.length} began and never ended (${tools}).`,
      "They end by themselves with the next call or the session; see: writ log",
    ),
  ];
};

async function endsInNewline(file: string): Promise<boolean> {
  try {
    const handle = await open(file, "r");
    try {
      const { size } = await handle.stat();
      if (size === 0) return true;
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
      return buffer[0] === 0x0a;
    } finally {
      await handle.close();
    }
  } catch {
    // No file yet: nothing is torn.
    return true;
  }
}
