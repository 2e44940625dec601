import type { Call, ChangedFile, EarlierContent } from "@writ/contracts";
import { objectFormat, objectId } from "../../lineage/object-ids.ts";
import { readObjects } from "../look/blobs.ts";
import { type Clock, startClock, TooSlow } from "../look/clock.ts";
import { type Commits, commitsOf, type Looks, staged } from "./known-before.ts";
import { otherNames } from "./other-names.ts";
import { pathCommits, type Version } from "./path-commits.ts";

/** A history that takes longer to be walked is not: the agent waits. */
const mostMs = 3_000;
/** So many versions of one file are read, and of all. */
const mostVersions = 60;
const mostRead = 600;

/** Whether a call may have had git write to files. A command that is seen through says what it runs. */
export function mayRunGit({ command }: Call): boolean {
  const isSeenThrough = command?.class === "changes";
  return !isSeenThrough || command.programs.some((program) => /(?:^|[\\/])git(?:\.exe)?$/i.test(program));
}

/** The changed files with what git had of them before the call, and what it fetched: lines of it are not the call's. */
export async function withEarlier(
  root: string,
  changed: readonly ChangedFile[],
  looks: Looks,
): Promise<readonly ChangedFile[]> {
  const asked = changed.filter(({ after }) => typeof after?.text === "string");
  const format = objectFormat(root);
  if (asked.length === 0 || format === null || looks.before.source !== "git") return changed;
  const clock = startClock(mostMs);
  const commits = (await within(async () => [await commitsOf(root, looks, clock)]))[0];
  const paths = asked.map(({ path }) => path);
  const find = async (names: readonly string[]) => [
    ...(commits === undefined ? [] : await within(() => pathCommits(root, { ...commits, paths: names }, clock))),
    ...(await within(() => staged(root, names, looks, clock))),
  ];
  const versions = await find(paths);
  const known = new Set(versions.map(({ path, object }) => `${object} ${path}`));
  // Git may have merged what was done to a file under another name.
  const open = asked.filter(({ path, after }) => !known.has(`${after?.blob} ${path}`)).map(({ path }) => path);
  const names =
    open.length === 0 || commits === undefined ? [] : await within(() => namesOf(root, commits, open, clock));
  const others = names.flatMap(([, other]) => other);
  if (others.length > 0) versions.push(...(await find(others)));
  const wanted = new Map(paths.map((path) => [path, distinct(versions.filter((one) => one.path === path))]));
  for (const [path, other] of names)
    wanted.get(path)?.push(...distinct(versions.filter((one) => other.includes(one.path))));
  const texts = await textsOf(root, [...wanted.values()], clock);
  return changed.map((file) => {
    const earlier = (wanted.get(file.path) ?? []).flatMap(({ path, object, isUnsure }): EarlierContent[] => {
      const text = texts.get(object);
      return text === undefined ? [] : [{ path, blob: objectId(text, format), text, isUnsure }];
    });
    return earlier.length === 0 ? file : { ...file, earlier };
  });
}

/** The names that files had beside their own. */
async function namesOf(root: string, { from }: Commits, paths: readonly string[], clock: Clock) {
  const together = await otherNames(root, from, clock);
  return paths.flatMap((path): [string, string[]][] => {
    const others = [...(together.get(path) ?? [])].filter((name) => name !== path);
    return others.length === 0 ? [] : [[path, others]];
  });
}

async function textsOf(root: string, wanted: readonly Version[][], clock: Clock): Promise<Map<string, string>> {
  const objects = new Set(wanted.flatMap((found) => found.slice(0, mostVersions)).map(({ object }) => object));
  const read = await within(async () => [...(await readObjects(root, [...objects].slice(0, mostRead), clock))]);
  return new Map(read.flatMap(([object, content]) => toText(object, content)));
}

/** What could not be found out in time is not known. */
async function within<T>(ask: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TooSlow) return [];
    throw error;
  }
}

/** Each content once; one that somebody is known to have made is. */
function distinct(versions: readonly Version[]): Version[] {
  const known = new Map<string, Version>();
  for (const version of versions) {
    const found = known.get(version.object);
    if (found === undefined || (found.isUnsure && !version.isUnsure)) known.set(version.object, version);
  }
  return [...known.values()];
}

function toText(object: string, bytes: Uint8Array): [string, string][] {
  try {
    return [[object, new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)]];
  } catch {
    return [];
  }
}
