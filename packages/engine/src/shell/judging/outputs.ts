import type { Effect } from "@writ/contracts";
import { placed, type Scene, target } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";
import { habitOf } from "./habits.ts";
import { type Told, toldAt } from "./option-words.ts";
import { isPaired, isTelling, mayWrite, nameOf, surelyWrites, takesNext } from "./output-names.ts";
import type { Habits } from "./rule.ts";

/** Files that a tool of the repository is told to write, by what its options are called and what habits it has. */
export function outputsIn(args: readonly Arg[], scene: Scene, habits?: Habits): Effect[] {
  return args.flatMap((_, index) => {
    const output = outputAt(args, index, habits);
    if (output === null) return [];
    return [...pathsIn(output).map((part) => ({ path: placed(part, scene) })), ...matchesOf(output, scene)].flatMap(
      (place): Effect[] =>
        place.path === null ? [] : [{ op: "modify", ...place, certainty: "inferred", output: true }],
    );
  });
}

/** The words with an output in the temporary folder: that is nobody's business. */
export function scratchOutputs(args: readonly Arg[]): ReadonlySet<Arg | undefined> {
  return new Set(
    args.flatMap((arg, index) => {
      const { name, value } = outputAt(args, index) ?? { name: "", value: null };
      return surelyWrites(name) && /^\/tmp\/[\w./-]+$/.test(value ?? "") ? [arg, args[index + 1]] : [];
    }),
  );
}

interface Output extends Told {
  /** Its value is a place to write to, whatever it looks like. */
  readonly isSure: boolean;
}

/** `--outDir sr[c]`: the shell makes a name of it. */
function matchesOf({ word, isSure }: Output, scene: Scene): Pick<Effect, "path" | "within">[] {
  const place = word === undefined || word.literal !== null || !isSure ? null : target(word, scene);
  return place === null ? [] : [place];
}

/** What the option at this place is told to write to, if it is one that writes. */
function outputAt(args: readonly Arg[], index: number, habits?: Habits): Output | null {
  for (const told of toldAt(args, index)) {
    const { name, value, form } = told;
    const habit = habitOf(name, habits);
    if (habit === "writes") return { ...told, isSure: true };
    if (habit === "reads") continue;
    // `-ofile` is told from `-options` by what it looks like.
    if (form === "glued" && !(name === "o" && /^[^=]*[A-Z./][^=]*$/.test(value ?? ""))) continue;
    if (form === "signed" ? mayWrite(name) : takesNext(name)) return { ...told, isSure: isTelling(name) };
  }
  return null;
}

/** `html:src/x`, `trx;LogFileName=a/b`, `src`: the parts of a value that are paths. */
function pathsIn({ name, value, isSure }: Output): string[] {
  const parts = (value ?? "").split(/[;,]/).flatMap((item) => {
    const [, key, rest] = /^([\w.-]+)=(.*)$/s.exec(item) ?? [];
    const own = key === undefined ? name : nameOf(key);
    const [first = "", ...more] = (rest ?? item).split(/[:=]/);
    const isBare = key === undefined ? isSure : isTelling(own);
    const isHere = isPaired(own) ? false : isPath(first, own, isBare);
    return [...(isHere ? [first] : []), ...more.filter((part) => isPath(part, own, isBare || isPaired(own)))];
  });
  return parts;
}

/** Formats, reporters, switches and levels that stand where others take a file: `--output json`, `--trace on`. */
const notions = new Set(
  `json jsonl ndjson html xml text txt term term-missing skip-covered annotate tap junit xunit xunit2 nunit lcov lcovonly
  text-summary clover cobertura teamcity trx dot dots spec list line lines verbose pretty compact concise stylish
  checkstyle sarif github gitlab codeclimate parseable pylint colorized grouped csv tsv markdown md yaml toml table tree
  wide name full short plain default basic minimal brief summary progress rich tty none null true false yes no on off
  auto always never all stdout stderr stdin console stream debug info notice warn warning error errors fatal silent
  quiet trace on-first-retry on-all-retries retain-on-failure retain-on-first-failure only-on-failure immediate final
  immediate-final`.split(/\s+/),
);

/** Whether a part of a value names a file or a folder: surely with a slash, and with an ending; a bare word by the option. */
function isPath(part: string, name: string, isBare: boolean): boolean {
  if (part === "" || /^(-|\/dev\/)/.test(part)) return false;
  if (part.includes("/")) return true;
  if (/^[\d.]*\d$/.test(part) || notions.has(part.toLowerCase())) return false;
  return isBare || (/^\.|\.[a-z][a-z\d]{0,5}$/.test(part) && !ambiguous.test(name));
}

/** Names that tell one tool what to read and another what to write; what they write is listed with the tool. */
const ambiguous = /^(file|filename|path|prefix|location|logger|log-file-name)$/;
