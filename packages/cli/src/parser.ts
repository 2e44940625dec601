import { CommanderError, InvalidArgumentError, Command as Parser, Option as ParserOption } from "commander";
import { type Command, type ExitCode, type Group, isGroup, type Option, type RawValues } from "./command.ts";
import { visibleLines } from "./text/visible.ts";

/** How the parser speaks: help goes to stdout, complaints to stderr. */
export interface Voice {
  readonly version: string;
  /** Columns of the terminal. */
  readonly width: number;
  print(text: string): void;
  error(text: string): void;
}

/** Reads a command line and calls `run` with what it asks for. Wrong usage is told with a hint and gives 2. */
export async function parseAndRun(
  table: readonly (Command | Group)[],
  argv: readonly string[],
  voice: Voice,
  run: (command: Command, values: RawValues) => Promise<ExitCode>,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  const call = async (command: Command, values: RawValues) => {
    code = await run(command, values);
  };
  const program = toParser(table, voice, call);
  try {
    await program.parseAsync(withCommand(table, withoutHelpCommand(table, argv)), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return code;
}

/**
 * `help intent add` is `intent add --help`, and help about what is not there is a mistake like any other: the parser
 * itself would show the page above it.
 */
function withoutHelpCommand(table: readonly (Command | Group)[], argv: readonly string[]): string[] {
  const words = argv.filter((word) => word !== "help");
  const asksForHelp =
    argv[0] === "help" || (argv[1] === "help" && table.some((one) => isGroup(one) && one.name === argv[0]));
  const line = asksForHelp ? [...words, "--help"] : [...argv];
  const isHelp = (word: string) => word === "--help" || word === "-h";
  return line.some(isHelp) && !isKnown(table, line) ? line.filter((word) => !isHelp(word)) : line;
}

/** A group that is named alone, or with options, means the command it has for that; another word is a mistake. */
function withCommand(table: readonly (Command | Group)[], line: readonly string[]): string[] {
  const [first, second] = line;
  const entry = table.find(({ name }) => name === first);
  if (first === undefined || entry === undefined || !isGroup(entry) || entry.otherwise === undefined) return [...line];
  const isNamed = second !== undefined && !second.startsWith("-");
  if (isNamed || line.includes("--help") || line.includes("-h")) return [...line];
  return [first, entry.otherwise.name, ...line.slice(1)];
}

/** Whether the words before the first option name a command, a group, or nothing yet. */
function isKnown(table: readonly (Command | Group)[], line: readonly string[]): boolean {
  const [first, second] = line.slice(
    0,
    line.findIndex((word) => word.startsWith("-")),
  );
  if (first === undefined) return true;
  const entry = table.find(({ name }) => name === first);
  if (entry === undefined) return false;
  return !isGroup(entry) || second === undefined || entry.commands.some(({ name }) => name === second);
}

type Call = (command: Command, values: RawValues) => Promise<void>;

function toParser(table: readonly (Command | Group)[], voice: Voice, call: Call): Parser {
  const program = quiet(new Parser("writ"), "writ", voice)
    .description("No AI change without an intent.")
    .version(voice.version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", overview);
  for (const entry of table) {
    if (!isGroup(entry)) {
      program.addCommand(toSubParser(entry, entry.name, voice, call));
      continue;
    }
    const group = quiet(new Parser(entry.name), `writ ${entry.name}`, voice)
      .description(entry.about ?? entry.summary)
      .summary(entry.summary)
      .helpOption("-h, --help", "show this help")
      .helpCommand("help [command]", "show help for a command")
      .addHelpText("after", examplesOf({ examples: entry.commands.flatMap(({ examples }) => examples.slice(0, 1)) }));
    for (const command of entry.commands) {
      group.addCommand(toSubParser(command, `${entry.name} ${command.name}`, voice, call));
    }
    program.addCommand(group);
  }
  return program;
}

const overview = `
Examples:
  writ demo                                   see what it does, in a scratch repository
  writ init                                   guard this repository
  writ intent add --name "Login" --scope "src/auth/**"
  writ status                                 what is going on

Every command has --help with examples, and --json for programs.
Exit codes: 0 done, 1 refused or found something, 2 wrong usage.`;

function toSubParser(command: Command, spelled: string, voice: Voice, call: Call): Parser {
  const parser = quiet(new Parser(command.name), `writ ${spelled}`, voice)
    .description(
      command.about === undefined ? command.summary : `${command.summary.replace(/[^?]$/, "$&.")}\n\n${command.about}`,
    )
    .summary(command.summary)
    .helpOption("-h, --help", "show this help")
    .allowExcessArguments(false)
    .addHelpText("after", examplesOf(command));
  const names = Object.keys(command.args);
  for (const [name, argument] of Object.entries(command.args)) {
    if (argument.kind === "optional") parser.argument(`[${name}]`, argument.about);
    else if (argument.kind === "rest") parser.argument(`[${name}...]`, argument.about);
    else {
      const declared = parser.createArgument(`<${name}>`, argument.about);
      parser.addArgument(argument.choices === undefined ? declared : declared.choices(argument.choices));
    }
  }
  for (const [name, option] of Object.entries(command.options)) parser.addOption(toParserOption(name, option));
  parser.option("--json", "answer in JSON");
  parser.configureHelp({ commandUsage: () => `writ ${spelled} ${parser.usage()}` });
  parser.action(async (...all: unknown[]) => {
    const given = Object.fromEntries(names.map((name, index) => [name, all[index]]));
    await call(command, { ...parser.opts(), ...given });
  });
  return parser;
}

function toParserOption(name: string, option: Option): ParserOption {
  const long = `--${toKebab(name)}`;
  const other = option.short === undefined ? ("alias" in option ? `--${option.alias}` : null) : `-${option.short}`;
  const spelled = other === null ? long : `${other}, ${long}`;
  switch (option.kind) {
    case "flag":
      return toFlag(spelled, option.about);
    case "text":
      return new ParserOption(`${spelled} <${option.value}>`, option.about);
    case "count":
      return new ParserOption(`${spelled} <${option.value}>`, option.about).argParser(toCount);
    case "many":
      return new ParserOption(`${spelled} <${option.value}>`, `${option.about} (repeatable)`).argParser(
        (value, before: unknown) => [...(Array.isArray(before) ? before : []), value],
      );
  }
}

/** `--no-pager` is a flag like any other: the parser itself would take it for a `pager` that is on. */
function toFlag(spelled: string, about: string): ParserOption {
  const flag = new ParserOption(spelled, about);
  flag.negate = false;
  return flag;
}

function toCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number, zero or more.");
}

/** `addScope` as it is typed: `add-scope`. */
export function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function examplesOf({ examples, more }: Pick<Command, "examples" | "more">): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, purpose]) => `  writ ${line.padEnd(width)}   ${purpose}`.trimEnd());
  return `\nExamples:\n${lines.join("\n")}${more === undefined ? "" : `\n\n${more}`}`;
}

/** A parser that never ends the process, and points to help after a complaint. */
function quiet(parser: Parser, spelled: string, voice: Voice): Parser {
  return parser
    .exitOverride()
    .showSuggestionAfterError(true)
    .showHelpAfterError(`See: ${spelled} --help`)
    .configureOutput({
      getOutHelpWidth: () => voice.width,
      getErrHelpWidth: () => voice.width,
      writeOut: (text) => voice.print(text.replace(/\n$/, "")),
      // What was typed is quoted back, so it must not reach the terminal as it is.
      writeErr: (text) => voice.error(visibleLines(text.replace(/\n$/, "")).join("\n")),
    });
}
