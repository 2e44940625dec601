import { parseOptions, strayOption } from "../judging/options.ts";
import { type Arg, literals, mayBeOption } from "../syntax/arg.ts";
import { fileReadings } from "./file-readings.ts";
import { gitBefore, gitReadings } from "./git-readings.ts";
import { machineReadings } from "./machine-readings.ts";
import { blank, type Reading } from "./reading.ts";
import { serviceReadings } from "./service-readings.ts";
import { isReaderSetting } from "./settings.ts";
import { shellReadings } from "./shell-readings.ts";
import { textReadings } from "./text-readings.ts";
import { versionCode, versionQuestions, versionTellers } from "./version-readings.ts";

/** Everything that counts as reading: nothing else is ever safe. */
export const readingList: readonly Reading[] = [
  ...shellReadings,
  ...textReadings,
  ...fileReadings,
  ...gitReadings,
  ...machineReadings,
  ...serviceReadings,
];

/** Why a command is no reading by the list. */
export interface Unlisted {
  /** The program with its verbs, as far as they are listed. */
  readonly line: string;
  /** The word that is not listed. */
  readonly word: string | null;
  /** Why such a word must be asked about. */
  readonly otherwise?: string | undefined;
}

const byName = new Map(
  readingList.flatMap((reading) => [reading.name, ...(reading.also ?? [])].map((name) => [name, reading] as const)),
);
/** Programs of which only verbs are listed. */
const withVerbs = new Set([...byName.keys()].flatMap((name) => (name.includes(" ") ? name.split(" ", 1) : [])));
const mostVerbs = 2;

/** `null` when the list has every word of a command; otherwise what it does not have. */
export function unlistedIn(program: string, args: readonly Arg[]): Unlisted | null {
  if (asksForVersion(program, args)) return null;
  const found = withVerbs.has(program) ? descend(program, args) : null;
  const reading = found?.reading ?? byName.get(program);
  if (reading === undefined) return { line: program, word: null };
  const word = strayIn(found?.args ?? args, reading);
  return word === null ? null : { line: reading.name, word, otherwise: reading.otherwise };
}

/** The verbs of a program, behind the options that may stand before them. */
function descend(program: string, all: readonly Arg[]): { reading: Reading; args: readonly Arg[] } | null {
  const isBefore = program === "git" ? gitBefore : /^$/;
  for (let at = 0; at < all.length; at += 1) {
    const before = literals(all.slice(0, at));
    if (before === null) return null;
    for (let count = mostVerbs; count > 0; count -= 1) {
      const verbs = all.slice(at, at + count).map(({ literal }) => literal ?? "");
      const reading = verbs.length === count ? byName.get([program, ...verbs].join(" ")) : undefined;
      if (reading === undefined) continue;
      return isBefore.test(before.map((text) => `${text} `).join("")) ? { reading, args: all.slice(at + count) } : null;
    }
  }
  return null;
}

function asksForVersion(program: string, args: readonly Arg[]): boolean {
  const texts = literals(args);
  if (texts === null) return false;
  const [word = ""] = texts;
  if (texts.length === 1 && /^--(help|version)$/.test(word) && byName.has(program)) return true;
  if (texts.length === 1 && Object.hasOwn(versionQuestions, word)) return versionQuestions[word]?.has(program) === true;
  const isHelp = texts.length > 1 && texts.at(-1) === "--help" && texts.length <= 4;
  if (isHelp && program !== "git" && versionTellers.has(program))
    return texts.slice(0, -1).every((text) => /^[a-z][\w-]*$/.test(text));
  return isVersionCode(program, args);
}

/** Whether all it runs is code that tells the interpreter's version, spelled as it is listed. */
export const isVersionCode = (program: string, args: readonly Arg[]): boolean =>
  versionCode.has([program, ...args.map(({ literal }) => literal ?? "$")].join(" "));

