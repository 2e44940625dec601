import { type Reading, words } from "./reading.ts";

/**
 * Options of every verb that shows commits or differences. None writes (`--output`), none runs a program that a file of
 * the repository names (`--ext-diff`, `--textconv`, `--show-signature`).
 */
const showing: Pick<Reading, "flags" | "valued" | "words" | "long"> = {
  flags: "pusbwazirRcmtgEFPWqve",
  valued: "nUSGLMCXlBD",
  words: /^-\d+$/,
  long: words(
    `oneline graph decorate no-decorate all branches tags remotes glob exclude stat numstat shortstat dirstat summary
    name-only name-status patch no-patch raw unified color no-color color-words word-diff word-diff-regex cached staged
    merge-base format pretty abbrev abbrev-commit no-abbrev-commit date since until after before author committer grep
    all-match invert-grep regexp-ignore-case extended-regexp fixed-strings perl-regexp max-count skip merges no-merges
    min-parents max-parents first-parent ancestry-path reverse topo-order date-order author-date-order follow
    full-history simplify-merges diff-filter find-renames find-copies find-copies-harder no-renames renames minimal
    patience histogram diff-algorithm anchored ignore-space-change ignore-all-space ignore-blank-lines
    ignore-space-at-eol ignore-cr-at-eol function-context exit-code quiet check full-index binary text relative
    no-relative no-ext-diff no-textconv no-prefix src-prefix dst-prefix line-prefix inter-hunk-context submodule
    ignore-submodules cc combined-all-paths left-right cherry-pick cherry-mark left-only right-only boundary count
    source no-notes walk-reflogs no-index no-color-moved color-moved patch-with-stat compact-summary
    pickaxe-regex pickaxe-all root no-commit-id full-tree numbered email use-mailmap no-mailmap parents children
    show-pulls objects disk-usage timestamp not no-walk do-walk expand-tabs no-expand-tabs encoding clear-decorations`,
  ),
};

