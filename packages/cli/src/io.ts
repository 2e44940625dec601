import type { Writ } from "@writ/runtime";
import type { Origin } from "./origin/origin.ts";
import type { Surroundings } from "./origin/surroundings.ts";
import type { ProcessRef } from "./process-tree.ts";
import type { Paint } from "./text/paint.ts";

/** What another program said. */
export interface Ran {
  /** `null` when the program could not be started or was killed. */
  readonly code: number | null;
  readonly stdout: string;
}

/** Questions to the person at the terminal. Each throws `Cancelled` when they leave. */
export interface Prompter {
  text(question: string, options?: { placeholder?: string; initial?: string; optional?: boolean }): Promise<string>;
  confirm(question: string): Promise<boolean>;
  choose<T extends string>(question: string, choices: readonly { value: T; label: string }[]): Promise<T>;
  /** Any number of them, `chosen` to begin with. */
  chooseMany<T extends string>(
    question: string,
    choices: readonly { value: T; label: string; hint?: string }[],
    chosen: readonly T[],
  ): Promise<T[]>;
  /** Waits for Enter, with so many lines still to come. */
  more(left: number): Promise<void>;
}

/** The person left a question unanswered. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Whoever read what is printed went away before it was all. */
export class ReaderLeft extends Error {
  override readonly name = "ReaderLeft";
}

/** Everything a command may touch of the world it was started in. */
export interface Io {
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The running Node, the script it was started with, and the version of that. */
  readonly self: {
    readonly node: string;
    readonly nodeVersion: string;
    readonly script: string;
    readonly version: string;
  };
  /** Whether a person can be asked, and whether one is looking. */
  readonly tty: { readonly input: boolean; readonly output: boolean };
  /** Lines on the screen, and how long they are. */
  readonly rows: number;
  readonly columns: number;
  readonly paint: Paint;
  readonly ask: Prompter;
  /** ISO-8601 UTC. */
  now(): string;
  /** UUIDv4. */
  id(): string;
  /** One line to stdout. */
  print(line?: string): void;
  /** Waits until whoever reads stdout has taken most of what was printed: without it, much output is much memory. */
  drained(): Promise<void>;
  /** One line to stderr. */
  error(line: string): void;
  /** A line on the terminal that the next one replaces, `null` takes it away; nothing where nobody is looking. */
  status(line: string | null): void;
  /** The lines of stdin. */
  lines(): AsyncIterable<string>;
  /** Runs a program without a shell and waits for it, at most `timeout` milliseconds; `cwd` is the command's unless said. */
  run(program: string, args: readonly string[], options?: { cwd?: string; timeout?: number }): Promise<Ran>;
  /** Hands the terminal to a program and waits for it: words as they are, or a line for the shell. */
  handOver(command: string | readonly string[], cwd: string): Promise<number | null>;
  /** Lets a pager show a text on the terminal: words as they are, or a line for the shell. `false` when there is no such program. */
  pageThrough(pager: string | readonly string[], text: string): Promise<boolean>;
  /** Hands the terminal to an editor. */
  edit(commandLine: string, file: string): Promise<number | null>;
  /** This process's parents, nearest first. */
  ancestors(): Promise<readonly ProcessRef[]>;
  /** What the system shows of the processes around this one. */
  readonly surroundings: Surroundings;
  wait(ms: number): Promise<void>;
}

/** The world, and the workspace a command was started in. */
export interface Context extends Io {
  /** The workspace of `cwd`; a problem when there is none. Closed for the command when it ends. */
  openWrit(): Promise<Writ>;
  /** The same for a named root. */
  openWritAt(root: string): Promise<Writ>;
  /** The root of the workspace `cwd` is in, without opening it. */
  findRoot(): Promise<string | null>;
  /** Who started this command, as far as the sessions of the workspace tell. */
  origin(): Promise<Origin>;
}
