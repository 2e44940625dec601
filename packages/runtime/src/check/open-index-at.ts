import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { LedgerIndex } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { listPublished, openMemoryIndex } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { sidecarName } from "../locate.ts";
import { type IndexListener, openIndex } from "../workspace/ledger-index.ts";
import type { Workspace } from "../workspace/types.ts";
import { type Git, listTree, readObjects, sizesOf, type TreeEntry } from "./git.ts";
import { ledgerPaths } from "./ledger-between.ts";
import type { Range } from "./range.ts";
import { addRecord, type Records } from "./records.ts";
import { openSpilledIndex } from "./spilled-index.ts";

/**
 * What the records say as the head has them, and further ones; where the head is checked out, with those of this working
 * copy. The index that is kept here is made from files, so it is asked only where these are what the head holds:
 * attributes may give files other bytes, and names may hide them.
 */
export async function openIndexAt(
  workspace: Workspace,
  git: Git,
  { head, isHere }: Range,
  further: Records,
  listener?: IndexListener,
): Promise<LedgerIndex> {
  const entries = await listTree(git, head, ledgerPaths);
  // A change may take the whole sidecar away.
  const isLive = isHere && existsSync(workspace.paths.dir);
  const isPlain = further.traces.length + further.decisions.length === 0;
  if (isLive && isPlain && (await isCheckedOut(workspace, git, entries))) return openIndex(workspace, listener);
  const objects = entries.map(({ object }) => object);
  const bytes = (await sizesOf(git, objects)).reduce((sum, size) => sum + size, 0);
  if (bytes > mostInMemory) {
    const live = isLive ? workspace.paths : null;
    const spilled = await openSpilledIndex(git, { objects, further, live }, listener);
    if (spilled !== null) return spilled;
  }
  const records: Records = isLive ? await readLive(workspace) : { traces: [], decisions: [] };
  for (const content of (await readObjects(git, objects)).values())
    for (const line of content.toString("utf8").split("\n")) addRecord(records, line, sha256(line));
  const traces = [...records.traces, ...further.traces];
  return openMemoryIndex({ traces, decisions: [...records.decisions, ...further.decisions], addedIn });
}

/** As objects, records take five times the room they take as text. */
const mostInMemory = 128 * 1024 * 1024;

/** Whether the published files here are those of a commit, by their names and their bytes. */
async function isCheckedOut({ root, paths }: Workspace, git: Git, entries: readonly TreeEntry[]): Promise<boolean> {
  const here = (await listPublished(paths.published)).map((file) => relative(root, file).split(sep).join("/"));
  const there = new Map(entries.map(({ path, object }) => [path, object]));
  const single = `${sidecarName}/agent_trace.jsonl`;
  const names = there.has(single) ? [...here, single] : here;
  const isSame = names.length === there.size && names.every((name) => there.has(name) && !name.includes("\n"));
  if (!isSame || names.length === 0) return isSame;
  // Read from the top of the repository, these would be others where the workspace is a folder in it.
  const files = names.map((name) => `${join(root, name)}\n`).join("");
  const ids = (await git.ask(["hash-object", "--no-filters", "--stdin-paths"], files))?.toString().split("\n") ?? [];
  return names.every((name, at) => there.get(name) === ids[at]);
}

/** What this working copy recorded, published or not. Lines that cannot be read are for `verify` to tell of. */
async function readLive({ traces, decisions }: Workspace): Promise<Records> {
  const records: Records = { traces: [], decisions: [] };
  const ignore = (): void => {};
  for await (const { record } of traces.read({}, ignore)) records.traces.push(record);
  for await (const { record } of decisions.read({}, ignore)) records.decisions.push(record);
  return records;
}
