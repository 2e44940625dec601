import { parseOptions } from "../judging/options.ts";
import type { Arg } from "../syntax/arg.ts";

/** Whether an awk command only prints: its program is known and has no redirection, pipe, command or loading. */
export function awkProof(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, {
    valued: "Fv",
    longValued: ["field-separator", "assign"],
    long: ["re-interval", "posix"],
  });
  const program = parsed?.operands[0]?.literal;
  if (parsed === null || program === undefined || program === null) return "its program is not known";
  return program.length < 4000 && printsOnly(program) ? null : "its program may write or run something";
}

/** A statement of a program from which texts are taken out: `>` redirects after `print`, and compares in brackets. */
function printsOnly(program: string): boolean {
  const bare = withoutTexts(program);
  if (bare === null || /["\\@`]/.test(bare) || /\b(system|extension|close|getline)\b/.test(bare)) return false;
  // A statement goes on in the next line after these.
  const joined = bare.replace(/(,|&&|\|\||[?:])[ \t\r]*\n\s*/g, "$1 ");
  const rest = joined.replaceAll("||", "  ").replace(/>\s*STREAM(?=\s*(?:[;}\n]|$))/g, "");
  if (rest.includes("|")) return false;
  return rest
    .split(/[;{}\n]/)
    .every((statement) => !/\bprintf?\b/.test(statement) || !outside(statement).includes(">"));
}

const token = /\s+|#[^\n]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*|\d[\w.]*|\+\+|--|[\s\S]/y;
const keyword = /^(print|printf|return|in|if|while|for|do|else|case|exit|delete|and|or|not|getline|func|function)$/;
/** A bracket may hold the slash for some awks and not for others. */
const regex = /\/(?:[^/\\\n[]|\\.|\[\^?\]?[^\]\\/\n]*\])+\//y;

/** The program with strings, comments and regular expressions taken out; `null` when a slash can be read in two ways. */
function withoutTexts(program: string): string | null {
  let bare = "";
  let after: "operand" | "operator" | "either" = "operator";
  let last = "";
  const brackets: string[] = [];
  for (let index = 0; index < program.length; ) {
    if (program[index] === "/" && after === "either") return null;
    if (program[index] === "/" && after === "operator") {
      regex.lastIndex = index;
      const found = regex.exec(program)?.[0];
      if (found === undefined) return null;
      bare += " TEXT ";
      after = "operand";
      index += found.length;
      continue;
    }
    token.lastIndex = index;
    const text = token.exec(program)?.[0] ?? "";
    if (text === "") return null;
    index += text.length;
    if (/^\s/.test(text) || text.startsWith("#")) {
      if (text.includes("\n")) after = "operator";
      bare += text.startsWith("#") ? "" : text;
      continue;
    }
    if (text.startsWith('"') && text.length > 1) bare += /^"\/dev\/std(err|out)"$/.test(text) ? " STREAM " : " TEXT ";
    else bare += text;
    if (text === "(") brackets.push(last);
    // After the bracket of `if (x)` a regular expression may stand, after that of a value a division.
    const closes = text === ")" && /^(if|while|for|switch)$/.test(brackets.pop() ?? "if");
    if (closes || text === "++" || text === "--" || /^(getline|in)$/.test(text)) after = "either";
    else after = /^[\w")\]$]/.test(text) && !keyword.test(text) ? "operand" : "operator";
    last = text;
  }
  return bare;
}

/** The statement without what stands in brackets. */
function outside(statement: string): string {
  const from = statement.slice(statement.search(/\bprintf?\b/));
  let depth = 0;
  let text = "";
  for (const char of from) {
    if (char === "(") depth += 1;
    else if (char === ")") depth -= 1;
    else if (depth <= 0) text += char;
  }
  return text;
}
