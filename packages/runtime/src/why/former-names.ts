import type { TraceRecord } from "@writ/contracts";
import { repositoryOf } from "../git/inner.ts";
import { gitMs } from "../lineage/tree.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";

/** A name a file has or had. */
export interface FileName {
  name: string;
  /** ISO-8601: when it got the next one; what came under this name later is about another file. `null` for now. */
  until: string | null;
}

interface Rename {
  from: string;
  at: string | null;
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
    for (const { from, at } of renames)
      if (names.length < mostNames && names.every((known) => known.name !== from))
        names.push({ name: from, until: earliest(until, at) });
  }
  return names;
}

function renameIn({ metadata, timestamp }: TraceRecord, name: string): Rename[] {
  const file = metadata?.files?.[name];
  return file?.op === "rename" && file.from !== undefined ? [{ from: file.from, at: timestamp }] : [];
}

async function renamesInGit(root: string, path: string, revision: string | null): Promise<Rename[]> {
  const { cwd, prefix } = repositoryOf(root, path);
  const name = path.slice(prefix.length);
  const run = async (...args: string[]) =>
    (await runGit(cwd, args, startClock(gitMs)).catch(() => null))?.toString() ?? "";
  const form = ["--name-status", "-z", "--relative"];
  const committed = await run("log", "--follow", "-M", ...form, "--format=%cI", revision ?? "HEAD", "--", name);
  const found = renamesOf(committed, name);
  const staged = found.isKnown || revision !== null ? "" : await run("diff", "-M", ...form, "HEAD");
  const pending = renamesOf(staged, name).renames.filter(({ to }) => to === name);
  return [...found.renames, ...pending].map(({ from, at }) => ({ from: prefix + from, at }));
}

/** Reads names and what became of them, the newest first, each commit behind its time. A copy has no earlier names. */
function renamesOf(out: string, name: string) {
  const renames: (Rename & { to: string })[] = [];
  const words = out.split("\0").map((word) => word.replace(/^\n/, ""));
  let at: string | null = null;
  let isKnown = false;
  for (let nth = 0; nth < words.length; nth += 1) {
    const word = words[nth] ?? "";
    if (/^\d{4}-\d\d-\d\dT/.test(word)) at = afterSecond(word);
    else if (/^[A-Z]\d*$/.test(word)) {
      const [one = "", other = ""] = words.slice(nth + 1, nth + 3);
      isKnown ||= one === name || other === name;
      if (word.startsWith("C")) break;
      if (word.startsWith("R")) renames.push({ from: one, to: other, at });
      nth += word.startsWith("R") ? 2 : 1;
    }
  }
  return { renames, isKnown };
}

/** Git counts in seconds; what was recorded in that one came before the commit. */
function afterSecond(word: string): string | null {
  const time = Date.parse(word.trim());
  return Number.isNaN(time) ? null : new Date(time + 1000).toISOString();
}

const earliest = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other;