/** The first word that the reading does not list, or `null`. */
function strayIn(given: readonly Arg[], reading: Reading): string | null {
  const { form, starts, nested, never } = reading;
  const args = program(reading) === "[" ? given.slice(0, -1) : given;
  const odd = never === undefined ? undefined : args.find(({ literal, head }) => never.test(literal ?? head));
  if (odd !== undefined) return odd.literal ?? odd.head;
  if (form !== undefined) return strayForm(args, form);
  if (starts !== undefined) return strayStart(args, reading, starts);
  const own = nested === undefined ? args : withoutNested(args, nested);
  if (own === null) return nested ?? null;
  const stray = strayOption(reading.open === true ? own.filter(isKnown) : own, reading);
  return stray ?? strayOperand(own, reading);
}

const program = ({ name }: Reading): string => name.split(" ", 1)[0] ?? name;
const isKnown = ({ literal }: Arg): boolean => literal !== null;

function strayForm(args: readonly Arg[], form: RegExp): string | null {
  const texts = literals(args);
  if (texts === null) return "a word that is not known";
  const line = texts.map((text) => text.replace(/\s/g, (found) => (found === " " ? blank : "\n"))).join(" ");
  return form.test(line) ? null : texts.join(" ");
}

/** What stands before the command that a starter runs. */
function strayStart(args: readonly Arg[], { alone, assigns, ...reading }: Reading, skipped: number): string | null {
  const rest = [...args];
  for (let arg = rest[0]; arg !== undefined && mayBeOption(arg); arg = rest[0]) {
    // What a word nobody knows may be is what the program starts.
    if (arg.literal === null) return "a word that is not known";
    rest.shift();
    if (arg.literal === "--") break;
    if (strayOption([arg], reading) !== null) return arg.literal;
    const [option] = parseOptions([arg, ...rest], reading)?.options ?? [];
    if (option?.value !== undefined && option.value === rest[0]) rest.shift();
  }
  while (assigns === true) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(rest[0]?.literal ?? "") ?? [];
    if (name === undefined) break;
    if (!isReaderSetting(name, value ?? null)) return rest[0]?.literal ?? name;
    rest.shift();
  }
  return rest.length > skipped || alone === true ? null : "no command";
}

/** The words without the commands in them; `null` where one has no end. */
function withoutNested(args: readonly Arg[], nested: string): readonly Arg[] | null {
  const at = args.findIndex(({ literal }) => literal === nested);
  if (at === -1) return args;
  const rest = args.slice(at + 1);
  const end = rest.findIndex(({ literal }) => literal === ";" || literal === "+");
  if (end === -1) return null;
  const more = withoutNested(rest.slice(end + 1), nested);
  return more === null ? null : [...args.slice(0, at), ...more];
}

/** Operands, and values of options, where the reading says what they may be. */
function strayOperand(args: readonly Arg[], { operands, open, valued = "", data = [] }: Reading): string | null {
  if (operands === undefined) return null;
  const files = args.filter(
    (arg, at) =>
      arg.literal !== "--" &&
      (!mayBeOption(arg) || arg.literal === null) &&
      !(arg.single && data.includes(args[at - 1]?.literal ?? "")),
  );
  if (typeof operands === "number") {
    const isSure = args.every(({ single }) => single) && !args.some(({ literal }) => literal === "--");
    return isSure && files.length <= operands ? null : (files.at(-1)?.literal ?? "a word that is not known");
  }
  const texts = literals(open === true ? files.filter(isKnown) : files);
  if (texts === null) return "a word that is not known";
  const glued = args
    .filter(({ literal }) => !data.includes(literal?.split("=", 1)[0] ?? ""))
    .flatMap((arg) => gluedValue(arg, valued));
  return [...texts, ...glued].find((text) => !operands.test(text)) ?? null;
}

/** `-oValue`, `--name=value`: what may be a value is looked at like one that stands alone. */
function gluedValue({ literal }: Arg, valued: string): string[] {
  const text = literal ?? "";
  const long = /^--[\w-]+=(.*)$/s.exec(text)?.[1];
  if (long !== undefined) return [long];
  const at = /^-[^-]/.test(text) ? [...text].findIndex((letter) => valued.includes(letter)) : -1;
  return at === -1 || at === text.length - 1 ? [] : [text.slice(at + 1)];
}
