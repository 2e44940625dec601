import { reads, words } from "../judging/make.ts";
import type { Entry, Options } from "../judging/rule.ts";
import { gitVerbs } from "../reading-list/git-readings.ts";

/** Spellings worth keeping. */
const examples: Readonly<Record<string, readonly string[]>> = {
  log: ["git log --grep='push --force'", "git --no-pager log -5", "git log -p -2 -- src/a.ts"],
  diff: [
    "git diff -- src/billing",
    "git diff main...HEAD --name-only",
    "git -C . diff",
    'git diff HEAD~1 -- "$f"',
    'git diff -w -- "$f"',
  ],
  status: ["git status --porcelain=v2", "git --no-optional-locks status"],
  "rev-parse": ["git rev-parse --show-toplevel --abbrev-ref HEAD"],
  blame: ["git blame -L 10,30 -w a.ts"],
};

/** Verbs that only read; the last of them may start a program or write objects, so the reading list does not have them. */
const readers: Readonly<Record<string, Options>> = {
  ...gitVerbs,
  "interpret-trailers": { long: words("parse") },
  "hash-object": { flags: "t", long: words("stdin no-filters path") },
  "merge-tree": { flags: "z", long: words("write-tree name-only messages no-messages quiet merge-base") },
};

/** Verbs of git that only read. */
export const gitReaders = (): Entry[] =>
  Object.entries(readers).map(([verb, options]) =>
    reads(`git ${verb}`, {
      options: { ...options, ends: true },
      yes: [`git ${verb}`, ...(examples[verb] ?? [])],
      no: [
        `git ${verb} --output=x`,
        `cd sub && git ${verb}`,
        `git -c core.pager=sh ${verb}`,
        `git ${verb} -S -- --output=x`,
        `git ${verb} "$x" -- a`,
      ],
    }),
  );
