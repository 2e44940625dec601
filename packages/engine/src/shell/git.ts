import { type Arg, literal, literals } from "./arg.ts";
import { changes, type Finding, opaque, placed, risky, runs, type Scene, safe, standing } from "./finding.ts";
import { readingDoubt } from "./git-readers.ts";
import { parseOptions } from "./options.ts";
import { landings } from "./writers.ts";

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

/** `-C` may only name the root itself: any other folder can be a repository with settings of its own. */
function globalOptions(args: readonly Arg[], scene: Scene): { rest: readonly Arg[]; dir: string | null } {
  let dir = scene.dir;
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.literal ?? null;
    if (text === "--no-pager" || text === "-P" || text === "--no-optional-locks") continue;
    if (text !== "-C") break;
    const target = args[index + 1]?.literal ?? null;
    if (target !== ".") dir = target !== null && target === scene.world.root ? target : null;
    index += 1;
  }
  const first = args[index]?.literal;
  if (first === "--version") return { rest: [literal("version")], dir };
  return { rest: first?.startsWith("-") ? [] : args.slice(index), dir };
}

function judgeVerb(verb: string, args: readonly Arg[], scene: Scene): Finding {
  const doubt = readingDoubt(verb, args);
  if (doubt !== undefined) return doubt === null ? safe : opaque(doubt, "git");
  const words = literals(args);
  if (isNewBranch(verb, words)) return safe;
  if (verb === "add") return adds(args);
  if (verb === "commit") return commits(args);
  if (verb === "mv" && words !== null) return moves(words, scene);
  if (destructive.test(verb)) return risky(`git ${verb} can lose work, publish it, or change settings`, "git");
  return opaque(`git ${verb} may write or run something`, "git");
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
  const ends = paths.includes(null)
    ? null
    : landings(
        paths.filter((path) => path !== null),
        "either",
      );
  if (ends === null) return opaque("git mv changes files that cannot be named", "git");
  return changes(ends.map((end) => ({ op: "rename", ...end, certainty: "inferred" })));
}