/** A format or an order that asks gpg for a signature, and differences that start git in a submodule. */
const startsProgram = /%[-+ ]?G|%\(\*?signature|^(--sort=)?-?\*?signature(:|$)|^--submodule=(?!log$|short$)/;

/** Verbs that only read, with the options they may be given. */
export const gitVerbs: Readonly<Record<string, Pick<Reading, "flags" | "valued" | "words" | "long">>> = {
  log: showing,
  show: showing,
  diff: showing,
  whatchanged: showing,
  "diff-tree": showing,
  "diff-index": showing,
  "diff-files": showing,
  "rev-list": showing,
  "range-diff": showing,
  shortlog: { ...showing, flags: "snecq" },
  status: {
    flags: "sbvz",
    valued: "u",
    long: words(
      `short branch porcelain long verbose untracked-files ignored ignore-submodules show-stash ahead-behind
      no-ahead-behind column no-column renames no-renames find-renames null`,
    ),
  },
  grep: {
    flags: "niIlLcwvhHEFPGaoqrWpz",
    valued: "eABCmf",
    words: /^-\d+$/,
    long: words(
      `line-number ignore-case files-with-matches files-without-match name-only count word-regexp invert-match text
      extended-regexp fixed-strings perl-regexp basic-regexp and or not all-match color no-color heading break column
      cached untracked no-index max-depth recursive no-recursive show-function function-context context after-context
      before-context only-matching quiet full-name null exclude-standard no-exclude-standard max-count`,
    ),
  },
  blame: {
    flags: "wslftebcpn",
    valued: "LMCS",
    long: words(
      `porcelain line-porcelain incremental show-name show-number show-email show-stats date since root abbrev reverse
      first-parent ignore-rev ignore-revs-file color-lines color-by-age score-debug minimal encoding no-progress`,
    ),
  },
  "rev-parse": {
    flags: "q",
    long: words(
      `show-toplevel show-prefix show-cdup show-superproject-working-tree git-dir absolute-git-dir git-common-dir git-path
      is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository abbrev-ref short verify quiet
      symbolic symbolic-full-name all branches tags remotes glob revs-only no-revs flags no-flags default path-format
      since until after before show-object-format local-env-vars end-of-options`,
    ),
  },
  "ls-files": {
    flags: "cdmoiskuztvfr",
    valued: "xX",
    long: words(
      `cached deleted modified others ignored stage unmerged killed directory no-empty-directory eol exclude exclude-from
      exclude-per-directory exclude-standard error-unmatch with-tree full-name recurse-submodules abbrev debug dedupe
      format`,
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
      `full no-full strict verbose dangling no-dangling unreachable connectivity-only no-reflogs name-objects root tags
      cache progress no-progress`,
    ),
  },
  stripspace: { flags: "sc", long: words("strip-comments comment-lines") },
  "check-ref-format": { long: words("branch allow-onelevel no-allow-onelevel refspec-pattern normalize print") },
  "patch-id": { long: words("stable unstable verbatim") },
  column: { long: words("mode raw-mode width indent nl padding") },
  cherry: { flags: "v", long: words("abbrev") },
  "show-branch": {
    flags: "ar",
    long: words("all remotes list merge-base independent current topics sha1-name no-name"),
  },
  var: { flags: "l" },
  version: { long: words("build-options") },
};

const where = "--(global|local|system|show-origin|show-scope|name-only)";
const name = String.raw`[\w@][\w@~^{}./-]*`;

/** Verbs that list when they are called in a few ways, and change something in all others. */
export const gitForms: Readonly<Record<string, RegExp>> = {
  branch: new RegExp(
    String.raw`^((-(a|r|v|vv|av|avv|i)|--(all|remotes|verbose|show-current|column|(sort|format|color)=[^\s]*)|--(contains|no-contains|merged|no-merged|points-at)( ${name})?)( |$))*(--list( [\w*?@./][\w*?@./-]*)*)?$`,
  ),
  tag: new RegExp(
    String.raw`^((-n\d*|--(column|(sort|format)=[^\s]*)|--(contains|no-contains|merged|no-merged|points-at)( ${name})?)( |$))*((-l|--list)( ([\w*?@./][\w*?@./-]*|--(sort|format)=[^\s]*))*)?$`,
  ),
  remote: /^((-v|--verbose)( show)?|show|get-url( --(all|push))? [A-Za-z][\w-]*)?$/,
  stash:
    /^(list|show)( (-p|--stat|--oneline|--date=\w+|--(format|pretty)=\S+|--name-only|--name-status|--include-untracked|-u|-\d+|stash@\{\d+\}|\d+))*$/,
  config: new RegExp(
    String.raw`^(${where} )*(--list|-l|list|[A-Za-z]\w*\.[\w.-]+|(--get|--get-all|--get-regexp|get) [A-Za-z^][\w.*^$|-]*)( ${where})*$`,
  ),
  worktree: /^list( --porcelain)?$/,
  submodule: /^status( --recursive)?$/,
  reflog: /^((show( [\w/@{}.]+)?)?( ?(-n ?\d+|-\d+|--(date|format|pretty)=\S+|--oneline|--no-abbrev))*)$/,
  bisect: /^log$/,
  "symbolic-ref": /^(--short |-q )*HEAD$/,
  notes: /^(list|show)( [\w.][\w~^./-]*)?$/,
};

/** Command lines worth keeping, and some that are no readings. */
const examples: Readonly<Record<string, Pick<Reading, "yes" | "no">>> = {
  log: {
    yes: ["git log --grep='push --force'", "git --no-pager log -5", "git log -p -2 -- src/a.ts"],
    no: [
      "git log --show-signature",
      "git log --outp=x",
      "git log --format=%G?",
      "git log --format=%+GK",
      "git log --pretty='format:% G?'",
      "git diff --submodule=diff",
      "git -c log.showSignature=true log",
    ],
  },
  diff: {
    yes: ["git diff main...HEAD --name-only", "git -C . diff", 'git diff HEAD~1 -- "$f"', "git -c color.ui=never diff"],
    no: ["git diff --ext-diff", "git diff --textconv", "git diff --output x", "git diff $x"],
  },
  status: { yes: ["git status --porcelain=v2", "git --no-optional-locks status"], no: ["git status --frob"] },
  grep: {
    yes: ["git grep -n foo -- src"],
    no: ["git grep -O x", "git grep -Osh x", "git grep --open-files-in-pager x"],
  },
  blame: { yes: ["git blame -L 10,30 -w a.ts"], no: ["git blame --contents=x a", "git blame --textconv a"] },
  "rev-parse": { yes: ["git rev-parse --show-toplevel --abbrev-ref HEAD"], no: ["git rev-parse --frob"] },
  "cat-file": {
    yes: ["git cat-file -p HEAD"],
    no: ["git cat-file --textconv HEAD:a", "git cat-file --filters HEAD:a"],
  },
  branch: {
    yes: [
      "git branch",
      "git branch -a -vv",
      "git branch --contains HEAD",
      "git branch --list 'x*'",
      "git branch -r --merged main",
    ],
    no: [
      "git branch --format='%(signature)'",
      "git branch --sort=-signature",
      "git branch -D main",
      "git branch fix/x",
      "git branch -f main",
      "git branch -v foo",
      "git branch --edit-description",
      "git branch --list x -D y",
      "git branch --contains x -D y",
    ],
  },
  "for-each-ref": {
    yes: ["git for-each-ref --sort=-committerdate --format='%(refname:short)'"],
    no: ["git for-each-ref --sort=signature", "git for-each-ref --sort signature", "git for-each-ref --output=x"],
  },
  tag: {
    yes: ["git tag", "git tag -l 'v*' --sort=-version:refname", "git tag --points-at HEAD"],
    no: [
      "git tag --format='%(*signature)'",
      "git tag -l --sort=signature:grade",
      "git tag v1",
      "git tag -d v1",
      "git tag -n foo",
      "git tag -l x -d y",
      "git tag -v v1",
    ],
  },
  remote: { yes: ["git remote -v", "git remote get-url origin"], no: ["git remote show origin", "git remote add x y"] },
  stash: {
    yes: ["git stash list", "git stash show -p"],
    no: ["git stash", "git stash pop", "git stash show --ext-diff"],
  },
  config: {
    yes: ["git config --get user.name", "git config --list", "git config user.name"],
    no: ["git config a.b c", "git config --unset a.b", "git config -e", "git config --file x --list"],
  },
  worktree: { yes: ["git worktree list"], no: ["git worktree add ../x"] },
  submodule: { yes: ["git submodule status"], no: ["git submodule foreach ls"] },
  reflog: { yes: ["git reflog -5", "git reflog show HEAD -n 3"], no: ["git reflog expire --all"] },
  bisect: { yes: ["git bisect log"], no: ["git bisect run ls"] },
  "symbolic-ref": { yes: ["git symbolic-ref --short HEAD"], no: ["git symbolic-ref HEAD refs/heads/x"] },
  notes: { yes: ["git notes list"], no: ["git notes add -m x"] },
};

const general = (verb: string): Pick<Reading, "yes" | "no"> => ({
  yes: [`git ${verb}`],
  no: [`git ${verb} --output=x`, `cd sub && git ${verb}`, `git -c core.pager=sh ${verb}`, `git --git-dir=x ${verb}`],
});

/** What may stand before a verb of git. */
export const gitBefore: RegExp =
  /^((-P|--no-pager|--no-optional-locks|--literal-pathspecs|-C \S+|-c (color\.[\w.]+|core\.quote[pP]ath|core\.pager=cat|log\.(date|decorate)|diff\.(renames|context|noprefix))(=[\w:. -]*)?) )*$/;

/** What tells about a repository. Fetching reaches the net, and a new branch is a change: neither is here. */
export const gitReadings: readonly Reading[] = [
  ...Object.entries(gitVerbs).map(
    ([verb, spec]): Reading => ({
      ...general(verb),
      ...examples[verb],
      name: `git ${verb}`,
      ...spec,
      ends: true,
      never: startsProgram,
    }),
  ),
  ...Object.entries(gitForms).map(
    ([verb, form]): Reading => ({
      yes: [],
      no: [],
      ...examples[verb],
      name: `git ${verb}`,
      form,
      never: startsProgram,
    }),
  ),
];
