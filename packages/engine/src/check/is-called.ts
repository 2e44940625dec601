import type { CheckedFile, CheckFacts } from "./facts.ts";

/** Whether a file is the one that had this name, and is not as it was before. */
export function isCalled(file: CheckedFile, name: string): boolean {
  const { path, from, formerly = [], unclaimedAs = [], blob, blobBefore } = file;
  if (path === name || formerly.includes(name) || unclaimedAs.includes(name)) return true;
  return from === name && blob !== blobBefore;
}

/** Whether it is known that the change has nothing of what a record tells of a file. */
export const isAbsent = (
  { absent }: Pick<CheckFacts, "absent">,
  { id }: { id: string },
  { path }: CheckedFile,
): boolean => absent?.get(id)?.has(path) === true;
