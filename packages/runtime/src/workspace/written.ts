import type { Filled, Session } from "@writ/contracts";
import { isFilledBy } from "./filled.ts";
import type { Workspace } from "./types.ts";

/** What some sessions have written: by path, and by what they left there. */
export interface Marks {
  readonly paths: ReadonlySet<string>;
  readonly hashes: ReadonlySet<string>;
  /** Folders they wrote as a whole. */
  readonly filled: readonly Filled[];
  /** Whether they wrote this file, by its name or with a folder it lies in. */
  has(path: string): boolean;
}

/** What was written in this working copy and may not have been looked at. */
export interface Written {
  /** By this session or one it works with. */
  readonly own: Marks;
  /** By any other session of the last days: a new session is no new start. */
  readonly others: Marks;
  /** All of it with what was left there, in a fixed order. */
  readonly all: readonly (readonly [path: string, hash: string])[];
  /** Whether it was so before any of them changed it, or a person let it run. */
  isKnown(name: string, hash: string | null): boolean;
}

/** So long what a session wrote is remembered against others. */
const rememberedDays = 7;

/** The one that began it all, as far as the sessions tell. */
function originOf(session: Session, byId: ReadonlyMap<string, Session>): string {
  let here = session;
  for (let depth = 0; depth < 8; depth++) {
    const above = here.parent === undefined ? undefined : byId.get(here.parent);
    if (above === undefined || above.agent !== here.agent) break;
    here = above;
  }
  return here.id;
}

const writesOf = ({ reads, strayed = [] }: Session): [path: string, hash: string | null][] => [
  ...Object.entries(reads).flatMap(([path, { own, wrote, hash }]): [string, string | null][] =>
    own === true || wrote === true ? [[path, hash]] : [],
  ),
  ...strayed.map((path): [string, null] => [path, null]),
];

function marksOf(sessions: readonly Session[], root: string): Marks {
  const writes = sessions.flatMap(writesOf);
  const paths = new Set(writes.map(([path]) => path));
  const filled = sessions.flatMap((session) => session.filled ?? []);
  return {
    paths,
    hashes: new Set(writes.flatMap(([, hash]) => hash ?? [])),
    filled,
    has: (path) => paths.has(path) || isFilledBy(filled, root, path),
  };
}

/** Reads what was written by this session, by those it works with, and by others not long ago. */
export async function writtenAround(workspace: Workspace, session: Session): Promise<Written> {
  const oldest = new Date(Date.parse(workspace.ports.now()) - rememberedDays * 86_400_000).toISOString();
  const all = [...(await workspace.sessions.list()).filter(({ id }) => id !== session.id), session];
  const byId = new Map(all.map((one) => [one.id, one]));
  const origin = originOf(session, byId);
  // A session that was started by another, or with it, works on the same.
  const family = all.filter((one) => originOf(one, byId) === origin);
  const others = all.filter((one) => !family.includes(one) && one.seenAt >= oldest);
  const near = [...family, ...others];
  return {
    own: marksOf(family, workspace.root),
    others: marksOf(others, workspace.root),
    all: [
      ...near.flatMap(writesOf).map(([path, hash]) => [path, hash ?? ""] as const),
      ...near.flatMap(({ filled = [] }) => filled).map(({ path, since }) => [path, `${since}`] as const),
    ],
    isKnown: (name, hash) =>
      hash !== null && near.some(({ known = {} }) => Object.hasOwn(known, name) && known[name] === hash),
  };
}
