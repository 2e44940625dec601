import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceFileMeta, TraceRecord } from "@writ/contracts";
import { isImported } from "@writ/engine";
import type { CheckedFile } from "@writ/engine/check";
import { sha256 } from "../hash.ts";
import { type Git, readObjects } from "./git.ts";

/** What a trace says of one file. */
interface Told {
  trace: TraceRecord;
  meta: TraceFileMeta;
}

/**
 * Notes of which files the head has what was approved, with nothing else than what the base changed meanwhile: git makes
 * exactly these bytes of the two, so nobody can have added or taken out a line of their own.
 */
export async function withMerged(
  git: Git,
  parted: string,
  files: readonly CheckedFile[],
  traces: readonly TraceRecord[],
): Promise<CheckedFile[]> {
  const noted: CheckedFile[] = [];
  for (const file of files) {
    // A later trace is a reason of its own, so the last one is asked about.
    const told = toldOf(file, traces);
    const last = told.at(-1);
    const isAsked = last?.trace.metadata.ticket !== undefined && last.meta.blob !== file.blob;
    const isMerged = isAsked && (await isOnlyMerged(git, parted, file, told));
    noted.push(isMerged ? { ...file, mergedFrom: last.trace.id } : file);
  }
  return noted;
}

/** A file that was made, moved or deleted on the way is compared as a whole. */
function toldOf({ path, op, isFile }: CheckedFile, traces: readonly TraceRecord[]): Told[] {
  if (op !== "modify" || !isFile) return [];
  return traces.flatMap((trace) => {
    const meta = trace.metadata.files[path];
    return meta === undefined || isImported(trace) ? [] : [{ trace, meta }];
  });
}

async function isOnlyMerged(git: Git, parted: string, file: CheckedFile, told: readonly Told[]): Promise<boolean> {
  const approved = told.at(-1)?.meta.blob;
  const { blob: head, blobBefore: base } = file;
  if (!isId(approved) || head === null || base === null) return false;
  const objects = await readObjects(git, [head, base, approved]);
  const [now, there] = [objects.get(head), objects.get(base)];
  if (now === undefined || there === undefined) return false;
  const isStart = startsOf(told);
  // What the branch alone had is not what the base went on from.
  for (const [id, from] of await versionsUpTo(git, parted, file.path)) {
    if (id === base || !isStart(id, from)) continue;
    // After a rebase or a squash git has no commit with what was approved: it is the head without the base's changes.
    const then: Buffer | null = objects.get(approved) ?? (await merged(git, now, there, from));
    if (then === null || (await idOf(git, then)) !== approved) continue;
    if ((await merged(git, then, from, there))?.equals(now) === true) return true;
  }
  return false;
}

/** Whether a content is one that a call began from which led to the last one, each with what the one before had left. */
function startsOf(told: readonly Told[]): (id: string, bytes: Buffer) => boolean {
  const row: TraceFileMeta[] = [];
  for (const { meta } of told.toReversed()) {
    const next = row.at(-1);
    if (next !== undefined && (next.before === null || next.before !== meta.after)) break;
    row.push(meta);
  }
  return (id, bytes) => row.some(({ before, blob_before }) => blob_before === id || before === sha256(bytes));
}

/** Records come with the change, and what they name is handed to git. */
const isId = (id: unknown): id is string => typeof id === "string" && /^[0-9a-f]{40,64}$/.test(id);

/** Where a file has changed more often than this, the last versions are looked at. */
const mostVersions = 200;

/** What a file held up to a commit, by git's ids, the last ones first. */
async function versionsUpTo(git: Git, revision: string, path: string): Promise<Map<string, Buffer>> {
  const form = ["--full-history", "-m", "--raw", "--no-abbrev", "--no-renames", "--format="];
  const out = (await git.run(["log", ...form, revision, "--", `:(literal)${path}`])).toString("latin1");
  const ids = [...out.matchAll(/^:+\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /gm)].flatMap(([, was = "", is = ""]) => [is, was]);
  return readObjects(git, [...new Set(ids)].filter((id) => !/^0+$/.test(id)).slice(0, mostVersions));
}

const idOf = async (git: Git, bytes: Buffer): Promise<string> =>
  (await git.run(["hash-object", "--stdin"], bytes)).toString().trim();

/** What git makes of two versions that came from a third; `null` where they are at odds. */
async function merged(git: Git, ours: Buffer, from: Buffer, theirs: Buffer): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), "writ-check-"));
  try {
    const versions = Object.entries({ ours, from, theirs });
    for (const [name, bytes] of versions) await writeFile(join(folder, name), bytes);
    return await git.ask(["merge-file", "-p", "-q", ...versions.map(([name]) => join(folder, name))]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
