import { isHarmlessName, judgeExport } from "../environment/environment.ts";
import type { Arg } from "../syntax/arg.ts";
import { optionsIn } from "./option-words.ts";
import type { Options } from "./rule.ts";
import { abbreviated, carriers, denying, founding, kinds, rewriting, shortened, unarmed } from "./steering-names.ts";

/** An option with the value that comes with it, or may. */
interface Given {
  /** As it is spelled, without dashes. */
  readonly spelled: string;
  /** In the way of writing that all share: `exec-argv`. */
  readonly name: string;
  readonly value: string | null;
  /** Whether the value is in the same word. */
  readonly isJoined: boolean;
}

/** The options a word may be; of those with one letter only `-e`, which sets a variable in some tools. */
export function givenIn(text: string, next: string | null | undefined): Given[] {
  const options = optionsIn(text);
  if (options.length === 0) return [];
  return options
    .filter(({ spelled, joined }) => spelled.length > 1 || (spelled === "e" && joined === undefined))
    .map(({ spelled, name, joined }) => ({
      spelled,
      name,
      value: joined ?? next ?? null,
      isJoined: joined !== undefined,
    }));
}

/** Why an option has a tool run or load other code, or write its settings; whichever tool it is. `null` otherwise. */
export function steers(text: string, next: string | null | undefined, options: Options): string | null {
  if (!text.startsWith("-") || text === "--") return null;
  // What a compiler hands on to the program behind it; `-Xmx1g` is memory.
  if (/^-X(?!m[sxn]\d)[a-z]{2,}/.test(text)) return "it hands options on";
  // A file can be looked at, and `-c '{…}'` is none.
  if (/^-c=?\s*[{[]/.test(text) || (text === "-c" && /^\s*[{[]/.test(next ?? ""))) return inline;
  if (text.length > 120 && /^--?[\w.+-]{120}/.test(text)) return "nobody knows an option of such a name";
  const given = givenIn(text, next);
  for (const one of [...given, ...settingsIn(text, given, next)]) {
    const why = steeredBy(one, options);
    if (why !== null) return why;
  }
  return null;
}

function steeredBy(given: Given, options: Options): string | null {
  if (isListed(given.spelled, options) || denying.test(given.name)) return null;
  const { name, value, isJoined } = given;
  if (founding.test(name) && !(isJoined && /^(false|0)$/.test(value ?? ""))) return "it writes settings";
  if (isInline(given)) return inline;
  if (setsOther(given)) return "it changes what programs find";
  const kind = ends.find(([pattern]) => pattern.test(name));
  const isShort = abbreviated.some((whole) => name.length > 4 && whole.startsWith(name));
  if (kind === undefined && !isShort && !(/^with-./.test(name) && !unarmed.test(name))) return null;
  return kind !== undefined && value !== null && kind[1].test(value) ? null : "it has other code run";
}

/** The first option with which a tool that is to look at files rewrites them, or `null`. */
export function rewritesIn(args: readonly Arg[], options: Options): string | null {
  const stray = args.find(({ literal }) =>
    givenIn(literal ?? "", null).some(
      ({ spelled, name, value }) =>
        !isListed(spelled, options) && rewriting.test(name) && !/^(false|0)$/.test(value ?? ""),
    ),
  );
  return stray?.literal ?? null;
}

/** What an entry lists by name is known. */
const isListed = (name: string, { long = [], longValued = [] }: Options): boolean =>
  long.includes(name) || longValued.includes(name);

const inline = "it is given settings in place of a file";
/** `--config '{…}'`. */
const isInline = ({ name, value }: Given): boolean =>
  /(^|-)(config|projects?|transforms?|reporters?|presets?|plugins?)$/.test(name) &&
  (/^\s*[{[]/.test(value ?? "") || (/(^|-)config$/.test(name) && /^\s*[\w.-]+\s*=/.test(value ?? "")));

/** `--test_env=LD_PRELOAD=x`; what is called `--env` alone is mostly no variable. */
function setsOther({ name, value }: Given): boolean {
  const [, variable, set = ""] = /^(\w+)=(.*)$/s.exec(value ?? "") ?? [];
  if (variable === undefined || !/(^|-)(env|environment|e)$/.test(name)) return false;
  return /^(e|env)$/.test(name) ? !isHarmlessName(variable) : judgeExport(variable, set) !== "harmless";
}

/** What is set by an option that sets others: `--rc geninfo_gcov_tool=x`, `-D maven.compiler.executable=x`. */
function settingsIn(text: string, given: readonly Given[], next: string | null | undefined): Given[] {
  const values = /^-[DPdoc]$/.test(text)
    ? [next]
    : given.filter(({ name }) => setters.test(name)).map(({ value }) => value);
  return values.flatMap((value) => (/^[A-Za-z][\w.-]{0,120}=/.test(value ?? "") ? givenIn(`--${value}`, null) : []));
}

const setters = /(^|-)(rc|config|option|set|setting|override|overwrite|property|ini)s?$/;

/** Each beginning of a word that nobody takes for another: `wrap`, `plug`. */
const beginnings = (word: string): string[] =>
  [...word.slice(4)].map((_, index) => word.slice(0, index + 4)).concat(word === "executable" ? "exe" : []);

const ending = (last: readonly string[]): RegExp => new RegExp(`(^|-)f?(${last.join("|")})s?(-?${carriers}s?)*$`);

/** How names end, with the values that are mild. No value is where the name is cut off: the whole may be another. */
const ends: readonly (readonly [RegExp, RegExp])[] = [
  ...kinds.map(({ ends: last, mild }) => [ending(last), mild] as const),
  [ending(shortened.flatMap(beginnings)), /^(?!)/],
];
