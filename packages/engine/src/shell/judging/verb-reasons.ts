import { words } from "./make.ts";

/** Why a verb asks, in words that follow its name, for several verbs a line. */
type Reasons = Readonly<Record<string, string>>;

const byVerb = (reasons: Reasons): ReadonlyMap<string, string> =>
  new Map(Object.entries(reasons).flatMap(([verbs, why]) => words(verbs).map((verb) => [verb, why] as const)));

/** Verbs of git that always ask. */
export const gitReasons = byVerb({
  merge: "changes files to what other commits have, and moves the branch",
  pull: "fetches commits of others and changes files to what they have",
  push: "publishes commits",
  rebase: "writes commits anew and changes files to what they have",
  "cherry-pick revert am": "makes commits and changes the files they name",
  "gc prune repack pack-refs maintenance multi-pack-index commit-graph":
    "throws away or rewrites what git keeps, old commits among it",
  "filter-branch filter-repo": "writes the whole history anew",
  "update-ref replace": "moves branches and tags, or puts one commit in the place of another",
  init: "makes a repository, whose settings git then follows",
  clone: "fetches a whole repository into a new folder",
  "update-index read-tree checkout-index sparse-checkout": "changes what git takes the files to be, or the files",
  "fast-import commit-tree write-tree mktree mktag unpack-objects index-pack":
    "writes commits and files into the repository that no work tree held",
  "hook rerere": "runs or keeps what later commands use",
  "send-email request-pull": "sends commits to others",
  "svn p4 cvsimport quiltimport subtree": "fetches, publishes or rewrites commits",
});

/** Verbs of git that only list in a few forms: why all others ask. */
export const gitListerReasons = byVerb({
  branch: "deletes, renames or moves a branch, and can lose the commits only it leads to",
  tag: "makes, moves or deletes a tag, which releases are made from",
  remote: "changes where commits are fetched from and published to",
  stash: "takes changes out of the files, puts them back or throws them away",
  config: "changes settings, and some of them run programs",
  worktree: "makes or removes another work tree",
  submodule: "fetches other repositories, or runs commands in them",
  reflog: "throws away the way back to earlier commits",
  bisect: "changes files to what other commits have, and may run a program",
  "symbolic-ref": "changes which branch is checked out",
  notes: "changes the notes on commits",
  "ls-remote": "asks another machine, and may run a program for it",
});

/** Verbs of npm, pnpm, yarn and bun that reach farther than the repository, or name a release. */
export const packageReasons = byVerb({
  "publish unpublish deprecate dist-tag": "changes what others install",
  "login logout adduser token": "changes who you are to the registry",
  "owner access team": "changes who may publish",
  version: "changes the version in package.json, runs its scripts, and may commit and tag",
  "link unlink": "changes packages outside of this repository",
});
