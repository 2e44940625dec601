import { type Arg, literals } from "./arg.ts";
import { type Allowed, strayOption } from "./options.ts";

const words = (text: string): string[] => text.split(" ");

/** Options of every verb that shows commits or differences. None writes, none runs a program. */
const showing: Allowed = {
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

/** Verbs that only read, with the options they may be given. */
const readers: Readonly<Record<string, Allowed>> = {
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
  version: { long: words("build-options") },
};

/** Whether a verb reads: `null` for yes, why not for a reading verb with a strange option, otherwise `undefined`. */
export function readingDoubt(verb: string, args: readonly Arg[]): string | null | undefined {
  const allowed = Object.hasOwn(readers, verb) ? readers[verb] : undefined;
  if (allowed !== undefined) {
    const option = strayOption(args, allowed);
    return option === null ? null : `git ${verb} with ${option} may write or run something`;
  }
  const texts = literals(args);
  return texts !== null && isListing(verb, texts) ? null : undefined;
}

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

/** The whole command line, where a verb has only a few forms that list. */
const forms: Readonly<Record<string, RegExp>> = {
  remote: /^get-url( --(all|push))? [\w./-]+$/,
  stash: /^(list|show)( (-p|--stat|--oneline|stash@\{\d+\}|\d+))*$/,
  config:
    /^((--global|--local|--system|--show-origin|--name-only) )*(--list|-l|list|(--get|--get-all|--get-regexp|get) [A-Za-z][\w.*-]*)( (--global|--local|--system|--show-origin|--name-only))*$/,
  worktree: /^list( --porcelain)?$/,
  submodule: /^status( --recursive)?$/,
  reflog: /^((show( [\w/@{}.]+)?)?( ?(-n ?\d+|-\d+))?)$/,
  bisect: /^log$/,
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
