import type { ParsedScript } from "unbash";
import { type Finding, fold, opaque } from "../finding.ts";
import type { Arg, Values } from "./arg.ts";
import type { NodeKind, Tree } from "./tree.ts";
import { type Names, type Variables, valuesAt } from "./variables.ts";

/** Where a simple command stands, and what it reads and prints to. */
export interface Place {
  readonly dir: string | null;
  readonly input: string | null;
  /** The file its input is redirected from. */
  readonly from: string | null;
  readonly redirected: boolean;
}

/** What a walk over a script is given, and where it reports. */
export interface Walk {
  /** Judges one simple command with the words it gets. */
  judge(words: readonly Arg[], place: Place): Finding;
  isKnownProgram(name: string): boolean;
  /** The script in a text that the shell itself evaluates; `null` when it cannot be read. */
  parse(text: string): ParsedScript | null;
  /** A folder of the command line with its whole path; `null` when that is unknown. */
  whole(dir: string | null): string | null;
  readonly findings: Finding[];
  /** Functions the script defines anywhere, and names it unsets anywhere, as far as it was walked. */
  readonly defined: Set<string>;
  readonly forgotten: Set<string>;
  /** Functions that may change the folder. */
  readonly movers: Set<string>;
  /** Variables that functions may set. */
  readonly functionNames: Names;
  /** Variables that cannot be set any more, so that a later assignment tells nothing. */
  readonly frozen: Set<string>;
  /** How many commands may still be looked at; a few words can stand for very many. */
  readonly budget: { left: number };
  /** Walks what stands inside of a word, or is evaluated. */
  enter(script: ParsedScript, shell: Shell): void;
  /** How deep the walk is in what stands inside of what. */
  depth: number;
  /** Notes what stands inside of what, for whoever wants to see it. */
  readonly tree?: Tree | undefined;
}

/** The state of one shell process: a subshell gets a copy, and so does whatever may run or not. */
export interface Shell {
  dir: string | null;
  /** Functions that are surely there; their bodies were judged where they stand. Copies share the set, so it is replaced. */
  functions: ReadonlySet<string>;
  readonly variables: Variables;
  /** It reads from a pipe, which zsh has a command read beside its here-document. */
  readonly piped?: boolean;
  /** It prints into a pipe. */
  readonly feeds?: boolean;
}

/** A shell that starts as this one is. */
export const copyOf = ({ dir, functions, variables }: Shell, piped = false): Shell => ({
  dir,
  functions,
  variables: new Map(variables),
  piped,
});
/** The same where nobody knows the folder. */
export const lostCopyOf = (shell: Shell): Shell => ({ ...copyOf(shell), dir: null });

/** Walks a part of the script, and notes it when somebody wants to see what stands inside of what. */
export function noted(kind: NodeKind, walk: Walk, step: () => void): void {
  if (walk.tree === undefined) {
    step();
    return;
  }
  const mark = walk.findings.length;
  walk.tree.open(kind);
  step();
  walk.tree.close(fold(walk.findings.slice(mark)));
}

/** Deeper nesting is not looked into: nobody writes that by hand, and each level is read again and again. */
export const deepest = 24;

/** Does a step one level deeper, unless that is too deep. */
export function deeper(walk: Walk, step: () => void): void {
  if (walk.depth >= deepest) {
    walk.findings.push({ ...opaque("it is nested too deeply"), unplaced: ["it is nested too deeply"] });
    walk.budget.left = 0;
    return;
  }
  walk.depth += 1;
  step();
  walk.depth -= 1;
}

/** What is known of the variables where a shell stands. */
export const valuesOf = (shell: Shell, walk: Walk): Values => valuesAt(shell.variables, walk.whole(shell.dir));
