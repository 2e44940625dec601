import { placed } from "./finding.ts";
import type { Arg } from "./syntax/arg.ts";

/** What these print is what their files hold, so whoever ran them has seen it. */
const showers: ReadonlySet<string> = new Set(["cat", "head", "tail", "nl", "less", "more", "bat", "sed"]);

/** The files a program shows: its words that may be files; one that is none is remembered as a file that is not there. */
export function shownBy(program: string, words: readonly Arg[], dir: string | null): string[] {
  if (!showers.has(program)) return [];
  const names = words
    .slice(1)
    .flatMap(({ literal }) => (typeof literal === "string" && /^[^-]/.test(literal) ? [literal] : []));
  return names.flatMap((name) => placed(name, { dir }) ?? []);
}
