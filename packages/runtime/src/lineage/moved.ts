import { type AddedLine, type LedgerIndex, leastLineSize } from "@writ/contracts";
import {
  type FileStep,
  findMoved,
  freshIn,
  isStep,
  type Keyed,
  keyOf,
  type Leftover,
  type Leftovers,
  plainText,
  type StepTable,
  type Told,
} from "@writ/engine";
import type { Book } from "./book.ts";
import type { Links } from "./links.ts";
import { openNamesAfter } from "./names.ts";
import type { Tree } from "./tree.ts";

/** A line that is written again and again tells nothing. */
const mostMakers = 20;
/** Lines of a file rarely come from more files than this. */
const mostFiles = 12;
/** And such a line stands in few others. */
const mostNames = 30;

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
  added: Added;
}

/** Lines like some here that still stand in other files, wherever those went: all but one are copies. */
export async function copiedElsewhere(
  book: Book,
  tree: Tree,
  { path, texts, lines, added }: Asked,
): Promise<Map<string, string[]>> {
  const foreign = new Map<string, string>();
  for (const [at, { key }] of lines.entries())
    if (added.byKey.get(key)?.some((line) => line.path !== path) === true) foreign.set(key, texts[at] ?? "");
  const copied = new Map<string, string[]>();
  if (foreign.size === 0) return copied;
  const names = new Set(added.files.map((file) => file.path));
  await book.load(names);
  for (const step of book.table().all) if (names.has(step.from)) names.add(step.path);
  for (const file of await tree.filesWith([...foreign.values()].map((text) => text.trim()))) names.add(file);
  names.delete(path);
  for (const file of [...names].slice(0, mostNames)) {
    const bytes = await tree.read(file);
    const there = bytes === null ? "" : plainText(new TextDecoder().decode(bytes));
    for (const [key, text] of foreign)
      if (there.includes(plainText(text))) copied.set(key, [...(copied.get(key) ?? []), file]);
  }
  return copied;
}

/** Gives lines that were moved here, or brought back, to the steps that made them. */
export async function addMoved(
  book: Book,
  told: Told,
  { path, lines, added }: Asked,
  copied: ReadonlyMap<string, readonly string[]>,
  { isLinked, isTaken }: Links,
): Promise<void> {
  const files = new Set(added.files.map((file) => file.path));
  if (files.size === 0) return;
  await book.load(files);
  const places = new Map(lines.map(({ key }, at) => [key, at]));
  const since = openNamesAfter(book.table());
  // What was taken out there when it came here was moved, whoever else has a copy.
  const isMoved = (key: string, from: string): boolean =>
    isTaken(places.get(key) ?? -1, from) && !since(from).some((name) => copied.get(key)?.includes(name));
  const isOpen = ({ key, path: from }: AddedLine): boolean =>
    files.has(from) && (from === path || !copied.has(key) || isMoved(key, from));
  const open = [...added.byKey].map(([key, found]): [string, AddedLine[]] => [key, found.filter(isOpen)]);
  findMoved(told, lines, leftoversOf(book.table(), open, lines, told), isLinked);
}

/** Lines that traces added, less those that are told of already. */
function leftoversOf(
  table: StepTable,
  added: readonly [key: string, lines: readonly AddedLine[]][],
  lines: readonly Keyed[],
  told: Told,
): Leftovers {
  const steps = new Map(table.all.map((step) => [`${step.trace.id} ${step.path}`, step]));
  const left: Leftovers = new Map();
  const sought = new Map<FileStep, Set<string>>();
  for (const [key, found] of added)
    for (const { trace, path } of found) {
      const step = steps.get(`${trace} ${path}`);
      if (step !== undefined) sought.set(step, (sought.get(step) ?? new Set()).add(key));
    }
  for (const [step, keys] of [...sought].sort(([one], [other]) => one.order - other.order))
    for (const { shape, place } of freshIn(step))
      if (keys.has(keyOf(shape))) left.set(shape.print, [...(left.get(shape.print) ?? []), { step, place }]);
  // What went elsewhere from here, and was only copied before, was not added.
  for (const step of table.all)
    for (const { given } of step.after === null ? [] : table.givers(step.path, step.after))
      for (let place = given.start; place < given.start + given.count; place += 1) {
        const shape = step.change?.shapes.get(place);
        if (shape !== undefined) takeOut(left.get(shape.print), step);
      }
  for (const [at, { print }] of lines.entries()) {
    const origin = told[at]?.origin;
    if (isStep(origin)) takeOut(left.get(print), origin);
  }
  return left;
}

function takeOut(left: Leftover[] | undefined, step: FileStep): void {
  const at = left?.findIndex((one) => one.step === step) ?? -1;
  if (at >= 0) left?.splice(at, 1);
}
