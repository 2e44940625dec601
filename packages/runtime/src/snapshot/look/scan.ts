import type { FileState, SnapshotStore, TreeState } from "@writ/contracts";
import { gitTop, prefixOf } from "../../git/folders.ts";
import { lookAtGuarded } from "../alarms/guarded-files.ts";
import { readRemotes } from "../git/remotes.ts";
import { type Ref, refsOf } from "../git/tips.ts";
import { type Clock, startClock } from "./clock.ts";
import { indexNow } from "./git-index.ts";
import { gitStatus } from "./git-status.ts";
import { mostIgnored } from "./hidden.ts";
import { lookAt, reachOf } from "./look-at.ts";
import { overlookedIn } from "./overlooked.ts";
import type { Blob } from "./parse-status.ts";
import { lookAtRepositories } from "./repositories.ts";
import { askAgain, untrueIn } from "./untrue.ts";
import { mostWalked, walkTree } from "./walk-tree.ts";

/** So many changed files are looked at; a work tree with more is on its way to something else. */
const mostFiles = 20_000;

/** What a look found, and what the last commit has under each path it names. */
export interface Scanned {
  tree: TreeState;
  heads: ReadonlyMap<string, Blob>;
  /** What branches, tags and remotes stand at. */
  refs: readonly Ref[];
  /** Of Writ's own folders: what is not as in the last commit. */
  own: readonly string[];
  /** What git ignores; folders end in a slash. */
  ignored: readonly string[];
  /** Why git may not have told everything since the look before; `null` when it has. */
  gap: string | null;
}

/** How a look is done. */
export interface ScanOptions {
  /** The look before this one: hashes of files nobody touched since are taken from it. */
  earlier?: TreeState | null;
  clock?: Clock;
  /** A look at the guarded files that was just made. */
  guarded?: ReadonlyMap<string, FileState>;
  /** Where the ledger of changes ends now. */
  ledgerEnd?: number;
  /** Where the index of the look before is kept. */
  copies?: Pick<SnapshotStore, "readObject">;
}

/** What Writ itself writes while calls run; what must not change there is among the guarded files. */
export const isOwn = (path: string): boolean => /^(?:\.orchestration|\.system\/(?:logs|cache))(?:\/|$)/.test(path);

/** Whether somebody changed how git looks: then it might say that nothing is different. */
function isOtherConfig(before: TreeState["guarded"], after: TreeState["guarded"]): boolean {
  return [".git/config", ".git/config.worktree"].some((path) => before.get(path)?.hash !== after.get(path)?.hash);
}

/** What the work tree holds beyond the last commit. Throws `TooSlow`. */
export async function scan(
  root: string,
  { earlier = null, clock = startClock(), copies, ledgerEnd, ...looked }: ScanOptions = {},
): Promise<Scanned> {
  // The real clock, not the engine's: it is compared with what the disk says.
  const began = { at: new Date().toISOString(), ...(ledgerEnd !== undefined && { ledgerEnd }) };
  const at = earlier === null ? 0 : Date.parse(earlier.at);
  const ask = () =>
    Promise.all([
      gitStatus(root, clock),
      refsOf(root, clock),
      overlookedIn(root, earlier, clock),
      askAgain(root, earlier, copies, clock),
    ]);
  const asked = gitTop(root) === null ? null : ask();
  asked?.catch(() => {});
  // Git is at work meanwhile.
  const guarded = looked.guarded ?? lookAtGuarded(root, earlier);
  const index = asked === null ? null : indexNow(root, earlier);
  const [first, refs, overlooked, again] = (await asked) ?? [null, [], null, null];
  const isOther = first !== null && earlier !== null && isOtherConfig(earlier.guarded, guarded);
  const status = isOther ? await gitStatus(root, clock, { isOtherConfig: true }) : first;
  const look = (path: string) => lookAt(root, path, { state: earlier?.files.get(path), at });
  const files = new Map<string, FileState | null>();
  const heads = new Map<string, Blob>();
  if (status === null) {
    const { paths, isCut } = walkTree(root, clock);
    for (const path of paths.filter((one) => !isOwn(one))) {
      clock.left();
      const state = look(path);
      if (state !== null) files.set(path, state);
    }
    const partial = isCut ? { partial: `there are more than ${mostWalked} files and no git` } : {};
    return {
      tree: { ...began, source: "walk", head: null, files, guarded, ...partial },
      heads,
      refs: [],
      own: [],
      ignored: [],
      gap: null,
    };
  }
  const prefix = prefixOf(root);
  const isReached = reachOf(root);
  const entries = status.entries.filter(({ path }) => path.startsWith(prefix));
  const inside = entries.filter(({ path }) => !isOwn(path.slice(prefix.length)));
  const own = entries.map(({ path }) => path.slice(prefix.length)).filter(isOwn);
  const inner: string[] = [];
  const staged: [string, string][] = [];
  for (const { path, head, staged: objects, isRepository } of inside.slice(0, mostFiles)) {
    clock.left();
    const name = path.slice(prefix.length);
    if (head !== null) heads.set(name, head);
    if (!isRepository) staged.push(...objects.map((object): [string, string] => [name, object]));
    const isThere = isReached(name);
    if (isThere && isRepository) inner.push(name);
    files.set(name, isThere && !isRepository ? look(name) : null);
  }
  const repositories = await lookAtRepositories(root, inner, earlier, clock);
  for (const [name, state] of repositories.states) {
    // Git calls it unchanged, so it was as committed.
    if (state?.kind === "repository" && !files.has(name)) heads.set(name, { mode: "160000", oid: "" });
    files.set(name, state);
  }
  // What git was told to overlook changes like everything else.
  for (const name of overlooked?.known?.paths ?? []) {
    clock.left();
    if (files.has(name) || isOwn(name)) continue;
    const blob = overlooked?.blobs.get(name);
    if (blob !== undefined) heads.set(name, blob);
    files.set(name, isReached(name) ? look(name) : null);
  }
  const isNamed = (name: string) => files.has(name) || isOwn(name);
  const untrue = await untrueIn(root, { earlier, again: again?.status ?? null, isNamed }, prefix, clock);
  for (const [name, blob] of untrue) {
    clock.left();
    if (blob !== null) heads.set(name, blob);
    files.set(name, isReached(name) ? look(name) : null);
  }
  const ignored = status.ignored.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  const hidden = ignored.filter((path) => !isOwn(path));
  const partial =
    inside.length > mostFiles ? { partial: `more than ${mostFiles} files differ from the last commit` } : {};
  const tips = [...new Set(refs.map(({ commit }) => commit))];
  const remotes = readRemotes(root).elsewhere;
  const tree: TreeState = { ...began, source: "git", head: status.head, tips, remotes, files, guarded, ...partial };
  const known = overlooked?.known === undefined ? {} : { overlooked: overlooked.known };
  const kept = hidden.length > mostIgnored ? {} : { ignored: hidden };
  const lies = untrue.size === 0 ? {} : { untrue: [...untrue.keys()] };
  const holds = staged.length === 0 ? {} : { staged };
  const indexed = index === null ? {} : { index: { ...index, ...lies, ...holds } };
  const nested = Object.keys(repositories.known).length === 0 ? {} : { repositories: repositories.known };
  return {
    tree: { ...tree, ...known, ...indexed, ...nested, ...kept },
    heads,
    refs,
    own,
    ignored: hidden,
    gap: again?.gap ?? null,
  };
}
