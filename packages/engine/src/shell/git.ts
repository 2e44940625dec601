import { type Arg, literal, literals } from "./arg.ts";
import { changes, type Finding, opaque, placed, risky, runs, type Scene, safe, standing } from "./finding.ts";
import { parseOptions, unsafeOption } from "./options.ts";
import { targets } from "./writers.ts";

/** Verbs that read, with the options that make them write or run something. */
const readers: Readonly<Record<string, readonly string[]>> = {
  status: [],
  log: ["--output", "--ext-diff"],
  show: ["--output", "--ext-diff"],
  diff: ["--output", "--ext-diff"],
  whatchanged: ["--output", "--ext-diff"],
  "diff-tree": ["--output", "--ext-diff"],
  "diff-index": ["--output", "--ext-diff"],
  "diff-files": ["--output", "--ext-diff"],
  grep: ["-O", "--open-files-in-pager"],
  blame: [],
  "rev-parse": [],
  "rev-list": [],
  "ls-files": [],
  "ls-tree": [],
  "cat-file": ["--textconv", "--filters"],
  describe: [],
  shortlog: [],
  "name-rev": [],
  "merge-base": [],
  "for-each-ref": [],
  "show-ref": ["-d", "--delete"],
  "check-ignore": [],
  "check-attr": [],
  "count-objects": [],
  version: [],
};

/** Verbs that only read when every word is of a listing form, and the first one says so. */
const listings: Readonly<Record<string, { first: RegExp; words: RegExp; bare?: true }>> = {
  branch: {
    first: /^-/,
    words:
      /^(-(a|r|v|vv|av|avv|i)|--(all|remotes|list|verbose|show-current|merged|no-merged|contains|(sort|format)=.*)|[^-].*)$/,
    bare: true,
  },
  tag: { first: /^-/, words: /^(-l|-n\d*|--(list|contains|merged|points-at|sort=.*)|[^-].*)$/, bare: true },
  remote: { first: /^(-v|--verbose|get-url)$/, words: /^(-v|--verbose|get-url|[\w./-]+)$/, bare: true },
  stash: { first: /^(list|show)$/, words: /^(list|show|-p|--stat|--oneline|stash@\{\d+\}|\d+)$/ },
  config: {
    first: /^(--get|--get-all|--get-regexp|--list|-l|get|list|--global|--local|--system)$/,
    words: /^(--(get|get-all|get-regexp|list|global|local|system|show-origin|name-only)|-l|get|list|[A-Za-z][\w.*-]*)$/,
  },
  worktree: { first: /^list$/, words: /^(list|--porcelain)$/ },
  submodule: { first: /^status$/, words: /^(status|--recursive)$/ },
  reflog: { first: /^(show|-n|-\d+)$/, words: /^(show|-n|-?\d+|[\w/@{}.]+)$/, bare: true },
  bisect: { first: /^log$/, words: /^log$/ },
};
/** `git config --global user.name` reads, `git config --global user.name x` writes. */
const readsConfig =
  /^((--global|--local|--system|--show-origin|--name-only) )*(--list|-l|list|(--get|--get-all|--get-regexp|get) \S+)( |$)/;

const destructive =
  /^(reset|clean|checkout|restore|switch|rebase|merge|pull|push|stash|cherry-pick|revert|am|apply|gc|prune|filter-branch|filter-repo|update-ref|reflog|worktree|submodule|bisect|config|remote|tag|branch|rm|mv|init|clone|replace|update-index|read-tree|checkout-index|fast-import|symbolic-ref|notes|sparse-checkout|maintenance|hook)$/;

/** What a git command does. Reading outside of the workspace's root counts as running: a planted folder can be a repository. */
export function judgeGit(args: readonly Arg[], scene: Scene): Finding {
  const { rest, dir } = globalOptions(args, scene);
  const verb = rest[0]?.literal ?? null;
  if (verb === null) return opaque("git is given an option or verb that may run something", "git");
  const place = standing({ ...scene, dir });
  const finding = judgeVerb(verb, rest.slice(1), { ...scene, dir });
  if (finding.class === "safe" && place !== "root") {
    return place === "inside" ? runs("git") : opaque("git runs in a folder that is not known", "git");
  }
  if (finding.class === "runs" && place === "unknown") return opaque("git runs in a folder that is not known", "git");
  return finding;
}

