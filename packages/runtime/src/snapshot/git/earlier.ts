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
export function mayRunGit(call: Call): boolean {
  return call.command?.class !== "changes" || runsGit(call);
}

/** Whether it says so. */
const runsGit = ({ command }: Call): boolean =>
  command?.programs.some((program) => /(?:^|[\\/])git(?:\.exe)?$/i.test(program)) === true;

/**
 * The changed files with what git had of them before the call, and what it fetched: lines of it are not the call's.
 * Where git was run and does not say in time, nobody knows whose the new lines are.
 */
export async function withEarlier(
  root: string,
  call: Call,
  changed: readonly ChangedFile[],
  looks: Looks,
): Promise<readonly ChangedFile[]> {
  if (objectFormat(root) === null || looks.before.source !== "git") return changed;
  const asked = changed.filter(({ after }) => typeof after?.text === "string");
  try {
    const earlier = asked.length === 0 ? new Map() : await earlierOf(root, asked, looks, startClock(mostMs));
    return changed.map((file) => (earlier.has(file.path) ? { ...file, earlier: earlier.get(file.path) } : file));
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    return runsGit(call) ? changed.map((file) => ({ ...file, isUntold: true })) : changed;
  }
}

async function earlierOf(
  root: string,
  asked: readonly ChangedFile[],
  looks: Looks,
  clock: Clock,
): Promise<Map<string, EarlierContent[]>> {
  const commits = await commitsOf(root, looks, clock);
  const find = async (paths: readonly string[]) => [
    ...(await pathCommits(root, { ...commits, paths }, clock)),
    ...staged(paths, looks.before),
  ];
  const versions = await find(asked.map(({ path }) => path));
  const known = new Set(versions.map(({ path, object }) => `${object} ${path}`));
  // Git may have merged what was done to a file under another name.
  const open = asked.filter(({ path, after }) => !known.has(`${after?.blob} ${path}`)).map(({ path }) => path);
  const names = new Map(open.length === 0 ? [] : await namesOf(root, commits, open, clock));
  const others = [...names.values()].flat();
  if (others.length > 0) versions.push(...(await find(others)));
  const wanted = asked.map(({ path }): [string, Version[]] => {
    const named = [[path], names.get(path) ?? []];
    return [path, named.flatMap((all) => distinct(versions.filter((one) => all.includes(one.path))))];
  });
  const texts = await textsOf(root, wanted, clock);
  const format = objectFormat(root) ?? "sha1";
  return new Map(
    wanted.map(([path, found]) => [
      path,
      found.flatMap(({ path: name, object, isUnsure }) => {
        const text = texts.get(object);
        return text === undefined ? [] : [{ path: name, blob: objectId(text, format), text, isUnsure }];
      }),
    ]),
  );
}

/** The names that files had beside their own. */
async function namesOf(root: string, { from }: Commits, paths: readonly string[], clock: Clock) {
  const together = await otherNames(root, from, clock);
  return paths.flatMap((path): [string, string[]][] => {
    const others = [...(together.get(path) ?? [])].filter((name) => name !== path);
    return others.length === 0 ? [] : [[path, others]];
  });
}

async function textsOf(
  root: string,
  wanted: readonly [string, Version[]][],
  clock: Clock,
): Promise<Map<string, string>> {
  const objects = new Set(wanted.flatMap(([, found]) => found.slice(0, mostVersions)).map(({ object }) => object));
  const read = await readObjects(root, [...objects].slice(0, mostRead), clock);
  return new Map([...read].flatMap(([object, content]) => toText(object, content)));
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
