import type { Arg } from "./arg.ts";
import { changes, type Finding, opaque, placed, type Scene, safe } from "./finding.ts";
import { parseOptions } from "./options.ts";

/** What stands between two delimiters; a bracket that holds the delimiter is read differently by different seds. */
const regex = (d: string): string => String.raw`(?:\\.|\[\^?[^\]${d}\n\\]+\]|[^${d}\\[\n])*`;
const substitute = (d: string): string => String.raw`s[${d}]${regex(d)}[${d}](?:\\.|[^${d}\\\n])*[${d}][gpIi0-9]*`;
const address = String.raw`(?:\d+(?:~\d+)?|\$|/${regex("/")}/I?|\+\d+)`;
const command = ["[pdqQnNDGHghxPl=]", String.raw`q\d+`, ...["/", "|", "#", ","].map(substitute)].join("|");
const one = String.raw`(?:${address}(?:,${address})?)?\s*!?\s*(?:${command})`;
/** Addresses and commands that print, delete or substitute; none that writes, reads or runs. */
const harmless = new RegExp(String.raw`^\s*${one}(?:\s*[;\n]\s*${one})*\s*;?\s*$`);

/** `sed` reads; with `-i` it changes the files it names; with any program we cannot prove it may do anything. */
export function judgeSed(args: readonly Arg[], scene: Scene): Finding {
  const inPlace = args.some(({ literal }) => literal === "-i" || literal === "--in-place");
  const rest = args.filter(({ literal }) => literal !== "-i" && literal !== "--in-place");
  const parsed = parseOptions(rest, {
    flags: "nErsuz",
    valued: "e",
    long: ["quiet", "silent", "regexp-extended", "separate", "unbuffered", "null-data", "sandbox"],
    longValued: ["expression"],
  });
  if (parsed === null) return opaque("sed is given an option that may write or run something", "sed");
  const expressions = parsed.options.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const files = expressions.length > 0 ? parsed.operands : parsed.operands.slice(1);
  const programs = expressions.length > 0 ? expressions : parsed.operands.slice(0, 1);
  const proven = programs.length > 0 && programs.every(({ literal }) => literal !== null && isHarmless(literal));
  if (!proven) return opaque("sed runs a program that may write or run something", "sed");
  return inPlace ? edits(files, scene) : safe;
}

function isHarmless(program: string): boolean {
  return program.length < 2000 && harmless.test(program);
}

function edits(files: readonly Arg[], scene: Scene): Finding {
  const paths = files.map(({ literal }) => (literal === null ? null : placed(literal, scene)));
  if (paths.length === 0 || paths.includes(null)) return opaque("sed edits files that cannot be named", "sed");
  return changes(paths.map((path) => ({ op: "modify", path, certainty: "inferred" })));
}