function globalOptions(args: readonly Arg[], scene: Scene): { rest: readonly Arg[]; dir: string | null } {
  let dir = scene.dir;
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.literal ?? null;
    if (text === "--no-pager" || text === "-P" || text === "--no-optional-locks") continue;
    if (text !== "-C") break;
    const target = args[index + 1]?.literal ?? null;
    dir = target === null || target.split("/").includes("..") ? null : placed(target, { dir });
    index += 1;
  }
  const first = args[index]?.literal;
  if (first === "--version") return { rest: [literal("version")], dir };
  return { rest: first?.startsWith("-") ? [] : args.slice(index), dir };
}

function judgeVerb(verb: string, args: readonly Arg[], scene: Scene): Finding {
  const unsafe = Object.hasOwn(readers, verb) ? readers[verb] : undefined;
  if (unsafe !== undefined) {
    const option = unsafeOption(args, unsafe);
    return option === null ? safe : opaque(`git ${verb} with ${option} may write or run something`, "git");
  }
  const words = literals(args);
  if (words !== null && isListing(verb, words)) return safe;
  if (isNewBranch(verb, words)) return safe;
  if (verb === "add") return adds(args);
  if (verb === "commit") return commits(args);
  if (verb === "mv" && words !== null) return moves(words, scene);
  if (destructive.test(verb)) return risky(`git ${verb} can lose work, publish it, or change settings`, "git");
  return opaque(`git ${verb} may write or run something`, "git");
}

function isListing(verb: string, words: readonly string[]): boolean {
  const listing = Object.hasOwn(listings, verb) ? listings[verb] : undefined;
  if (listing === undefined) return false;
  if (words.length === 0) return listing.bare === true;
  if (verb === "config" && !readsConfig.test(words.join(" "))) return false;
  return listing.first.test(words[0] ?? "") && words.every((word) => listing.words.test(word));
}

/** A new branch at the current commit changes no file. */
function isNewBranch(verb: string, words: readonly string[] | null): boolean {
  const name = /^[A-Za-z0-9][\w./-]*$/;
  if (words?.length === 2 && name.test(words[1] ?? "")) {
    return (verb === "checkout" && words[0] === "-b") || (verb === "switch" && /^(-c|--create)$/.test(words[0] ?? ""));
  }
  return verb === "branch" && words?.length === 1 && name.test(words[0] ?? "");
}

function adds(args: readonly Arg[]): Finding {
  const parsed = parseOptions(args, { flags: "Auvn", long: ["all", "update", "verbose", "dry-run", "intent-to-add"] });
  return parsed === null ? opaque("git add with an option that is not known to be harmless", "git") : runs("git");
}

/** The message is data. Skipping the commit hooks is not: they belong to the guard. */
function commits(args: readonly Arg[]): Finding {
  const texts = args.flatMap(({ literal }) => literal ?? []);
  if (texts.some((text) => /^--no-v/.test(text))) return risky("git commit would skip the commit hooks", "git");
  const parsed = parseOptions(args, {
    flags: "aqsv",
    valued: "mF",
    long: ["all", "quiet", "signoff", "verbose", "allow-empty"],
    longValued: ["message", "file"],
  });
  return parsed === null ? opaque("git commit with an option that is not known to be harmless", "git") : runs("git");
}

function moves(words: readonly string[], scene: Scene): Finding {
  const paths = words.map((word) => (word.startsWith("-") ? null : placed(word, scene)));
  const pairs = paths.includes(null) ? null : targets(paths.filter((path) => path !== null));
  if (pairs === null) return opaque("git mv changes files that cannot be named", "git");
  return changes(pairs.map(({ from, to }) => ({ op: "rename", path: to, from, certainty: "inferred" })));
}
