import { ownerOf } from "../globs.ts";

/** One line of a `.gitignore`: what it names, below the folder the file lies in. */
interface Rule {
  readonly keeps: boolean;
  matches(path: string): boolean;
}

/** Whether a folder is left out by a `.gitignore`. */
export interface IgnoreRules {
  /** `null` where no line speaks of it. The path is from the folder the file lies in. */
  decide(path: string): boolean | null;
}

/** More lines than this are no longer a list somebody keeps. */
const mostRules = 1000;

/** Reads a `.gitignore`, as far as it concerns folders; the last line that speaks of one decides. */
export function parseGitignore(text: string): IgnoreRules {
  const rules = text
    .split("\n")
    .slice(0, mostRules)
    .flatMap((line) => toRule(line) ?? []);
  return {
    decide(path) {
      const rule = rules.findLast(({ matches }) => matches(path));
      return rule === undefined ? null : !rule.keeps;
    },
  };
}

function toRule(line: string): Rule | null {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return null;
  const keeps = text.startsWith("!");
  const pattern = text.slice(keeps ? 1 : 0).replace(/\/+$/, "");
  if (pattern === "") return null;
  const isAnchored = pattern.slice(0, -1).includes("/");
  const glob = isAnchored ? pattern.replace(/^\//, "") : `**/${pattern}`;
  const owns = ownerOf([glob]);
  // `dir/**` means what is in the folder, which for a search is the folder.
  return { keeps, matches: (path) => owns(path) };
}
