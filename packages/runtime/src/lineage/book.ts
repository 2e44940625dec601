import { type ContentHash, type LedgerIndex, leastLineSize, type TraceRecord } from "@writ/contracts";
import {
  type Alike,
  areOfSeveral,
  asLater,
  commitsOf,
  type FileStep,
  inOrder,
  isImported,
  keyOf,
  lineKey,
  type StepTable,
  splitLines,
  stepsIn,
  type Trail,
  tableOf,
} from "@writ/engine";
import { saysTheSame } from "@writ/stores";
import type { CommitRanks } from "./commit-ranks.ts";
import type { TellLater } from "./later.ts";
import type { Tree } from "./tree.ts";

/** What the ledgers tell of files, read as far as it is asked for. */
export interface Book {
  table(): StepTable;
  /** Reads what there is of these files. */
  load(paths: Iterable<string>): Promise<void>;
  /** Names the asked file had: what was made under them is told of it. */
  addNames(names: Iterable<string>): void;
  /** Whether there was an imported record of these files. */
  metImports(): boolean;
  /** Whether what was made under this name may be the asked file's: the file is gone, or another one. */
  isFormer(name: string): boolean;
  /** Whether another record has the id of this step's, and says something else. */
  isContested(step: FileStep): boolean;
  /** Follows a version back, reading what it leads to. */
  follow(find: (table: StepTable) => Trail | null): Promise<Trail | null>;
}

/** Lines lead from file to file; a ledger made to lead on for ever is not followed that far. */
const mostRounds = 20;

/**
 * Opens a book of which nothing is read yet. Without `imports` it tells only what Writ itself saw. `isElder` says
 * whether a file had what a step made in another one before that did, `tellLater` which calls came after what is asked
 * about, `ranks` which commits before which.
 */
export function openBook(
  index: LedgerIndex,
  tree: Tree,
  isElder: (alike: Alike) => Promise<boolean>,
  tellLater: TellLater,
  ranks: CommitRanks,
  { imports = true } = {},
): Book {
  const met = new Map<string, TraceRecord[]>();
  const contested = new Set<string>();
  const loaded = new Set<string>();
  const sought = new Set<ContentHash>();
  /** Files that had the same content are the same file where the other is gone, or has become another; else one is a copy. */
  const same = new Set<string>();
  const elders = new Map<string, boolean>();
  const pairOf = (path: string, { trace }: FileStep): string => `${trace.id} ${path}`;
  const later = new Set<TraceRecord>();
  const steps = new Map<TraceRecord, FileStep[]>();
  const stepsOf = (record: TraceRecord): FileStep[] => {
    const known = steps.get(record) ?? stepsIn(record).map((step) => (later.has(record) ? asLater(step) : step));
    steps.set(record, known);
    return known;
  };
  let table: StepTable | null = null;
  let hasImports = false;

  const addNames = (names: Iterable<string>): void => {
    for (const name of names) {
      if (!same.has(name)) table = null;
      same.add(name);
    }
  };
  const load = async (paths: Iterable<string>): Promise<void> => {
    const files = [...new Set(paths)].filter((path) => !loaded.has(path));
    if (files.length === 0) return;
    const records = await index.traces({ files });
    for (const record of await tellLater(records)) later.add(record);
    const earlier = records.filter((record) => !later.has(record));
    for (const path of files) {
      loaded.add(path);
      const isGone = (await tree.kindOf(path)) === "none";
      if (isGone || (await isAnother(tree, path, earlier))) addNames([path]);
    }
    for (const record of records) {
      const imported = isImported(record);
      hasImports ||= imported;
      if (imported && !imports) continue;
      // Whoever brings in a record with the id of another does not take that one's place.
      const known = met.get(record.id)?.filter((one) => imported || !isImported(one)) ?? [];
      if (known.some((one) => imported || saysTheSame(one, record))) continue;
      if (known.length > 0) contested.add(record.id);
      met.set(record.id, [...known, record]);
      table = null;
    }
    const all = [...met.values()].flat();
    // Of one working copy the chain tells all there is to know.
    if (areOfSeveral(all)) await ranks.load(all.flatMap(commitsOf));
  };
  const current = (): StepTable => {
    table ??= tableOf(
      inOrder([...met.values()].flat(), ranks.rankOf).flatMap(stepsOf),
      (path) => same.has(path),
      (path, maker) => elders.get(pairOf(path, maker)) === true,
    );
    return table;
  };
  return {
    table: current,
    load,
    addNames,
    metImports: () => hasImports,
    isFormer: (name) => same.has(name),
    isContested: ({ trace }) => contested.has(trace.id),
    async follow(find) {
      for (let round = 0; ; round += 1) {
        const before = current();
        const trail = find(before);
        if (trail === null || round >= mostRounds) return trail;
        const paths = [...trail.wanted.paths].filter((path) => !loaded.has(path));
        const versions = [...trail.wanted.versions].filter((version) => !sought.has(version));
        const alike = trail.wanted.alike.filter(({ path, maker }) => !elders.has(pairOf(path, maker)));
        if (paths.length === 0 && versions.length === 0 && alike.length === 0) return trail;
        for (const one of alike) {
          const isFirst = await isElder(one);
          elders.set(pairOf(one.path, one.maker), isFirst);
          if (isFirst) table = null;
        }
        for (const version of versions) {
          sought.add(version);
          paths.push(...(await index.filesWith(version)));
        }
        await load(paths);
        if (current() === before) return trail;
      }
    },
  };
}

/** Whether a file has none of the lines that traces put into it: then its name was given to another one since. */
async function isAnother(tree: Tree, path: string, records: readonly TraceRecord[]): Promise<boolean> {
  const keys = new Set<string>();
  for (const step of records.flatMap(stepsIn))
    for (const shape of step.path === path ? (step.change?.shapes.values() ?? []) : [])
      if (shape.size >= leastLineSize) keys.add(keyOf(shape));
  const bytes = keys.size === 0 ? null : await tree.read(path);
  return bytes !== null && !splitLines(new TextDecoder().decode(bytes)).some((line) => keys.has(lineKey(line).key));
}
