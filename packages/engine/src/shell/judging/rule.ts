import type { CommandClass } from "@writ/contracts";
import type { Finding, Scene } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";
import type { Tasks } from "./task-names.ts";

/** Judges the arguments of one program. */
export type Judge = (args: readonly Arg[], scene: Scene, program: string) => Finding;

/** What a program does when it is called as its entry says; the words of a command's class, in the table. */
export type Deed = "reads" | "changes" | "runs" | "risky" | "opaque";

/** The class a command line gets when it is one of an entry's examples. */
export const classOf: Readonly<Record<Deed, CommandClass>> = {
  reads: "safe",
  changes: "changes",
  runs: "runs",
  risky: "risky",
  opaque: "opaque",
};

/** What a program makes of the words that are no options. */
export type Operands =
  | "read"
  | "none"
  | "created"
  | "modified"
  | "deleted"
  /** All but the last are copied or moved to the last. */
  | "copied"
  | "moved";

/** The options of a program. One letter is `-x`, more are `--name`; a name with its dash (`-race`) stands for itself. */
export interface Options {
  /** Letters without a value. */
  readonly flags?: string;
  /** Letters with a value, which may follow at once or as the next word. */
  readonly valued?: string;
  /** Long names without a value. */
  readonly long?: readonly string[];
  /** Long names with a value. */
  readonly longValued?: readonly string[];
  /** Other words that begin with a dash: `-5`. */
  readonly words?: RegExp;
  /** What follows `--` are surely files, also words nobody knows. */
  readonly ends?: true;
  /** Options, as they are spelled, after which the next word is surely data: `-e`. */
  readonly data?: readonly string[];
  /** Options that write the file they name: `o`, `output`. */
  readonly writes?: readonly string[];
  /** Options after which nobody knows what it does, with why. */
  readonly opaque?: Readonly<Record<string, string>>;
  /** Values with which such an option does no more than it should, by its name: `-p no:cacheprovider`. */
  readonly mild?: Readonly<Record<string, RegExp>>;
  /** Words that are orders and no files, after which nobody knows what it does: `npm audit fix`. */
  readonly orders?: RegExp;
  /** Options that make it destroy, publish or reach out, with why. */
  readonly risky?: Readonly<Record<string, string>>;
}

/** Options that one tool writes by, or reads by, other than all the others that have one of this name. */
export interface Habits {
  readonly writes?: readonly string[];
  readonly reads?: readonly string[];
}

/**
 * What a repository brings along, so that `uv run`, `bundle exec` and `yarn` may start it by its name. Where npm has
 * that very tool under the name it is `published`, and `npx` may fetch it; under other names npm has what anybody put there.
 */
export type Tool = "own" | "published";

/** A command line that gets the entry's class; with it, where that matters, the effects that come out: `modify b`. */
export type Example = string | readonly [line: string, effects: readonly string[]];

/** Entries that belong together. They are made when one of the programs is met: most command lines need few of them. */
export interface Family {
  /** The programs, with blanks between them. A test compares them with the entries. */
  readonly programs: string;
  /** What its entries are, where they do not say it themselves. */
  readonly tool?: Tool;
  readonly entries: () => readonly Entry[];
}

/**
 * What is known of one program, or of one verb of it; `tool`, `looks` and `habits` hold for its verbs too. An option that is not listed makes a program that reads or
 * changes opaque; one that runs the repository's own code anyway is only kept from being pointed elsewhere.
 */
export interface Entry {
  /** The program, or the program and its verbs: `git`, `git commit`, `docker compose up`. */
  readonly name: string;
  /** Other names for the same: `egrep`, `npm i`. */
  readonly also?: readonly string[];
  readonly does: Deed;
  /** What it does, in words for the person who is asked. */
  readonly why?: string;
  /** Without them any option will do; those of a program with verbs stand before the verb. */
  readonly options?: Options;
  /** What options before the verb change about where it runs; a text when nobody knows what they do. */
  readonly before?: (options: readonly Arg[], scene: Scene) => Scene | string;
  /** It only reads at the workspace's root: settings in any other folder may have it run something. */
  readonly at?: "root";
  /** Without it, words that are no options are data or files to read. */
  readonly operands?: Operands;
  /** What else must hold for a program that reads: `null` when it does, otherwise why not. */
  readonly proof?: (args: readonly Arg[]) => string | null;
  /** For arguments with a language of their own; `null` where the rest of the entry says it all. */
  readonly judge?: (...given: Parameters<Judge>) => Finding | null;
  /** Where it is told which tasks to run: a name that says that one ships or deletes is asked about. */
  readonly tasks?: Tasks;
  /** What `--version` and `--help` alone are, where that is less than the rest: a project may choose what answers. */
  readonly asks?: "reads" | "runs";
  /** Its next word is one more verb, which may be asked for `--help` too: `gh pr merge --help`. */
  readonly group?: true;
  /** It is a tool that repositories bring along, or that npm has. */
  readonly tool?: Tool;
  /** It may be given any file, as linters are and what starts others: behind an option, a file may be one to look at. */
  readonly looks?: true;
  /** Options that it writes or reads by, where their names say something else. */
  readonly habits?: Habits;
  /** Command lines of this class, and some near them that are of another. A test runs them all. */
  readonly yes: readonly Example[];
  readonly no: readonly string[];
}
