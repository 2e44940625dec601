import type { ChangedFile, FileClass, MutationClass, TouchedSymbol } from "@writ/contracts";
import { hunksBetween } from "../lines/hunks.ts";
import { classOf, overall } from "./mutation-class.ts";
import { symbolsTouched } from "./symbols.ts";
import { isRefactoring, type TreePair } from "./tree/refactoring.ts";
import type { SyntaxTree } from "./tree/syntax.ts";

/** The syntax trees of a file before and after; `null` for a side that is not there. */
export interface Trees {
  readonly before: SyntaxTree | null;
  readonly after: SyntaxTree | null;
}

/** What a call did to each file. */
export interface Classified {
  readonly class: MutationClass;
  readonly files: ReadonlyMap<string, FileClass>;
}

/** Tells form from behaviour by syntax trees, and by tokens where a file has none (R29). */
export function classify(changed: readonly ChangedFile[], treesOf: (file: ChangedFile) => Trees | null): Classified {
  const trees = new Map(changed.map((file) => [file, treesOf(file)]));
  const classes = new Map(changed.map((file) => [file, alone(file, changed, trees.get(file) ?? null)]));
  for (const family of familiesOf(changed, trees)) {
    // One that is a change by itself may be the other half of another.
    const open = family.filter((file) => classes.get(file) !== "AST_REFACTOR");
    if (open.length === 0 || family.length < 2) continue;
    if (isRefactoring(family.map((file) => pairOf(file, trees.get(file) ?? null))))
      for (const file of open) classes.set(file, "AST_REFACTOR");
  }
  const files = changed.map((file): [string, FileClass] => [
    file.path,
    { class: classes.get(file) ?? "UNKNOWN", symbols: touchedIn(file, trees.get(file) ?? null) },
  ]);
  return { class: overall([...classes.values()]), files: new Map(files) };
}

function alone(file: ChangedFile, changed: readonly ChangedFile[], trees: Trees | null): MutationClass {
  const { before, after } = file;
  if (trees === null || before === null || after === null || before.hash === after.hash) return classOf(file, changed);
  const found = isRefactoring([pairOf(file, trees)]);
  return found === null ? classOf(file, changed) : found ? "AST_REFACTOR" : "INTENT_EVOLUTION";
}

const pairOf = ({ path, from }: ChangedFile, trees: Trees | null): TreePair => ({
  path,
  ...(from !== undefined && { from }),
  before: trees?.before ?? null,
  after: trees?.after ?? null,
});

/** Files between which code may have moved. */
function familiesOf(changed: readonly ChangedFile[], trees: ReadonlyMap<ChangedFile, Trees | null>): ChangedFile[][] {
  const families = new Map<string, ChangedFile[]>();
  for (const file of changed) {
    const found = trees.get(file);
    const family = (found?.after ?? found?.before)?.language.family;
    if (family !== undefined) families.set(family, [...(families.get(family) ?? []), file]);
  }
  return [...families.values()];
}

function touchedIn({ before, after }: ChangedFile, trees: Trees | null): readonly TouchedSymbol[] | null {
  if (trees === null) return null;
  const hunks = hunksBetween(before?.text ?? "", after?.text ?? "");
  return symbolsTouched(trees.before, trees.after, hunks);
}
