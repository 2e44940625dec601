import { risky, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { gitListerReasons } from "../judging/verb-reasons.ts";
import { gitForms } from "../reading-list/git-readings.ts";
import { literals } from "../syntax/arg.ts";

/** Verbs that list or change something, by how they are called: one form a word, in this order, when they only list. */
interface Listing {
  /** Options that list. */
  readonly options: RegExp;
  /** Options whose next word is a value, not a name to make. */
  readonly valued?: RegExp;
  /** With one of these, other words are patterns to list by. */
  readonly filters?: RegExp;
}

const listings: Readonly<Record<string, Listing>> = {
  branch: {
    options:
      /^(-(a|r|v|vv|av|avv|i)|--(all|remotes|list|verbose|show-current|merged|no-merged|contains|no-contains|points-at|column|(sort|format|color)=.*))$/,
    valued: /^--(contains|no-contains|merged|no-merged|points-at)$/,
    filters: /^--list$/,
  },
  tag: {
    options: /^(-l|-n\d*|--(list|contains|no-contains|merged|no-merged|points-at|column|(sort|format)=.*))$/,
    valued: /^--(contains|no-contains|merged|no-merged|points-at)$/,
    filters: /^(-l|--list)$/,
  },
  remote: { options: /^(-v|--verbose)$/ },
};

/** The whole command line, where a verb has only a few forms that list. What asks another machine is not on the reading list. */
const forms: Readonly<Record<string, RegExp>> = {
  ...gitForms,
  remote: /^(get-url( --(all|push))?|show( -n)?) [A-Za-z][\w-]*$/,
  "ls-remote": /^((--heads|--tags|-h|-t|--refs|--quiet|-q) )*[A-Za-z][\w-]*( [\w./*-]+)*$/,
};

function isListing(verb: string, texts: readonly string[]): boolean {
  const form = Object.hasOwn(forms, verb) ? forms[verb] : undefined;
  if (form?.test(texts.join(" ")) && texts.every((text) => !/\s/.test(text))) return true;
  const listing = Object.hasOwn(listings, verb) ? listings[verb] : undefined;
  if (listing === undefined) return false;
  const filters = texts.some((text) => listing.filters?.test(text));
  return texts.every((text, index) => {
    if (text.startsWith("-")) return listing.options.test(text);
    return filters || listing.valued?.test(texts[index - 1] ?? "") === true;
  });
}

/** A new branch at the current commit changes no file. */
function isNewBranch(verb: string, texts: readonly string[]): boolean {
  return verb === "branch" && texts.length === 1 && /^[A-Za-z0-9][\w./-]*$/.test(texts[0] ?? "");
}

/** Command lines that list, and some that change something, for each of these verbs. */
const examples: Readonly<Record<string, { lists: readonly string[]; changes: readonly string[] }>> = {
  branch: {
    lists: ["git branch", "git branch -a -vv", "git branch --contains HEAD", "git branch fix/x"],
    changes: ["git branch -D main", "git branch -m a b", "git branch -f main HEAD~3", "git branch -v foo"],
  },
  tag: {
    lists: ["git tag", "git tag -l 'v*' --sort=-version:refname"],
    changes: ["git tag v1", "git tag -d v1", "git tag -n foo"],
  },
  remote: {
    lists: ["git remote -v", "git remote get-url origin", "git remote show origin"],
    changes: ["git remote add x y", "git remote set-url origin y", "git remote -v update"],
  },
  stash: {
    lists: ["git stash list", "git stash list --format=%gd", "git stash show -p"],
    changes: ["git stash", "git stash pop", "git stash drop"],
  },
  config: {
    lists: ["git config --get user.name", "git config --list", "git config user.name"],
    changes: ["git config core.hooksPath x", "git config --global user.email x", "git config alias.x '!sh'"],
  },
  worktree: { lists: ["git worktree list"], changes: ["git worktree add ../x", "git worktree remove --force ../x"] },
  submodule: { lists: ["git submodule status"], changes: ["git submodule foreach 'rm -rf .'", "git submodule update"] },
  reflog: {
    lists: ["git reflog -5", "git reflog --date=iso -5", "git reflog show HEAD -n 3"],
    changes: ["git reflog expire --all"],
  },
  bisect: { lists: ["git bisect log"], changes: ["git bisect run sh -c ls", "git bisect start"] },
  "symbolic-ref": {
    lists: ["git symbolic-ref --short HEAD"],
    changes: ["git symbolic-ref HEAD refs/heads/x", "git symbolic-ref -d HEAD"],
  },
  notes: { lists: ["git notes list", "git notes show HEAD"], changes: ["git notes add -m x"] },
  "ls-remote": {
    lists: ["git ls-remote origin"],
    changes: ["git ls-remote --upload-pack=sh x", "git ls-remote ext::sh"],
  },
};

/** Verbs of git that list when they are called in a few ways, and change something in all others. */
export const gitListers = (): Entry[] =>
  Object.entries(examples).map(([verb, { lists, changes }]) => {
    const why = gitListerReasons.get(verb) ?? "changes the repository";
    return {
      name: `git ${verb}`,
      does: "risky",
      why,
      judge(args) {
        const texts = literals(args);
        const harmless = texts !== null && (isListing(verb, texts) || isNewBranch(verb, texts));
        return harmless ? safe : risky(`git ${verb} ${why}`, "git");
      },
      yes: changes,
      no: lists,
    };
  });
