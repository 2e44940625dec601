import type { StepTable } from "@writ/engine";

/** A name, and those under which steps found the file that they left under it. */
export const namesBefore = (table: StepTable, name: string): string[] =>
  grown([name], (known) => table.all.flatMap((step) => (step.before !== null && step.path === known ? step.from : [])));

/** Names, and those that steps gave to their files since. */
export const namesAfter = (table: StepTable, names: readonly string[]): string[] =>
  grown(names, (known) => table.all.flatMap((step) => (step.before !== null && step.from === known ? step.path : [])));

/** The same for one name, which may be asked for many lines of one file. */
export function openNamesAfter(table: StepTable): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    const found = known.get(name) ?? namesAfter(table, [name]);
    known.set(name, found);
    return found;
  };
}

function grown(first: readonly string[], more: (name: string) => readonly string[]): string[] {
  const names = new Set(first);
  // What is added meanwhile is gone through too.
  for (const name of names) for (const other of more(name)) names.add(other);
  return [...names];
}
