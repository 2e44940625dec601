import { parseOptions } from "../judging/options.ts";
import type { Arg } from "../syntax/arg.ts";

/** Why an awk command is asked about: its program is not known, or says that it writes, runs or loads something. */
export function awkDoubt(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, {
    valued: "Fv",
    longValued: ["field-separator", "assign"],
    long: ["re-interval", "posix"],
  });
  const program = parsed?.operands[0]?.literal;
  if (parsed === null || program === undefined || program === null) return "its program is not known";
  if (program.length > longest) return "its program is too long to be looked at";
  const mayRun = args.some(({ literal, head }) => running.test(literal ?? head));
  return mayRun || redirects(program) ? "its program may write or run something" : null;
}

const longest = 4000;
const running = /\b(?:system|extension|close|getline|fflush)\b|[@`\r]|\/inet/;
/** A quote in what may be a regular expression: then what is a string is anybody's guess, and any sign counts. */
const ambiguous = /\/[^/\n]*"[^/\n]*\//;

/** `>` behind `print` and a single `|`, as far as a look without a grammar shows. */
function redirects(program: string): boolean {
  const plain = program
    .replace(/\\\n/g, " ")
    .replace(/>\s*"\/dev\/std(?:err|out)"/g, "")
    .replace(/"(?:[^"\\\n]|\\.)*"/g, "T")
    .replace(/#[^\n]*/g, "")
    .replaceAll("||", "  ");
  const bare = plain.replace(/(^|[(,{;~!&\n])\s*\/(?:[^/\\\n]|\\.)+\//g, "$1T");
  if (plain.includes('"') || ambiguous.test(program.replaceAll('"/"', "T"))) {
    if (/[|>]/.test(program.replaceAll("||", "  "))) return true;
  }
  // A statement goes on in the next line after these.
  const joined = plain.replace(/(,|&&|[?:])[ \t]*\n\s*/g, "$1 ");
  return bare.includes("|") || joined.split(/[;{}\n]/).some((statement) => />/.test(printed(statement)));
}

/** What is printed, without what stands in brackets. */
function printed(statement: string): string {
  let text = /\bprintf?\b.*$/s.exec(statement)?.[0] ?? "";
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, " ");
  }
  return text;
}
