import { globProblem } from "../globs.ts";
import { allowed, errorAt, type HookFault, shown } from "./fault.ts";

type Path = readonly (string | number)[];
type Said = string | readonly string[] | undefined;

/** One word or many as a list without repetitions; left out, it is not there. */
export function toList(path: Path, said: Said, faults: HookFault[]): string[] | undefined {
  if (said === undefined) return undefined;
  const words = typeof said === "string" ? [said] : said;
  if (words.length === 0) faults.push(errorAt(path, "is an empty list; leave the key out or name something"));
  if (words.some((word) => word.trim() === "")) faults.push(errorAt(path, "has an empty entry"));
  return [...new Set(words)];
}

/** The same for words of a fixed set, where other words may mean one of it. */
export function toWords<Word extends string>(
  path: Path,
  said: Said,
  known: { words: readonly Word[]; aliases?: Readonly<Record<string, Word>>; what: string },
  faults: HookFault[],
): Word[] | undefined {
  const { words, aliases = {}, what } = known;
  const found = toList(path, said, faults)?.flatMap((given): Word[] => {
    const word = words.find((one) => one === given) ?? (Object.hasOwn(aliases, given) ? aliases[given] : undefined);
    if (word === undefined && given.trim() !== "") {
      faults.push(errorAt(path, `${shown(given)} is no ${what}${allowed(given, words)}`));
    }
    return word === undefined ? [] : [word];
  });
  return found && [...new Set(found)];
}

/** The same for globs. */
export function toGlobs(path: Path, said: Said, faults: HookFault[]): string[] | undefined {
  const globs = toList(path, said, faults);
  for (const glob of globs ?? []) {
    const reason = glob.trim() === "" ? null : globProblem(glob);
    if (reason !== null) faults.push(errorAt(path, `${shown(glob)} cannot be used: ${reason}`));
  }
  if (globs !== undefined && globs.length > 0 && globs.every((glob) => glob.startsWith("!"))) {
    faults.push(errorAt(path, "only says what to leave out; add what it is for, such as *"));
  }
  return globs;
}
