import type { Aftermath, Step, Write } from "@writ/contracts";
import { endingOf } from "./mutating.ts";

/** Which files an intent has touched, and what in them (R104, R105): any success, marked where behaviour changed. */
export const map: Step = {
  name: "map",
  record(aftermath) {
    const { intent, changed } = aftermath;
    if (intent === null || changed.length === 0 || endingOf(aftermath) !== "OK") return [];
    const paths = changed.map((file) => file.path);
    return [true, false].flatMap((evolution) =>
      entry(
        intent,
        paths.filter((path) => hasEvolved(path, aftermath) === evolution),
        evolution,
        aftermath,
      ),
    );
  },
};

const hasEvolved = (path: string, { fileClasses, mutationClass }: Aftermath): boolean =>
  (fileClasses?.get(path)?.class ?? mutationClass) === "INTENT_EVOLUTION";

function entry(intent: string, paths: readonly string[], evolution: boolean, { fileClasses }: Aftermath): Write[] {
  if (paths.length === 0) return [];
  const symbols = new Map(
    paths.map((path): [string, string[]] => [path, (fileClasses?.get(path)?.symbols ?? []).map(({ name }) => name)]),
  );
  const named = [...symbols.values()].some((names) => names.length > 0);
  return [{ kind: "map", intent, paths, evolution, ...(named && { symbols }) }];
}
