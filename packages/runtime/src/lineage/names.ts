import type { StepTable } from "@writ/engine";

/** A name, and those under which steps found the file that they left under it. */
export const namesBefore = (table: StepTable, name: string): string[] =>
  grown([name], (known) => table.all.flatMap((step) => (step.before !== null && step.path === known ? step.from : [])));

/** Names, and those that steps gave to their files since. */
export const namesAfter = (table: StepTable, names: readonly string[]): string[] =>
  grown(names, (known) => table.all.flatMap((step) => (step.before !== null && step.from === known ? step.path : [])));

function grown(first: readonly string[], more: (name: string) => readonly string[]): string[] {
  const names = new Set(first);
  // What is added meanwhile is gone through too.
  for (const name of names) for (const other of more(name)) names.add(other);
  return [...names];
}
