import { type AddedLine, type LedgerIndex, leastLineSize } from "@writ/contracts";
import {
  type FileStep,
  findMoved,
  isStep,
  type Keyed,
  keyOf,
  type Leftovers,
  lineKey,
  type StepTable,
  splitLines,
  type Told,
} from "@writ/engine";
import type { Book } from "./book.ts";
import type { Tree } from "./tree.ts";

/** A line that is written again and again tells nothing. */
const mostMakers = 20;
/** Lines of a file rarely come from more files than this. */
const mostFiles = 12;

/** The lines that traces once added and that are found among those nobody made here. */
export interface Added {
  byKey: ReadonlyMap<string, readonly AddedLine[]>;
  /** The files they were added to, those with most of them first. */
  files: readonly { path: string; lines: number }[];
}

/** Asks about the lines of which no trace is known yet. */
export async function addedElsewhere(index: LedgerIndex, told: Told, lines: readonly Keyed[]): Promise<Added> {
  const keys = new Set<string>();
  for (const [at, { key, size }] of lines.entries())
    if (!isStep(told[at]?.origin) && size >= leastLineSize) keys.add(key);
  const byKey = new Map<string, AddedLine[]>();
  for (const line of keys.size === 0 ? [] : await index.addedLines([...keys])) {
    const known = byKey.get(line.key);
    if (known === undefined) byKey.set(line.key, [line]);
    else known.push(line);
  }
  const files = new Map<string, number>();
  for (const [key, found] of byKey) {
    if (found.length > mostMakers) byKey.delete(key);
    else for (const path of new Set(found.map((line) => line.path))) files.set(path, (files.get(path) ?? 0) + 1);
  }
  const ranked = [...files].map(([path, count]) => ({ path, lines: count }));
  return { byKey, files: ranked.sort((one, other) => other.lines - one.lines).slice(0, mostFiles) };
}

/** What is told of a file so far. */
interface Asked {
  path: string;
  texts: readonly string[];
  lines: readonly Keyed[];
  told: Told;
  added: Added;
}

/** Gives lines that were moved here, or brought back, to the steps that made them. */
export async function addMoved(book: Book, tree: Tree, asked: Asked): Promise<void> {
  const files = asked.added.files.map((file) => file.path);
  if (files.length === 0) return;
  await book.load(files);
  const present = new Map<string, ReadonlySet<string>>();
  for (const file of files) if (file !== asked.path) present.set(file, await keysIn(tree, file));
  const left = leftoversOf(book.table(), asked, present);
  await dropCopied(tree, asked, left);
  findMoved(asked.told, asked.lines, left);
}

/** A line that still stands in a third file, wherever that went, was copied from there or from here. */
async function dropCopied(tree: Tree, { path, texts, lines }: Asked, left: Leftovers): Promise<void> {
  const foreign: string[] = [];
  for (const [at, { key }] of lines.entries())
    if (left.get(key)?.some((step) => step.path !== path) === true) foreign.push(texts[at]?.trim() ?? "");
  if (foreign.length === 0) return;
  const files = (await tree.filesWith([...new Set(foreign)])).filter((file) => file !== path);
  for (const file of files.slice(0, mostFiles))
    for (const key of await keysIn(tree, file)) {
      const own = left.get(key)?.filter((step) => step.path === path);
      if (own !== undefined) left.set(key, own);
    }
}

/** Lines that traces added, less those that still stand where they were added. */
function leftoversOf(
  table: StepTable,
  { path, lines, told, added }: Asked,
  present: ReadonlyMap<string, ReadonlySet<string>>,
): Leftovers {
  const steps = new Map(table.all.map((step) => [`${step.trace.id} ${step.path}`, step]));
  const left: Leftovers = new Map();
  for (const [key, found] of added.byKey) {
    const gone = found.filter((line) => line.path === path || present.get(line.path)?.has(key) === false);
    const makers = gone.flatMap((line) => steps.get(`${line.trace} ${line.path}`) ?? []);
    left.set(
      key,
      makers.sort((one, other) => one.order - other.order),
    );
  }
  // What went elsewhere from here, and was only copied before, was not added.
  for (const step of table.all)
    for (const { given } of step.after === null ? [] : table.givers(step.path, step.after))
      for (let place = given.start; place < given.start + given.count; place += 1) {
        const shape = step.change?.shapes.get(place);
        if (shape !== undefined) takeOut(left.get(keyOf(shape)), step);
      }
  for (const [at, { key }] of lines.entries()) {
    const origin = told[at]?.origin;
    if (isStep(origin)) takeOut(left.get(key), origin);
  }
  return left;
}

function takeOut(steps: FileStep[] | undefined, step: FileStep): void {
  const at = steps?.indexOf(step) ?? -1;
  if (at >= 0) steps?.splice(at, 1);
}

async function keysIn(tree: Tree, path: string): Promise<ReadonlySet<string>> {
  const bytes = await tree.read(path);
  return new Set(bytes === null ? [] : splitLines(new TextDecoder().decode(bytes)).map((line) => lineKey(line).key));
}
