import { lineKey, splitLines } from "@writ/engine";
import { looseName } from "../workspace/loose-text.ts";
import { type Git, readObjects } from "./git.ts";
import { type Trunk, trunkOf } from "./trunk.ts";
import { formsOf } from "./unclaimed.ts";

/** What a branch showed of a file: the keys of lines, and whole contents by git's ids and by their hashes. */
export interface Shown {
  /** What stood in it. */
  had: ReadonlySet<string>;
  /** What was gone from it, having stood there. */
  lost: ReadonlySet<string>;
}

/** What a file held from one commit on. */
interface State {
  place: number;
  /** `null` where there was no plain file. */
  blob: string | null;
}

const atATime = 100;

/** Reads what a branch showed of some files up to a commit: what stood there when it was looked at, not what was on its way. */
export async function shownIn(
  git: Git,
  revision: string,
  paths: ReadonlySet<string>,
): Promise<(path: string) => Shown> {
  const trunk = await trunkOf(git, revision);
  const states = await statesOf(git, revision, trunk, [...paths]);
  const shown = new Map<string, Shown>();
  for (const [path, all] of states) shown.set(path, await shownOf(git, trunk, all));
  return (path) => shown.get(path) ?? nothing;
}

const nothing: Shown = { had: new Set(), lost: new Set() };

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

async function shownOf(git: Git, trunk: Trunk, states: readonly State[]): Promise<Shown> {
  const [had, lost] = [spansIn(trunk), spansIn(trunk)];
  for (let at = 0; at < states.length; at += atATime) {
    const some = states.slice(at, at + atATime);
    const objects = await readObjects(
      git,
      some.flatMap(({ blob }) => blob ?? []),
    );
    for (const { place, blob } of some) {
      const keys = keysOf(blob, objects);
      const gone = [...had.open()].filter((key) => !keys.has(key));
      for (const key of gone) had.end(key, place);
      for (const key of gone) lost.begin(key, place);
      for (const key of keys) had.begin(key, place);
      for (const key of keys) lost.end(key, place);
    }
  }
  return { had: had.shown(), lost: lost.shown() };
}

/** From where to where things held, and which of them were shown meanwhile. */
function spansIn(trunk: Trunk) {
  const since = new Map<string, number>();
  const shown = new Set<string>();
  const end = (key: string, place: number): void => {
    const from = since.get(key);
    if (from !== undefined && trunk.isShown(from, place)) shown.add(key);
    since.delete(key);
  };
  return {
    open: () => since.keys(),
    begin: (key: string, place: number): void => {
      if (!since.has(key)) since.set(key, place);
    },
    end,
    shown: (): ReadonlySet<string> => {
      for (const key of [...since.keys()]) end(key, Number.POSITIVE_INFINITY);
      return shown;
    },
  };
}

function keysOf(blob: string | null, objects: ReadonlyMap<string, Buffer>): Set<string> {
  const bytes = objects.get(blob ?? "");
  if (blob === null || bytes === undefined) return new Set(blob === null ? [] : [blob]);
  const lines = splitLines(bytes.toString("utf8"));
  return new Set([blob, ...formsOf(bytes), ...lines.map((line) => lineKey(line).key)]);
}
