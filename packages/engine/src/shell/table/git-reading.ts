import { reads, words } from "../judging/make.ts";
import type { Entry, Options } from "../judging/rule.ts";

/** Options of every verb that shows commits or differences. None writes, none runs a program. */
const showing: Options = {
  flags: "pusbwazirRcmtgEFPWqve",
  valued: "nUSGLMCXlBD",
  words: /^-\d+$/,
  long: words(
    "oneline graph decorate no-decorate all branches tags remotes glob exclude stat numstat shortstat dirstat summary " +
      "name-only name-status patch no-patch raw unified color no-color color-words word-diff word-diff-regex cached staged " +
      "merge-base format pretty abbrev abbrev-commit no-abbrev-commit date since until after before author committer grep " +
      "all-match invert-grep regexp-ignore-case extended-regexp fixed-strings perl-regexp max-count skip merges no-merges " +
      "min-parents max-parents first-parent ancestry-path reverse topo-order date-order author-date-order follow " +
      "full-history simplify-merges diff-filter find-renames find-copies find-copies-harder no-renames renames minimal " +
      "patience histogram diff-algorithm anchored ignore-space-change ignore-all-space ignore-blank-lines " +
      "ignore-space-at-eol ignore-cr-at-eol function-context exit-code quiet check full-index binary text relative " +
      "no-relative no-ext-diff no-textconv no-prefix src-prefix dst-prefix line-prefix inter-hunk-context submodule " +
      "ignore-submodules cc combined-all-paths left-right cherry-pick cherry-mark left-only right-only boundary count " +
      "source no-notes walk-reflogs no-index no-color-moved color-moved patch-with-stat compact-summary " +
      "pickaxe-regex pickaxe-all root no-commit-id full-tree numbered email use-mailmap no-mailmap parents children " +
      "show-pulls objects disk-usage timestamp not no-walk do-walk expand-tabs no-expand-tabs encoding clear-decorations",
  ),
};

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

/** Verbs that only read, with the options they may be given. */
const readers: Readonly<Record<string, Options>> = {
  log: showing,
  show: showing,
  diff: showing,
  whatchanged: showing,
  "diff-tree": showing,
  "diff-index": showing,
  "diff-files": showing,
  "rev-list": showing,
  shortlog: { ...showing, flags: "snecq" },
  status: {
    flags: "sbvz",
    valued: "u",
    long: words(
      "short branch porcelain long verbose untracked-files ignored ignore-submodules show-stash ahead-behind no-ahead-behind " +
        "column no-column renames no-renames find-renames null",
    ),
  },
  grep: {
    flags: "niIlLcwvhHEFPGaoqrWpz",
    valued: "eABCmf",
    words: /^-\d+$/,
    long: words(
      "line-number ignore-case files-with-matches files-without-match name-only count word-regexp invert-match text " +
        "extended-regexp fixed-strings perl-regexp basic-regexp and or not all-match color no-color heading break column " +
        "cached untracked no-index max-depth recursive no-recursive show-function function-context context after-context " +
        "before-context only-matching quiet full-name null exclude-standard no-exclude-standard max-count",
    ),
  },
  blame: {
    flags: "wslftebcpn",
    valued: "LMCS",
    long: words(
      "porcelain line-porcelain incremental show-name show-number show-email show-stats date since root abbrev reverse " +
        "first-parent ignore-rev ignore-revs-file color-lines color-by-age score-debug minimal encoding no-progress",
    ),
  },
  "rev-parse": {
    flags: "q",
    long: words(
      "show-toplevel show-prefix show-cdup show-superproject-working-tree git-dir absolute-git-dir git-common-dir git-path " +
        "is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository abbrev-ref short verify quiet " +
        "symbolic symbolic-full-name all branches tags remotes glob revs-only no-revs flags no-flags default path-format " +
        "since until after before show-object-format local-env-vars end-of-options",
    ),
  },
  "ls-files": {
    flags: "cdmoiskuztvfr",
    valued: "xX",
    long: words(
      "cached deleted modified others ignored stage unmerged killed directory no-empty-directory eol exclude exclude-from " +
        "exclude-per-directory exclude-standard error-unmatch with-tree full-name recurse-submodules abbrev debug dedupe format",
    ),
  },
  "ls-tree": {
    flags: "drtlz",
    long: words("long name-only name-status object-only full-name full-tree abbrev format"),
  },
  "cat-file": {
    flags: "tspe",
    long: words("batch batch-check batch-all-objects buffer unordered allow-unknown-type follow-symlinks use-mailmap"),
  },
  describe: {
    long: words(
      "all tags contains abbrev candidates exact-match debug long match exclude always first-parent dirty broken",
    ),
  },
  "name-rev": { long: words("tags refs exclude all name-only no-undefined always") },
  "merge-base": { flags: "a", long: words("all octopus independent is-ancestor fork-point") },
  "for-each-ref": {
    long: words("count sort format color points-at merged no-merged contains no-contains ignore-case exclude"),
  },
  "show-ref": { flags: "hsq", long: words("head tags heads branches dereference hash verify abbrev quiet exists") },
  "check-ignore": { flags: "qvzn", long: words("quiet verbose stdin non-matching no-index") },
  "check-attr": { flags: "az", long: words("all cached stdin source") },
  "count-objects": { flags: "vH", long: words("verbose human-readable") },
  fsck: {
    flags: "v",
    long: words(
      "full no-full strict verbose dangling no-dangling unreachable connectivity-only no-reflogs name-objects root tags " +
        "cache progress no-progress",
    ),
  },
  stripspace: { flags: "sc", long: words("strip-comments comment-lines") },
  "check-ref-format": { long: words("branch allow-onelevel no-allow-onelevel refspec-pattern normalize print") },
  "patch-id": { long: words("stable unstable verbatim") },
  "interpret-trailers": { long: words("parse") },
  column: { long: words("mode raw-mode width indent nl padding") },
  "hash-object": { flags: "t", long: words("stdin no-filters path") },
  "range-diff": showing,
  cherry: { flags: "v", long: words("abbrev") },
  "show-branch": {
    flags: "ar",
    long: words("all remotes list merge-base independent current topics sha1-name no-name"),
  },
  "merge-tree": { flags: "z", long: words("write-tree name-only messages no-messages quiet merge-base") },
  var: { flags: "l" },
  version: { long: words("build-options") },
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
