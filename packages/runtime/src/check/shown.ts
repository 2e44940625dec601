import { lineKey, splitLines } from "@writ/engine";
import { looseName } from "../workspace/loose-text.ts";
import { type Git, readObjects } from "./git.ts";
import { type Trunk, trunkOf } from "./trunk.ts";

/** What a branch had in a file, as far as it was shown: the keys of lines, and git's ids of whole contents. */
export type ShownIn = (path: string) => ReadonlySet<string>;

/** What a file held from one commit on. */
interface State {
  place: number;
  /** `null` where there was no plain file. */
  blob: string | null;
}

const atATime = 100;

/** Reads what a branch showed of some files up to a commit: what stood there when it was looked at, not what was on its way. */
export async function shownIn(git: Git, revision: string, paths: ReadonlySet<string>): Promise<ShownIn> {
  const trunk = await trunkOf(git, revision);
  const states = await statesOf(git, revision, trunk, [...paths]);
  const shown = new Map<string, ReadonlySet<string>>();
  for (const [path, all] of states) shown.set(path, await shownOf(git, trunk, all));
  return (path) => shown.get(path) ?? nothing;
}

const nothing: ReadonlySet<string> = new Set();

/** By path, what files held one after the other. */
async function statesOf(
  git: Git,
  revision: string,
  trunk: Trunk,
  paths: readonly string[],
): Promise<Map<string, State[]>> {
  const states = new Map<string, State[]>();
  const form = ["--first-parent", "-m", "--reverse", "--raw", "--no-abbrev", "--no-renames", "--relative", "-z"];
  for (let at = 0; at < paths.length; at += atATime) {
    const some = paths.slice(at, at + atATime).map((path) => `:(literal)${path}`);
    const out = await git.run(["log", ...form, "--format=commit %H", revision, "--", ...some]);
    const parts = looseName(out).split("\0");
    let place: number | undefined;
    for (let nth = 0; nth < parts.length; nth += 1) {
      const [, commit] = /^\s*commit ([0-9a-f]+)\s*$/.exec(parts[nth] ?? "") ?? [];
      if (commit !== undefined) place = trunk.placeOf(commit);
      const [, mode = "", blob = ""] = /^\s*:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]$/.exec(parts[nth] ?? "") ?? [];
      if (mode === "" || place === undefined) continue;
      nth += 1;
      const path = parts[nth] ?? "";
      const known = states.get(path) ?? [];
      states.set(path, known);
      known.push({ place, blob: mode.startsWith("100") ? blob : null });
    }
  }
  return states;
}

async function shownOf(git: Git, trunk: Trunk, states: readonly State[]): Promise<Set<string>> {
  const shown = new Set<string>();
  /** Since when each key is there. */
  const since = new Map<string, number>();
  const end = (key: string, until: number): void => {
    if (trunk.isShown(since.get(key) ?? until, until)) shown.add(key);
    since.delete(key);
  };
  for (let at = 0; at < states.length; at += atATime) {
    const some = states.slice(at, at + atATime);
    const objects = await readObjects(
      git,
      some.flatMap(({ blob }) => blob ?? []),
    );
    for (const { place, blob } of some) {
      const keys = keysOf(blob, objects);
      for (const key of [...since.keys()]) if (!keys.has(key)) end(key, place);
      for (const key of keys) if (!since.has(key)) since.set(key, place);
    }
  }
  for (const key of [...since.keys()]) end(key, Number.POSITIVE_INFINITY);
  return shown;
}

function keysOf(blob: string | null, objects: ReadonlyMap<string, Buffer>): Set<string> {
  if (blob === null) return new Set();
  const lines = splitLines(objects.get(blob)?.toString("utf8") ?? "");
  return new Set([blob, ...lines.map((line) => lineKey(line).key)]);
}
