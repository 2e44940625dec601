import { oneOf } from "../alternatives.ts";
import { type Finding, opaque } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";
import type { Subject } from "./doubt.ts";
import { words } from "./make.ts";

/** Words that say that a task ships, deletes or changes more than this repository, in every task runner. */
const farther = new RegExp(
  `^${oneOf`
    (un|re|auto)?(deploy|publish)(s|ed|er|ing)? (pre)?release releaser? uploads? push ship submit promote rollout rollback
    distribute provision announce broadcast
    (auto|self)?wipe(s|r|out)? purges? truncate destroys? nuke drop erase obliterate delete remove reset teardown shred
    expunge distclean mrproper realclean clobber flash rsync scp s3sync
    (un|re)?install clean cleanup prune sync resync migrate seed reseed
    prod production preprod`}$`,
);
/** The same as one word, or as two: `dropdb`, `db:flush`, `clear-all`. */
const objects = "(db|dbs|database|databases|data|tables?|schema|bucket|storage|volumes?|all|everything|prod)";
const verbs =
  "(clear|clean|flush|empty|reset|rm|kill|drop|wipe|delete|destroy|purge|nuke|restore|load|recreate|refresh|deploy)";
const together = new RegExp(`^(${verbs}${objects}|${objects}${verbs})$`);
const apart = [new RegExp(`^${verbs}$`), new RegExp(`^${objects}$`)] as const;

/** What follows such a word when that only says what the task is about: `release-notes`, `deploy-utils`. */
const things = new Set(
  words(`utils util helpers helper notes note policy policies logic config configuration docs doc types type lib index
    corpus spec specs schema schemas changelog template templates plan history list info manifest component components
    model models module modules unit dry dryrun check checks dialog button modal menu down css password notification
    notifications`),
);
/** What stands before it when nothing of the kind is done. */
const denials = new Set(words("no without skip non not pre before for password"));
/** A task that begins so throws away what it made itself, before it makes it anew. */
const makers = new Set(words("build bundle compile coverage cov docs doc storybook watch"));

/** Whether a name says that its task deploys, publishes, deletes or the like. */
export function goesFarther(name: string): boolean {
  const parts = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== "");
  return parts.some((part, at) => {
    const [before = "", after = ""] = [parts[at - 1], parts[at + 1]];
    const [verb, object] = apart;
    if (together.test(part)) return true;
    if ((verb.test(part) && object.test(after)) || (object.test(part) && verb.test(after))) return true;
    if (!farther.test(part) || things.has(after) || denials.has(before)) return false;
    return !(part === "clean" && after === "" && makers.has(parts[0] ?? ""));
  });
}

/** Where a program is told which tasks to run. */
export interface Tasks {
  /** Letters and names of options with the names of tasks, separated by commas. */
  readonly options?: readonly string[];
  /** Words that are no options are tasks too; of a path the last part. */
  readonly operands?: true;
  /** Options whose value, the next word, is no task. */
  readonly valued?: readonly string[];
}

/** What is known of a command one of whose tasks says by its name that it goes farther, or `null`. */
export function fartherTask(args: readonly Arg[], tasks: Tasks, { line, program }: Subject): Finding | null {
  const name = namesIn(args, tasks).find(goesFarther);
  if (name === undefined) return null;
  return { ...opaque(`${line} ${name}: its name says that it ships or deletes something`, program), runners: [line] };
}

function namesIn(args: readonly Arg[], { options = [], operands, valued = [] }: Tasks): string[] {
  const names: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index]?.literal ?? "";
    const [, long, joined] = /^--?([A-Za-z][\w-]+)[=:](.*)$/s.exec(text) ?? [];
    const [, letter, glued] = /^-([A-Za-z])(.+)$/s.exec(text) ?? [];
    const plain = text.replace(/^--?/, "");
    if (text === "--") break;
    if (!text.startsWith("-")) {
      if (operands) names.push(text.split("/").at(-1) ?? "");
    } else if (options.includes(plain)) {
      // Some take one name after another.
      while (index + 1 < args.length && args[index + 1]?.literal?.startsWith("-") === false) {
        names.push(...(args[index + 1]?.literal ?? "").split(/[,;]/));
        index += 1;
      }
    } else if (long !== undefined && options.includes(long)) names.push(...(joined ?? "").split(/[,;]/));
    else if (letter !== undefined && options.includes(letter)) names.push(...(glued ?? "").split(/[,;]/));
    else if (valued.includes(plain)) index += 1;
  }
  return names;
}
