import type { Effect } from "@writ/contracts";
import type { Arg } from "../arg.ts";
import { placed, type Scene, target } from "../finding.ts";
import { isTelling, mayWrite, nameOf, surelyWrites, takesNext } from "./output-names.ts";

/** Files that a tool of the repository is told to write, by what its options are called. */
export function outputsIn(args: readonly Arg[], scene: Scene): Effect[] {
  return args.flatMap((_, index) => {
    const output = outputAt(args, index);
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

interface Output {
  readonly name: string;
  readonly value: string | null;
  /** The word the value is, where it is one of its own. */
  readonly word?: Arg | undefined;
}

/** `--outDir sr[c]`: the shell makes a name of it. */
function matchesOf({ name, word }: Output, scene: Scene): Pick<Effect, "path" | "within">[] {
  const place = word === undefined || word.literal !== null || !isTelling(name) ? null : target(word, scene);
  return place === null ? [] : [place];
}

/** What the option at this place is told to write to, if it is one that writes. */
function outputAt(args: readonly Arg[], index: number): Output | null {
  const text = args[index]?.literal ?? "";
  const attached = /^-o([^-=][^=]*)$/.exec(text)?.[1];
  if (attached !== undefined && /[A-Z./]/.test(attached)) return { name: "o", value: attached };
  const [, spelled = "", given] = option.exec(text) ?? [];
  const name = nameOf(spelled);
  if (given !== undefined) return mayWrite(name) ? { name, value: given } : null;
  return takesNext(name) ? { name, value: args[index + 1]?.literal ?? null, word: args[index + 1] } : null;
}

/** `--name`, `--name=value`, `-name=value`, `-Dname=value`, `-p:name=value`. */
const option = /^-{1,2}(?:[DPp]:?(?=[A-Za-z]+[=.]))?([A-Za-z][\w.-]*)(?:[=:](.*))?$/s;

/** `html:src/x`, `trx;LogFileName=a/b`, `src`: the parts of a value that are paths. */
function pathsIn(output: Output): string[] {
  return (output.value ?? "").split(/[;,]/).flatMap((item) => {
    const [, key, rest] = /^([\w.-]+)=(.*)$/s.exec(item) ?? [];
    const name = key === undefined ? output.name : nameOf(key);
    return (rest ?? item).split(/[:=]/).filter((part) => isPath(part, name));
  });
}

/** Formats, reporters, switches and levels that stand where others take a file: `--output json`, `--trace on`. */
const notions = new Set(
  `json jsonl ndjson html xml text txt term term-missing skip-covered annotate tap junit xunit xunit2 nunit lcov lcovonly
  text-summary clover cobertura teamcity trx dot dots spec list line lines verbose pretty compact concise stylish
  checkstyle sarif github gitlab codeclimate parseable pylint colorized grouped csv tsv markdown md yaml toml table tree
  wide name full short plain default basic minimal brief summary progress rich tty none null true false yes no on off
  auto always never all stdout stderr stdin console stream debug info notice warn warning error fatal silent quiet trace
  on-first-retry on-all-retries retain-on-failure retain-on-first-failure only-on-failure immediate final
  immediate-final`.split(/\s+/),
);

/** Whether a part of a value names a file or a folder: surely with a slash, and with an ending; a bare word by the option. */
function isPath(part: string, name: string): boolean {
  if (part === "" || /^(-|\/dev\/)/.test(part)) return false;
  if (part.includes("/")) return true;
  if (/^[\d.]*\d$/.test(part) || notions.has(part.toLowerCase())) return false;
  return isTelling(name) || (/^\.|\.[a-z][a-z\d]{0,5}$/.test(part) && !ambiguous.test(name));
}

/** Names that tell one tool what to read and another what to write; what they write is listed with the tool. */
const ambiguous = /^(file|filename|path|prefix|location|logger|log-file-name)$/;
