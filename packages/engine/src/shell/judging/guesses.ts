import type { Effect } from "@writ/contracts";
import { distinct } from "../../distinct.ts";
import { isProtected } from "../../paths/protected.ts";
import { isSensitive } from "../../paths/sensitive.ts";
import { oneOf } from "../alternatives.ts";
import { placed, type Scene, target } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";
import { habitOf } from "./habits.ts";
import { isFlag, isInput } from "./input-names.ts";
import { type Told, toldAt } from "./option-words.ts";
import { mentionsOutput, namesOutput } from "./output-names.ts";
import type { Habits } from "./rule.ts";

/**
 * Files that a tool of the repository may be told to write by an option nobody knows. Its value counts when it is
 * guarded, and otherwise when there is such a file: then the scope decides, as for any output.
 */
export function guessesIn(args: readonly Arg[], scene: Scene, { line, looks, habits }: Guessed): Effect[] {
  // Git knows its options, and what they name is in its entries.
  if (line.startsWith("git ")) return [];
  const end = args.findIndex(({ literal }) => literal === "--");
  return args.flatMap((_, index) => {
    // What follows `--` is handed on, to nobody knows whom.
    const isAnyones = looks === true || (end !== -1 && index > end);
    const told = toldAt(args, index);
    if (told.length === 0) return [];
    return told
      .filter(({ name }) => habitOf(name, habits) !== "reads" && (!isInput(name) || namesOutput(name)))
      .flatMap((one) => [
        ...partsOf(one).flatMap((part) => guess(part, one, isAnyones).map((found) => placeOf(found, scene))),
        ...matchesOf(one, scene, isAnyones),
      ])
      .flatMap((place) => (place === null ? [] : [{ op: "modify", ...place, certainty: "inferred", output: true }]));
  });
}

/** The tool that is told. */
interface Guessed {
  readonly line: string;
  readonly looks: true | undefined;
  readonly habits: Habits | undefined;
}

interface Guess {
  readonly part: string;
  readonly ifThere?: true;
}

type Place = Pick<Effect, "path" | "within" | "ifThere">;

function placeOf({ part, ...rest }: Guess, scene: Scene): Place | null {
  const path = placed(part, scene);
  return path === null ? null : { path, ...rest };
}

/** `--name pack*.json`: the shell makes a name of it. */
function matchesOf({ name, form, word }: Told, scene: Scene, isAnyones: boolean): (Place | null)[] {
  const pattern = word?.literal === null ? (word.pattern ?? "") : "";
  const isOne = form === "next" && name.length > 1 && !isAnyones && !isFlag(name);
  return isOne && word !== undefined && hasEnding(pattern) && !source.test(pattern) ? [target(word, scene)] : [];
}

/** Whether a part of a value counts, by how surely it is the option's: the next word may be a file to look at. */
function guess(part: string, { name, form }: Told, isAnyones: boolean): Guess[] {
  const path = part.replace(/^(\.\/+)+/, "").replace(/\/+$/, "");
  if (path === "" || path === "." || path === "..") return [];
  const isLetter = name.length === 1;
  if (isProtected(path) || isSensitive(path) ? form === "signed" : isOutput(name, form, path)) return [{ part }];
  if (form === "signed") return isNamed(path) ? there(part) : [];
  if (form === "glued") return isProtected(path) ? [{ part }] : isSensitive(path) || hasEnding(path) ? there(part) : [];
  // `--csv x.csv`
  if (!isAnyones && path.endsWith(`.${name}`)) return [{ part }];
  if (isFlag(name)) return [];
  if (isProtected(path)) return isLetter && isAnyones ? [] : [{ part }];
  if (isLetter || isAnyones) return [];
  if (isSensitive(path)) return [{ part }];
  return isFile(path) ? [path.includes("/") ? { part } : there(part)].flat() : [];
}

/** Whether it can only be a file that is written: by the name of the option, or because nothing else has a folder before it. */
function isOutput(name: string, form: Told["form"], path: string): boolean {
  if (form === "glued" || name.length === 1 || /[;,:=]/.test(path)) return false;
  if (form === "signed" && path.includes("/")) return true;
  return mentionsOutput(name) && (form === "signed" ? isNamed(path) : path.includes("/") || isFile(path));
}

const isFile = (path: string): boolean => hasEnding(path) && !source.test(path);

const there = (part: string): Guess[] => [{ part, ifThere: true }];

/** `json,package.json`, `json:package.json`, `x;file=package.json`: whatever in a value may be a path. */
function partsOf({ value }: Told): string[] {
  const text = value ?? "";
  if (text === "" || text.startsWith("-") || /:\/\/|\.{3}|[*?[\]{}<>|"'`$\\^()\n\t]/.test(text)) return [];
  const parts = /[;,:=]/.test(text) ? distinct([text, ...text.split(/[;,:=]/)]) : [text];
  return parts.filter((part) => part !== "" && !part.startsWith("/dev/"));
}

const hasEnding = (path: string): boolean => /[^/]\.[A-Za-z][\w-]*$|(^|\/)(README|LICENSE|CHANGELOG)$/.test(path);

/** One bare word is a mode or a name more often than a folder; this one never is. */
const isNamed = (path: string): boolean => path.includes("/") || hasEnding(path) || path === "src";

/** What a test or a build is pointed at, behind any flag. */
const source = new RegExp(
  String.raw`\.${oneOf`
    [cm]?[jt]sx? vue svelte astro pyi? ipynb rb go rs php java kts? scala groovy swift dart exs? erl zig hs lhs c cc
    cpp cxx h hh hpp m mm cs fs vb sh bats feature sql proto css scss less html? s asm ld o a so lua r jl ml nim elm
    clj cljs robot csv`}$`,
  "i",
);
