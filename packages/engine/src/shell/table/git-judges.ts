import type { Effect } from "@writ/contracts";
import { mayMatch } from "../../paths/may-match.ts";
import { isProtected } from "../../paths/protected.ts";
import { changes, type Finding, opaque, placed, risky, runs, type Scene, safe, standing } from "../finding.ts";
import { words } from "../judging/make.ts";
import { effectsOn } from "../judging/operands.ts";
import { parseOptions } from "../judging/options.ts";
import { type Arg, literals, namesIn } from "../syntax/arg.ts";
import { judgePatchInput } from "../wrappers/apply-patch.ts";

const branchName = /^[A-Za-z0-9][\w./-]*$/;

type Spec = Parameters<typeof parseOptions>[1];

/** Operands that are, or lie in, what the guard keeps or relies on. */
function guardsIn(operands: readonly Arg[], scene: Scene): string[] {
  const paths = operands.flatMap(({ literal, pattern }) => placed(bare(literal ?? pattern ?? ""), scene) ?? []);
  return paths.filter((path) => path !== "" && path !== "." && isProtected(path));
}

/** A pathspec without what it begins with: `:/x`, `:(top)x`. */
const bare = (spec: string): string => posix(spec.replace(/^:(\([^)]*\)|[/!^]*:?)/, ""));

/** Adds what changed; with `-f` also what git ignores, as the guard's own state is and most secrets are. */
export function adds(args: readonly Arg[], scene: Scene): Finding {
  const parsed = parseOptions(args, addOptions);
  if (parsed === null) return opaque("git add with an option that is not known to be harmless", "git");
  const names = parsed.options.map(({ name }) => name);
  const guards = guardsIn(parsed.operands, scene).filter((path) => names.some(isForced) || inState.test(path));
  if (guards.length > 0) return changes(guards.map((path) => ({ op: "modify", path, certainty: "inferred" })));
  const isNamed = parsed.operands.length > 0 && parsed.operands.every(isPlain) && !parsed.operands.some(isWhole(scene));
  if (names.some(isForced) && !names.some((name) => /^(n|dry-run)$/.test(name)) && !isNamed)
    return risky("git add -f adds what git ignores, the guard's own state among it", "git");
  return runs("git", "git add");
}

const addOptions = {
  flags: "AuvnpNif",
  long: words("all update verbose dry-run intent-to-add patch force ignore-removal no-all refresh renormalize"),
};
const isForced = (name: string): boolean => /^(f|force)$/.test(name);
/** What the sidecar keeps for this working copy alone. */
const inState = /(^|\/)\.orchestration\/(\.state|agent_trace\.jsonl|decisions\.jsonl)(\/|$)/i;
/** The root, or a pattern that may match the guard's folder. */
const isWhole =
  (scene: Scene) =>
  (arg: Arg): boolean => {
    const path = arg.literal === null ? null : placed(posix(arg.literal), scene);
    if (arg.literal === null) return mayMatch(namesIn(arg)[0] ?? "*", ".orchestration");
    return path === null || path === "" || path === "." || path === scene.world.root || path.split("/").includes("..");
  };
/** Without `./`, doubled slashes and the slash at its end. */
const posix = (path: string): string =>
  path
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/(^|\/)(\.\/)+/g, "$1")
    .replace(/(.)\/\.?$/, "$1");

/** The message is data. Skipping the commit hooks is not: they belong to the guard. */
export function commits(args: readonly Arg[]): Finding {
  const texts = args.flatMap(({ literal }) => literal ?? []);
  if (texts.some((text) => /^--no-v/.test(text))) return risky("git commit would skip the commit hooks", "git");
  const spec = {
    flags: "aqsveopn",
    valued: "mFCc",
    long: words(
      "all quiet signoff verbose allow-empty amend no-edit edit patch only include no-status status dry-run short porcelain no-gpg-sign allow-empty-message",
    ),
    longValued: words("message file author date fixup squash reuse-message trailer cleanup"),
  };
  const parsed = parseOptions(args, spec);
  if (parsed?.options.some(({ name }) => name === "n")) return risky("git commit would skip the commit hooks", "git");
  return parsed === null
    ? opaque("git commit with an option that is not known to be harmless", "git")
    : runs("git", "git commit");
}

