import type { Scene } from "../finding.ts";
import { opaque, reads, risky, several, words } from "../judging/make.ts";
import type { Entry, Family } from "../judging/rule.ts";
import { gitReasons } from "../judging/verb-reasons.ts";
import type { Arg } from "../syntax/arg.ts";
import { gitListers } from "./git-listing.ts";
import { gitReaders } from "./git-reading.ts";
import { gitWriters } from "./git-writing.ts";

/** git: every verb. An option before the verb that is not known, an alias and a verb nobody listed are opaque. */
export const git: Family = {
  programs: "git",
  entries: () => [
    opaque("git", "it is given an option or a verb that may run something", {
      asks: "reads",
      options: { flags: "P", valued: "Cc", long: ["no-pager", "no-optional-locks", "literal-pathspecs"] },
      before: placeOf,
      yes: ["git my-alias", "git --git-dir=x status", "git --exec-path=x log", "git -c core.pager=sh log", "git $x"],
      no: ["git --version", "git status", "git -c color.ui=never status"],
    }),
    ...verbs().map((entry): Entry => ({ ...entry, at: "root" })),
  ],
};

/** Any verb reads the settings of the repository it stands in, and those name programs that run. */
const verbs = (): Entry[] => [
  ...gitReaders(),
  ...gitListers(),
  ...gitWriters(),
  reads("git lfs version", { no: ["cd sub && git lfs version"] }),
  ...several("git lfs", "ls-files status env", (name) =>
    reads(name, {
      options: { flags: "lnsadp", long: words("long name-only size all deleted debug porcelain json include exclude") },
      no: [`${name} --frob`, `cd sub && ${name}`],
    }),
  ),
  ...several("git bundle", "verify list-heads", (name) =>
    reads(name, {
      options: { flags: "q", long: ["quiet"] },
      yes: [`${name} x.bundle`],
      no: [`${name} --frob x`, `cd sub && ${name} x`],
    }),
  ),
  reads("git help", {
    proof: namesOnly,
    yes: ["git help commit"],
    no: ["git help -w commit", "cd sub && git help commit"],
  }),
  ...[...gitReasons].map(([verb, why]) => risky(`git ${verb}`, why)),
  ...several(
    "git",
    "difftool mergetool gui citool instaweb daemon http-backend shell bundle credential lfs annex flow",
    (name) => opaque(name, "it runs programs that the settings name"),
  ),
];

/** Settings that only change how something looks. */
const looks =
  /^(color\.[\w.]+|core\.quote[pP]ath|core\.pager=(cat)?$|log\.(date|decorate)|diff\.(renames|context|noprefix))(=|$)/;

/** `-C` may only name the root itself: any other folder can be a repository with settings of its own. */
function placeOf(options: readonly Arg[], scene: Scene): Scene | string {
  let dir = scene.dir;
  for (const [index, { literal }] of options.entries()) {
    const value = options[index + 1]?.literal ?? null;
    if (literal?.startsWith("-c") && !(literal === "-c" && value !== null && looks.test(value))) {
      return "a setting given with -c may run something";
    }
    if (!literal?.startsWith("-C")) continue;
    if (literal !== "-C") dir = null;
    else if (value !== ".") dir = value !== null && value === scene.world.root ? value : null;
  }
  return { ...scene, dir };
}

function namesOnly(args: readonly Arg[]): string | null {
  return args.every(({ literal }) => /^\w[\w-]*$/.test(literal ?? "")) ? null : "it may open a browser";
}
