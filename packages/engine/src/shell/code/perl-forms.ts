import type { Arg } from "../syntax/arg.ts";

/** What a perl command of a known form edits: nothing, or the files it names. */
export interface PerlForm {
  /** What is added to the name of a copy when files are edited in place; `null` when they are not. */
  readonly suffix: string | null;
  readonly files: readonly Arg[];
}

/** A pattern in which nothing is expanded or run. */
const pattern = (d: string): string => String.raw`(?:\\[^\n]|\((?!\?\??\{|\*)|[^\\${d}@$\n(]|\$(?=[|)${d}]))*`;
/** A new text that holds at most the groups of the match: what stands in brackets behind one is run. */
const text = (d: string): string => String.raw`(?:\\[^\n]|\$(?:[0-9]+|&)(?![0-9[{]|->)|[^\\${d}@$\n])*`;
const substitute = ["/", "|", "#", ",", "!"].map((d) => `s[${d}]${pattern(d)}[${d}]${text(d)}[${d}][gimsx]*`).join("|");
/** A column of the line, by its number: anything else in the brackets, or more brackets, would be run. */
const column = String.raw`\$F\[-?[0-9]+\]`;
const shown = String.raw`(?:${column}|"(?:\\[nt]|${column}(?![[{]|->)|[^"\\$@\n])*")`;
const print = String.raw`print(?: \$_| ${shown}(?:, ?${shown})*)?(?: (?:if|unless) !?/${pattern("/")}/[imsx]*)?`;
const condition = `(?: (?:if|unless) /${pattern("/")}/[imsx]*)?`;
const statement = `(?:(?:${substitute})${condition}|${print})`;
const program = new RegExp(String.raw`^\s*${statement}(?:\s*;\s*${statement})*\s*;?\s*$`);

/** What a perl command line edits that prints or substitutes line by line, in one of a few forms; any other is asked about. */
export function perlForm(args: readonly Arg[]): PerlForm | null {
  let suffix: string | null = null;
  const codes: string[] = [];
  let index = 0;
  for (; index < args.length; index += 1) {
    const option = args[index]?.literal ?? null;
    if (option === null || !option.startsWith("-")) break;
    // Any other text is a pattern, which perl puts into its code.
    if (/^-F[,:]$/.test(option)) continue;
    const found = /^-([nplw0a]*)(i(\.\w+)?)?([nplw0a]*)(e?)$/.exec(option);
    if (found === null || (found[3] !== undefined && found[4] !== "")) return null;
    if (found[2] !== undefined) suffix = found[3] ?? "";
    if (found[5] !== "e") continue;
    index += 1;
    const code = args[index]?.literal ?? null;
    if (code === null || code.length > 500 || !program.test(code)) return null;
    codes.push(code);
  }
  const files = args.slice(index);
  // A file name can be a command to perl (`perl -ne … 'id|'`), also one that a pattern matches.
  const odd = files.some(({ literal }) => literal === null || !/^[\w.][\w./-]*$/.test(literal));
  return codes.length === 0 || odd ? null : { suffix, files };
}
