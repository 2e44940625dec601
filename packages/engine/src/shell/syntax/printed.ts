import type { CommandExpansionPart, Word } from "unbash";
import { type Arg, literal, unknownWord, type Values } from "./arg.ts";

/** Texts that every `echo` and `printf` prints as they are. */
const plain = /^[\w./:@+=, -]*$/;

/** What `$(echo text)`, `$(printf text)`, `$(pwd)` and `$(nproc)` print, where that is known. */
export function printed(
  { script, text }: CommandExpansionPart,
  values: Values,
  read: (word: Word) => readonly Arg[],
): Arg | undefined {
  const [statement, ...others] = script?.commands ?? [];
  const command = statement?.command;
  if (others.length > 0 || command?.type !== "Command" || statement?.background === true) return undefined;
  if (!/^[$`]/.test(text) || text.startsWith("${") || (script?.errors?.length ?? 0) > 0) return undefined;
  if (command.name === undefined || command.prefix.length > 0 || command.redirects.length > 0) return undefined;
  const words: string[] = [];
  for (const word of [command.name, ...command.args]) {
    for (const arg of word.type === "Word" ? read(word) : [null]) {
      if (arg?.literal == null || !plain.test(arg.literal)) return undefined;
      words.push(arg.literal);
    }
  }
  return outputOf(words, values);
}

function outputOf([program = "", ...args]: readonly string[], values: Values): Arg | undefined {
  const [first = ""] = args;
  switch (program) {
    case "echo":
      if (first === "-n") return literal(args.slice(1).join(" "));
      return /^-/.test(first) ? undefined : literal(args.join(" "));
    case "printf":
      return args.length === 1 && !first.startsWith("-") ? literal(first) : undefined;
    case "pwd":
      return args.length === 0 ? values.valueOf("PWD") : undefined;
    case "basename":
      return args.length === 1 && /^[\w./-]+$/.test(first) && !first.startsWith("-") ? lastOf(first) : undefined;
    case "dirname":
      return args.length === 1 && /^[\w.-]+(\/[\w.-]+)+$/.test(first) && !first.startsWith("-")
        ? literal(first.slice(0, first.lastIndexOf("/")))
        : undefined;
    case "nproc":
      return args.length === 0 ? { ...unknownWord, numeric: true } : undefined;
    default:
      return undefined;
  }
}

const lastOf = (path: string): Arg | undefined => {
  const name = path.replace(/\/+$/, "").split("/").at(-1);
  return name === undefined || name === "" ? undefined : literal(name);
};

/** Programs that print a number and nothing else, by how they are called. */
const counting =
  /^(wc -[clmw]+( |$)|[efz]?grep (-\w+ )*-\w*c|pgrep -c|nproc$|expr |date \+%[sNHMSYmdj]$|stat -(c|f) ?%[sYzm]|id -[ugG]$|tput (cols|lines)$|jq (-\w+ )*'?length|git rev-list --count |curl .*-w ?["']%\{http_code\}["'])/;

/** Whether what a substitution prints is surely a number: what its last command is says so. */
export function printsNumber({ script }: CommandExpansionPart): boolean {
  const [statement, ...others] = script?.commands ?? [];
  const whole = statement?.command;
  const last = whole?.type === "Pipeline" ? whole.commands.at(-1) : whole;
  if (others.length > 0 || last?.type !== "Command" || last.name === undefined) return false;
  return counting.test([last.name, ...last.args].map((word) => ("text" in word ? word.text : "")).join(" "));
}

/** A program that is looked up where it is called. */
export interface FoundProgram {
  readonly arg: Arg;
  /** Where nothing is found it leaves no word, and the next one is the program. */
  readonly mayVanish: boolean;
}

/** The program that `$(which bash)` or `$(command -v bash)` finds: as a program it is known, as a file it is not. */
export function foundProgram(word: Word): FoundProgram | null {
  if (!word.text.includes("$(")) return null;
  const found = /^("?)\$\((?:which|command -v|type -p) (\w+)\)\1$/.exec(word.text);
  return found?.[2] === undefined ? null : { arg: literal(found[2]), mayVanish: found[1] === "" };
}
