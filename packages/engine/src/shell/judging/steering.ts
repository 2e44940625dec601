import { isHarmlessName, judgeExport } from "../environment/environment.ts";
import type { Arg } from "../syntax/arg.ts";
import { nameOf } from "./output-names.ts";
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

/** `--name`, `--name=value`, `-name:value`, `-Dname=value`; `null` for a word that is no option of more than a letter. */
export function givenIn(text: string, next: string | null | undefined): Given | null {
  const [, spelled, joined] =
    /^-{1,2}(?:[DP](?=[A-Za-z][\w-]*[=.])|d(?=[a-z]+_))?(e(?=$)|[A-Za-z@][\w.+-]+)(?:[=:](.*))?$/s.exec(text) ?? [];
  if (spelled === undefined) return null;
  return { spelled, name: nameOf(spelled), value: joined ?? next ?? null, isJoined: joined !== undefined };
}

/** Why an option has a tool run or load other code, or write its settings; whichever tool it is. `null` otherwise. */
export function steers(text: string, next: string | null | undefined, options: Options): string | null {
  // What a compiler hands on to the program behind it; `-Xmx1g` is memory.
  if (/^-X(?!m[sxn]\d)[a-z]{2,}/.test(text)) return "it hands options on";
  // A file can be looked at, and `-c '{…}'` is none.
  if (/^-c=?\s*[{[]/.test(text) || (text === "-c" && /^\s*[{[]/.test(next ?? ""))) return inline;
  if (/^--?[\w.+-]{120}/.test(text)) return "nobody knows an option of such a name";
  const given = givenIn(text, next);
  return [given, settingIn(text, given, next)].reduce<string | null>(
    (why, one) => why ?? steeredBy(one, options),
    null,
  );
}

function steeredBy(given: Given | null, options: Options): string | null {
  if (given === null || isListed(given.spelled, options) || denying.test(given.name)) return null;
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
  const stray = args.find(({ literal }) => {
    const given = givenIn(literal ?? "", null);
    if (given === null || isListed(given.spelled, options)) return false;
    return rewriting.test(given.name) && !/^(false|0)$/.test(given.value ?? "");
  });
  return stray?.literal ?? null;
}

/** What an entry lists by name is known. */
const isListed = (name: string, { long = [], longValued = [] }: Options): boolean =>
  long.includes(name) || longValued.includes(name);

const inline = "it is given settings in place of a file";
/** `--config '{…}'`. */
const isInline = ({ name, value }: Given): boolean =>
  /(^|-)(config|projects?|transforms?|reporters?|presets?|plugins?)$/.test(name) && /^\s*[{[]/.test(value ?? "");

/** `--test_env=LD_PRELOAD=x`; what is called `--env` alone is mostly no variable. */
function setsOther({ name, value }: Given): boolean {
  const [, variable, set = ""] = /^(\w+)=(.*)$/s.exec(value ?? "") ?? [];
  if (variable === undefined || !/(^|-)(env|environment|e)$/.test(name)) return false;
  return /^(e|env)$/.test(name) ? !isHarmlessName(variable) : judgeExport(variable, set) !== "harmless";
}

/** What is set by an option that sets others: `--rc geninfo_gcov_tool=x`, `-D maven.compiler.executable=x`. */
function settingIn(text: string, given: Given | null, next: string | null | undefined): Given | null {
  const value = /^-[DPdoc]$/.test(text) ? next : given !== null && setters.test(given.name) ? given.value : null;
  return /^[A-Za-z][\w.-]{0,120}=/.test(value ?? "") ? givenIn(`--${value}`, null) : null;
}

const setters = /(^|-)(rc|config|option|set|setting|override|overwrite|property|ini)s?$/;

/** Each beginning of a word that nobody takes for another: `wrap`, `plug`. */
const beginnings = (word: string): string[] =>
  [...word.slice(4)].map((_, index) => word.slice(0, index + 4)).concat(word === "executable" ? "exe" : []);

const ending = (last: readonly string[]): RegExp => new RegExp(`(^|-)f?(${last.join("|")})s?(-?(${carriers})s?)*$`);

/** How names end, with the values that are mild. No value is where the name is cut off: the whole may be another. */
const ends: readonly (readonly [RegExp, RegExp])[] = [
  ...kinds.map(({ ends: last, mild }) => [ending(last), mild] as const),
  [ending(shortened.flatMap(beginnings)), /^(?!)/],
];
