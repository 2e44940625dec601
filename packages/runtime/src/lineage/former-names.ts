import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceRecord } from "@writ/contracts";
import { gitFolders } from "../git/folders.ts";
import { repositoryOf } from "../git/inner.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import type { NameEnd } from "./moments.ts";
import { gitMs } from "./tree.ts";

/** A name a file has or had. */
export interface FileName {
  name: string;
  /** When it got the next one; what came under this name later is about another file. `null` for now. */
  until: NameEnd | null;
}

interface Rename {
  from: string;
  end: NameEnd | null;
}

/** A history made to lead on for ever is not followed that far. */
const mostNames = 16;

/** The names a file had, its present one first, as git and the records tell. */
export async function namesOf(
  root: string,
  path: string,
  { revision, tracesOf }: { revision: string | null; tracesOf(name: string): Promise<readonly TraceRecord[]> },
): Promise<FileName[]> {
  const names: FileName[] = [{ name: path, until: null }];
  // What is found is looked at in its turn.
  for (const { name, until } of names) {
    const renames = [
      ...(await renamesInGit(root, name, revision)),
      ...(await tracesOf(name)).flatMap((record) => renameIn(record, name)),
    ];
    // Who asks goes from name to earlier name: the rename that led here is the one that counts.
    for (const { from, end } of renames)
      if (names.length < mostNames && names.every((known) => known.name !== from))
        names.push({ name: from, until: end ?? until });
  }
  return names;
}

function renameIn(trace: TraceRecord, name: string): Rename[] {
  const file = trace.metadata?.files?.[name];
  const isRename = file?.op === "rename" && file.from !== undefined;
  return isRename ? [{ from: file.from ?? "", end: { trace, at: trace.timestamp } }] : [];
}

async function renamesInGit(root: string, path: string, revision: string | null): Promise<Rename[]> {
  const { cwd, prefix } = repositoryOf(root, path);
  const name = path.slice(prefix.length);
  const follow = async (...how: string[]) => {
    const args = ["log", "--follow", "-M", ...how, ...form, "--format=%cI %H", revision ?? "HEAD", "--", name];
    return renamesOf(await run(cwd, args), name);
  };
  // What a merge itself renamed is seen only when it is compared with what it went into.
  const [found, merged] = await Promise.all([follow(), follow("-m", "--first-parent")]);
  const isKnown = found.isKnown || merged.isKnown;
  const pending = isKnown || revision !== null ? [] : renamesOf(await uncommitted(cwd, name), name).renames;
  const all = [...found.renames, ...merged.renames, ...pending.filter(({ to }) => to === name)];
  return all.map(({ from, end }) => ({ from: prefix + from, end }));
}

const form = ["--name-status", "-z", "--relative"];

async function run(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const out = await runGit(cwd, ["--literal-pathspecs", ...args], startClock(gitMs), "", env).catch(() => null);
  return out?.toString() ?? "";
}

/** What became of files since the last commit, as if this one were staged; the index stays as it is. */
async function uncommitted(cwd: string, name: string): Promise<string> {
  const folders = gitFolders(cwd);
  if (folders === null) return "";
  const scratch = await mkdtemp(join(tmpdir(), "writ-names-"));
  const env = { GIT_INDEX_FILE: join(scratch, "index") };
  try {
    await copyFile(join(folders.own, "index"), env.GIT_INDEX_FILE).catch(() => {});
    await run(cwd, ["add", "--force", "--intent-to-add", "--", name], env);
    return await run(cwd, ["diff", "-M", ...form, "HEAD"], env);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Reads names and what became of them, the newest first, each commit behind its time. A copy has no earlier names. */
function renamesOf(out: string, name: string) {
  const renames: (Rename & { to: string })[] = [];
  const words = out.split("\0").map((word) => word.replace(/^\n/, ""));
  let end: NameEnd | null = null;
  let isKnown = false;
  for (let nth = 0; nth < words.length; nth += 1) {
    const word = words[nth] ?? "";
    const [, time, commit] = /^(\d{4}-\d\d-\d\dT\S+) ([0-9a-f]+)/.exec(word) ?? [];
    if (time !== undefined && commit !== undefined) end = { commit, at: afterSecond(time) };
    else if (/^[A-Z]\d*$/.test(word)) {
      const [one = "", other = ""] = words.slice(nth + 1, nth + 3);
      isKnown ||= one === name || other === name;
      if (word.startsWith("C")) break;
      if (word.startsWith("R")) renames.push({ from: one, to: other, end });
      nth += word.startsWith("R") ? 2 : 1;
    }
  }
  return { renames, isKnown };
}

/** Git counts in seconds; what was recorded in that one came before the commit. */
const afterSecond = (time: string): string => new Date(Date.parse(time) + 1000).toISOString();
