import type { Effect } from "@writ/contracts";
import { changes, type Finding, fold, opaque, runs, type Scene, safe, target } from "../finding.ts";
import { parseOptions } from "../judging/options.ts";
import { unlistedIn } from "../reading-list/reading-list.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { isKnownSed, isPlainSubstitution } from "./sed-forms.ts";

/** `sed` with `-i` changes the files it names; what its program does is only certain for a few that are listed. */
export function judgeSed(args: readonly Arg[], scene: Scene): Finding {
  const { rest, suffix } = withoutInPlace(args);
  const parsed = parseOptions(rest, {
    flags: "nErsuz",
    valued: "el",
    long: ["quiet", "silent", "regexp-extended", "separate", "unbuffered", "null-data", "sandbox", "posix", "debug"],
    longValued: ["expression", "line-length"],
  });
  if (parsed === null) return opaque("sed is given an option that may write or run something", "sed");
  const expressions = parsed.options.flatMap(({ name, value }) =>
    /^e/.test(name) && value !== undefined ? [value] : [],
  );
  const files = expressions.length > 0 ? parsed.operands : parsed.operands.slice(1);
  const programs = expressions.length > 0 ? expressions : parsed.operands.slice(0, 1);
  const known = programs.flatMap(({ literal: text }) => text ?? []);
  const isKnown = known.length > 0 && known.length === programs.length && isKnownSed(known.join("\n"));
  if (!isKnown) return opaque("sed runs a program that may write or run something", "sed");
  if (suffix === null) return unlistedIn("sed", args) === null ? safe : runs("sed");
  const edited = edits(files, suffix, scene);
  return known.every(isPlainSubstitution) ? edited : fold([edited, runs("sed")]);
}

/** `-i`, `-Ei`, `-i.bak`, `--in-place=.bak`; elsewhere the suffix is a word of its own, often an empty one. */
function withoutInPlace(args: readonly Arg[]): { rest: Arg[]; suffix: string | null } {
  const rest: Arg[] = [];
  let suffix: string | null = null;
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1]?.literal ?? "";
    const short = /^-([nErsuz]*)i(.*)$/s.exec(arg.literal ?? "");
    const long = /^--in-place(?:=(.*))?$/s.exec(arg.literal ?? "");
    if (arg.literal === "" && suffix === "" && /^-[nErsuz]*i$/.test(before)) continue;
    if (short === null && long === null) {
      rest.push(arg);
      continue;
    }
    suffix = short?.[2] ?? long?.[1] ?? "";
    if (short?.[1]) rest.push(literal(`-${short[1]}`));
  }
  return { rest, suffix };
}

function edits(files: readonly Arg[], suffix: string, scene: Scene): Finding {
  const effects: Effect[] = [];
  for (const file of files) {
    const place = target(file, scene);
    // A `*` in the suffix stands for the name, also with a folder before it.
    if (place === null || /[*/]/.test(suffix)) return opaque("sed edits files that cannot be named", "sed");
    effects.push({ op: "modify", ...place, certainty: "inferred" });
    if (suffix !== "" && place.within !== true)
      effects.push({ op: "modify", path: `${place.path}${suffix}`, certainty: "inferred" });
  }
  return effects.length === 0 ? opaque("sed edits files that cannot be named", "sed") : changes(effects);
}
