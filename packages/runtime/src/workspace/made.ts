import type { Effect, FileFact } from "@writ/contracts";
import type { Running } from "./runs.ts";

/** What a command line itself makes or changes. */
export interface Made {
  /** Whether a file may hold something else by the time it runs. */
  has(fact: FileFact): boolean;
  /** Whether a file that is not there may be by then: it is named, or lies in what is copied, moved or unpacked. */
  puts(fact: FileFact): boolean;
  /** Where a file that is moved to this place lies now, when that is all that happens to it. */
  movedFrom(fact: FileFact): string | undefined;
  /** All that it makes or changes, by real identity. */
  readonly paths: ReadonlySet<string>;
}

/** Programs that fill a folder with more than they name; any other that is given a pattern changes what is there. */
const fillers = /^(g?cp|g?mv|install|ditto|rsync|g?tar|bsdtar|unzip|ln|git|gh)$/;

/** What the effects of a call say, by real identity: one file has many spellings. */
export function madeBy({ call, files }: Pick<Running, "call" | "files">): Made {
  const changes = call.effects.filter(({ op, path }) => op !== "exec" && path !== null);
  const factOf = (path: string | null | undefined): FileFact | undefined =>
    path !== null && path !== undefined && Object.hasOwn(files, path) ? files[path] : undefined;
  const touched = (effect: Effect): string[] => identitiesOf(factOf(effect.path));
  const sources = new Set(changes.flatMap(({ from }) => identitiesOf(factOf(from))));
  const isAt = (fact: FileFact, places: readonly string[]): boolean =>
    identitiesOf(fact).some((path) => places.some((place) => path === place || path.startsWith(`${place}/`)));
  const isFilled = (call.command?.programs ?? []).some((program) => fillers.test(program));
  const fills = ({ within, carries, to, op }: Effect): boolean =>
    carries !== undefined || to !== undefined || op === "rename" || (within === true && isFilled);
  return {
    puts: (fact) =>
      changes.some((effect) =>
        fills(effect)
          ? isAt(fact, touched(effect))
          : effect.op !== "delete" && touched(effect).some((path) => identitiesOf(fact).includes(path)),
      ),
    paths: new Set(changes.flatMap(touched)),
    has: (fact) => changes.some((effect) => isAt(fact, touched(effect))) || isAt(fact, [...sources]),
    movedFrom(fact) {
      const here = changes.filter((effect) => isAt(fact, touched(effect)));
      const [only] = here;
      const from = factOf(only?.from);
      if (here.length !== 1 || only?.op !== "rename" || only.path !== fact.given || from?.kind !== "file")
        return undefined;
      const isElse = changes.some((effect) => effect !== only && isAt(from, touched(effect)));
      return isElse ? undefined : only.from;
    },
  };
}

/** The file, and the name of a link that leads to it. */
const identitiesOf = (fact: FileFact | undefined): string[] =>
  fact === undefined ? [] : [fact.path, ...(fact.entry === undefined ? [] : [fact.entry])];
