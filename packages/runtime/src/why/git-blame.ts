import { repositoryOf } from "../git/inner.ts";
import { git } from "../git/run.ts";
import type { Committed, Lines } from "./types.ts";

/** A file as the repository knows it that keeps it: a submodule knows nothing of what is around it. */
function kept(root: string, path: string): { cwd: string; name: string } {
  const { cwd, prefix } = repositoryOf(root, path);
  return { cwd, name: path.slice(prefix.length) };
}

/** Which commit brought each of some lines, by the lines' numbers. Moves inside of commits and blanks are seen through. */
export async function commitsOf(
  root: string,
  path: string,
  { from, to }: Lines,
  revision: string | null,
): Promise<Map<number, Committed>> {
  const { cwd, name } = kept(root, path);
  const range = ["-L", `${from},${to}`];
  const args = ["blame", "--porcelain", "-w", "-M", "-C", ...range, ...(revision === null ? [] : [revision])];
  try {
    const found = parseBlame(await git(cwd, [...args, "--", name]));
    return await withoutFalseEnds(cwd, found);
  } catch (error) {
    const state = await whyNot(cwd, name, error);
    return new Map(Array.from({ length: to - from + 1 }, (_, nth) => [from + nth, state]));
  }
}

/** Git marks the very first commit too; only where history was cut off may a line be older than that. */
async function withoutFalseEnds(root: string, found: Map<number, Committed>): Promise<Map<number, Committed>> {
  const hasEnd = [...found.values()].some((one) => one.state === "committed" && one.oldest === true);
  if (!hasEnd || (await git(root, ["rev-parse", "--is-shallow-repository"])).trim() === "true") return found;
  return new Map([...found].map(([line, one]) => [line, one.state === "committed" ? withoutEnd(one) : one]));
}

function withoutEnd({ oldest: _, ...rest }: Extract<Committed, { state: "committed" }>): Committed {
  return rest;
}

/** Whether a file is not what the newest commit has of it; `false` where that cannot be told. */
export async function isChanged(root: string, path: string): Promise<boolean> {
  const { cwd, name } = kept(root, path);
  const out = await git(cwd, ["status", "--porcelain", "--no-renames", "--", name]).catch(() => "");
  return out.trim() !== "" && !out.startsWith("?? ");
}

/** The commit that last changed a file. */
export async function lastCommitOf(root: string, path: string, revision: string | null): Promise<Committed> {
  const format = "%H%x00%an%x00%aI%x00%s";
  const { cwd, name } = kept(root, path);
  try {
    const out = await git(cwd, [
      "log",
      "-1",
      `--format=${format}`,
      ...(revision === null ? [] : [revision]),
      "--",
      name,
    ]);
    const [id = "", author = "", at = "", summary = ""] = out.trimEnd().split("\0");
    return id === "" ? { state: "uncommitted" } : { state: "committed", id, author, at: toUtc(at), summary };
  } catch (error) {
    return whyNot(cwd, name, error);
  }
}

/** The files that a commit changed which changed this one, all as seen from the root. */
export async function filesOfCommit(root: string, path: string, id: string): Promise<string[]> {
  const { cwd, prefix } = repositoryOf(root, path);
  const args = [
    "diff-tree",
    "-r",
    "-m",
    "--first-parent",
    "--root",
    "--no-commit-id",
    "--name-only",
    "--relative",
    "-z",
  ];
  const names = (await git(cwd, [...args, id]).catch(() => "")).split("\0").filter((name) => name !== "");
  return names.map((name) => prefix + name);
}

async function whyNot(root: string, path: string, error: unknown): Promise<Committed> {
  const inGit = await git(root, ["rev-parse", "--is-inside-work-tree"]).catch(() => null);
  if (inGit === null) return { state: "unknown", reason: "this folder is not in git, or git cannot be run" };
  const isTracked = await git(root, ["rev-parse", "--verify", "--quiet", `HEAD:./${path}`]).catch(() => null);
  if (isTracked === null) return { state: "uncommitted" };
  return { state: "unknown", reason: error instanceof Error ? error.message : String(error) };
}

const header = /^([0-9a-f]{40}(?:[0-9a-f]{24})?) \d+ (\d+)/;

/** Reads `git blame --porcelain`: what it tells of a commit stands where the commit comes first. */
function parseBlame(text: string): Map<number, Committed> {
  const told = new Map<string, Map<string, string>>();
  const lines: [line: number, id: string][] = [];
  let current = new Map<string, string>();
  for (const row of text.split("\n")) {
    if (row.startsWith("\t")) continue;
    const found = header.exec(row);
    if (found === null) {
      const gap = row.indexOf(" ");
      current.set(gap < 0 ? row : row.slice(0, gap), gap < 0 ? "" : row.slice(gap + 1));
      continue;
    }
    const [, id = "", line = ""] = found;
    current = told.get(id) ?? new Map();
    told.set(id, current);
    lines.push([Number(line), id]);
  }
  return new Map(lines.map(([line, id]) => [line, toCommitted(id, told.get(id) ?? new Map())]));
}

function toCommitted(id: string, said: ReadonlyMap<string, string>): Committed {
  if (/^0+$/.test(id)) return { state: "uncommitted" };
  const seconds = Number(said.get("author-time") ?? 0);
  return {
    state: "committed",
    id,
    author: said.get("author") ?? "",
    at: new Date(seconds * 1000).toISOString(),
    summary: said.get("summary") ?? "",
    ...(said.has("boundary") && { oldest: true as const }),
  };
}

const toUtc = (at: string): string => {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : moment.toISOString();
};