/** From a remote that is set up; an address could be a command (`ext::`), and a colon moves a branch of ours. */
export function fetches(args: readonly Arg[]): Finding {
  const parsed = parseOptions(args, {
    flags: "pqvta4",
    valued: "j",
    long: words(
      "all prune tags no-tags quiet verbose prune-tags dry-run unshallow no-recurse-submodules progress no-progress atomic",
    ),
    longValued: words("depth jobs deepen shallow-since"),
  });
  const plain = parsed?.operands.every(({ literal }) => /^[A-Za-z0-9][\w./-]*$/.test(literal ?? "")) === true;
  return plain
    ? runs("git", "git fetch")
    : opaque("git fetch is given an option or a source that may run something", "git");
}

/** Pathspecs are a language: a pattern in quotes, `:/` and `:(glob)` name files nobody sees here. */
function isPlain({ literal, within }: Arg): boolean {
  return literal === null ? within !== undefined : !/^:|[*?[\\]/.test(literal);
}

export function named(operands: "moved" | "deleted" | "modified", line: string, spec: Spec) {
  return (args: readonly Arg[], scene: Scene): Finding => {
    const parsed = parseOptions(args, spec);
    const effects = parsed?.operands.every(isPlain) ? effectsOn(operands, parsed.operands, scene) : null;
    return effects === null ? opaque(`${line} changes files that cannot be named`, "git") : changes(effects);
  };
}

const isDryRun = (args: readonly Arg[], letters: RegExp): boolean => {
  const texts = literals(args);
  const options = texts?.filter((text) => text.startsWith("-")) ?? [];
  return options.length > 0 && options.every((text) => text === "--dry-run" || letters.test(text));
};

export function removes(args: readonly Arg[], scene: Scene): Finding {
  if (isDryRun(args, /^-q?n$/)) return safe;
  const parsed = parseOptions(args, { flags: "rfq", long: words("cached force quiet ignore-unmatch") });
  const names = parsed?.options.map(({ name }) => name) ?? [];
  if (parsed !== null && names.includes("cached")) {
    const guards = guardsIn(parsed.operands, scene);
    if (guards.length > 0) return changes(guards.map((path) => ({ op: "delete", path, certainty: "inferred" })));
    const isFiles = !names.includes("r") && parsed.operands.every((arg) => arg.literal !== null && isPlain(arg));
    return isFiles
      ? runs("git", "git rm --cached")
      : risky("git rm --cached has the next commit delete whole folders", "git");
  }
  const effects = parsed?.operands.every(isPlain) ? effectsOn("deleted", parsed.operands, scene) : null;
  if (effects === null) return risky("git rm deletes files that cannot be named", "git");
  return names.includes("r") ? risky("git rm -r deletes a whole folder", "git", effects) : changes(effects);
}

const reverting = (effect: Effect): Effect => ({ ...effect, reverts: true });

/** Only the index with `--staged`; otherwise the files get an older content. */
export function restores(args: readonly Arg[], scene: Scene): Finding {
  const parsed = parseOptions(args, {
    flags: "SWq",
    valued: "s",
    long: words("staged worktree quiet"),
    longValued: ["source"],
  });
  const effects = parsed?.operands.every(isPlain) ? effectsOn("modified", parsed.operands, scene) : null;
  if (parsed === null || effects === null) return risky("git restore changes files that cannot be named", "git");
  const names = parsed.options.map(({ name }) => name);
  const staged = names.some((name) => /^(S|staged)$/.test(name)) && !names.some((name) => /^(W|worktree)$/.test(name));
  const from = parsed.options.find(({ name }) => /^(s|source)$/.test(name))?.value?.literal;
  const isOlder = from !== undefined && !/^(HEAD|@)$/.test(from ?? "");
  if (staged && isOlder)
    return risky("git restore --staged --source has the next commit take back other commits", "git");
  if (staged) return runs("git", "git restore --staged");
  return changes(effects.map(reverting));
}

/** A branch is made where one stands, whatever the order of the words and however quietly. */
function isNewBranch(args: readonly Arg[], letter: "b" | "c"): boolean {
  const parsed = parseOptions(args, {
    flags: "q",
    valued: letter,
    long: words("quiet no-track no-progress progress no-guess"),
    longValued: letter === "c" ? ["create"] : [],
  });
  const names = parsed?.options.flatMap(({ value }) => (value === undefined ? [] : [value.literal ?? ""])) ?? [];
  const from = parsed?.operands.map(({ literal }) => literal) ?? [];
  const isHere = from.length === 0 || (from.length === 1 && /^(HEAD|@)$/.test(from[0] ?? ""));
  return isHere && names.length === 1 && names.every((name) => branchName.test(name));
}

/** A new branch here changes no file; after `--` stand files that get an older content; anything else moves the whole tree. */
export function checksOut(args: readonly Arg[], scene: Scene): Finding {
  const texts = args.map(({ literal }) => literal ?? "");
  if (isNewBranch(args, "b")) return safe;
  const at = texts.indexOf("--");
  const from = texts.slice(0, Math.max(at, 0)).filter((text) => text !== "-q");
  const paths = args.slice(at + 1);
  if (
    at !== -1 &&
    from.length <= 1 &&
    from.every((text) => /^[\w@][\w@~^{}./-]*$/.test(text)) &&
    paths.every(isPlain)
  ) {
    const effects = effectsOn("modified", paths, scene);
    if (effects !== null) return changes(effects.map(reverting));
  }
  return risky("git checkout changes files to what another commit has, and can lose what is not committed", "git");
}

export function switches(args: readonly Arg[]): Finding {
  return isNewBranch(args, "c") ? safe : risky("git switch changes files to what another branch has", "git");
}

/** A tag or a branch of a remote may end as a file does: `v1.ts`. */
const likeRef = /^(v?\d|[A-Z]+_HEAD\b|(refs|heads|tags|remotes|origin|upstream)\/)/;

/** Without a commit, or with the current one, only the index changes. A word that may be a branch counts as one. */
export function resets(args: readonly Arg[]): Finding {
  const texts = literals(args)?.filter((text) => !/^(-q|--quiet|--mixed)$/.test(text)) ?? ["-"];
  const rest = texts[0] === "HEAD" ? texts.slice(1) : texts;
  const path = rest[0] === "--" ? /^(--|[\w.][\w./@-]*)$/ : /^\w[\w./@-]*\.[a-z]{1,5}$/;
  const indexOnly = rest.every((text) => path.test(text)) && !(rest === texts && likeRef.test(rest[0] ?? ""));
  return indexOnly ? runs("git", "git reset") : risky("git reset can lose work or move the branch", "git");
}

export function applies(args: readonly Arg[], scene: Scene): Finding {
  const texts = literals(args);
  const looks = /^--(check|stat|numstat|summary)$/;
  if (texts?.some((text) => looks.test(text)) && texts.every((text) => looks.test(text) || !text.startsWith("-")))
    return safe;
  const plain = texts?.every((text) => /^(-|-p1|-v|--verbose|--whitespace=\w+)$/.test(text)) === true;
  // Elsewhere the names of some patches are seen from the root.
  return plain && standing(scene) === "root"
    ? judgePatchInput(scene, "git", 1)
    : opaque("git apply changes the files its patch names", "git");
}

/** Only a dry run looks. */
export function cleans(args: readonly Arg[]): Finding {
  return isDryRun(args, /^-[dxX]*n[dxX]*$/) ? safe : risky("git clean deletes files that git does not know", "git");
}

/** Only `--stdout` prints it. */
export function printsPatch(args: readonly Arg[]): Finding {
  const plain = literals(args)?.every((text) => /^(--stdout|-\d+|[\w~^.@][\w~^.@/-]*)$/.test(text)) === true;
  const prints = plain && args.some(({ literal }) => literal === "--stdout");
  return prints ? safe : opaque("git format-patch writes a file a commit", "git");
}
