import type { DecisionKind, DecisionRecord, LedgerIndex } from "@writ/contracts";
import type { RawChange } from "@writ/engine/check";
import { isHarmlessDrift } from "@writ/stores";
import { type Git, readObjects } from "./git.ts";
import type { PastOf } from "./past-in-range.ts";
import { type Shown, shownIn } from "./shown.ts";
import { soundDecision } from "./sound.ts";
import { formsOf } from "./unclaimed.ts";

interface Looked {
  /** Where the change left. */
  parted: string;
  changes: readonly RawChange[];
  pastOf: PastOf;
  /** Whether a record is the change's own. */
  isFresh(id: string): boolean;
}

const unclaimed: readonly DecisionKind[] = ["strayed", "drifted"];
/** What people may have said of them. */
const settling: readonly DecisionKind[] = ["approved", "trusted", "acknowledged", "undone"];

/**
 * What nobody claims of files, where the base has the record of it and never showed what it tells of, and what was said
 * of it since. It is judged now that it comes.
 */
export async function unjudgedStrays(git: Git, index: LedgerIndex, looked: Looked): Promise<DecisionRecord[]> {
  const { parted, changes, isFresh } = looked;
  const old = (await index.decisions({ kinds: unclaimed }))
    .filter((record) => !isFresh(record.id) && !isHarmlessDrift(record))
    .map(soundDecision);
  if (old.length === 0) return [];
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const goneFrom = new Map(changes.flatMap((one) => (one.from === undefined ? [] : [[one.from, one] as const])));
  const held = await heldIn(git, looked);
  const isHeld = (content: string | undefined, name: string): boolean => {
    const holders = held.get(content ?? "") ?? [];
    return byPath.has(name) ? holders.includes(name) : holders.length > 0;
  };
  const mayCome = ({ contents = {} }: DecisionRecord, name: string): boolean =>
    byPath.has(name) || goneFrom.has(name) || isHeld(contents[name], name);
  const names = new Set(old.flatMap((record) => (record.paths ?? []).filter((name) => mayCome(record, name))));
  if (names.size === 0) return [];
  const shown = await shownIn(git, parted, names);
  const isLate = ({ contents = {} }: DecisionRecord, name: string): boolean => {
    const [content, change] = [contents[name], byPath.get(name)];
    const { had, lost } = shown(name);
    if (content !== undefined && isHeld(content, name)) return !had.has(content);
    const gone = change?.op === "delete" ? change : goneFrom.get(name);
    if (content === undefined && gone !== undefined) return !lost.has(gone.blobBefore ?? "");
    // Of a file that the base never had, any content may be the stray with a byte changed.
    return (change?.op === "create" || change?.op === "rename") && isNothing({ had, lost });
  };
  const late = old.flatMap((record) => {
    const own = (record.paths ?? []).filter((name) => names.has(name) && isLate(record, name));
    return own.length === 0 ? [] : [about(record, own)];
  });
  const said: DecisionRecord[] = [];
  for (const path of new Set(late.flatMap(({ paths = [] }) => paths)))
    said.push(...(await index.decisions({ path, kinds: settling })).map(soundDecision));
  return [...late, ...said];
}

const isNothing = ({ had, lost }: Shown): boolean => had.size === 0 && lost.size === 0;

/** A record as far as it tells of some of its files. */
function about(record: DecisionRecord, names: readonly string[]): DecisionRecord {
  const contents = Object.fromEntries(Object.entries(record.contents ?? {}).filter(([name]) => names.includes(name)));
  return { ...record, paths: [...names], contents };
}

const atATime = 200;

/** By the hashes of what changed files hold, or held on the way, their paths. */
async function heldIn(git: Git, { changes, pastOf }: Looked): Promise<ReadonlyMap<string, readonly string[]>> {
  const held = new Map<string, string[]>();
  const files = changes.filter(({ isFile }) => isFile);
  for (let at = 0; at < files.length; at += atATime) {
    const some = files
      .slice(at, at + atATime)
      .map(({ path, blob }) => ({ path, ids: [blob ?? "", ...pastOf(path).blobs] }));
    const objects = await readObjects(
      git,
      some.flatMap(({ ids }) => ids.filter(Boolean)),
    );
    for (const { path, ids } of some)
      for (const form of ids.flatMap((id) => formsOf(objects.get(id))))
        held.set(form, [...(held.get(form) ?? []), path]);
  }
  return held;
}
