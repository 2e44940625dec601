import { type Arg, literals, mayBeOption } from "../syntax/arg.ts";
import { runsAsNumber } from "../syntax/subscripts.ts";
import { parseOptions } from "./options.ts";

/** At most so many operands: one more would be a file to write, or a value to set. */
export function atMost(count: number) {
  return (args: readonly Arg[]): string | null => {
    if (args.some(({ single }) => !single)) return "how many arguments it gets is not known";
    const operands = args.filter((arg) => !mayBeOption(arg) || arg.literal === null);
    return operands.length <= count ? null : "its last argument would be written";
  };
}

/** Every word is known and of this form, and the first one of that. */
export function onlyThese(first: RegExp, form: RegExp) {
  return (args: readonly Arg[]): string | null => {
    const texts = literals(args);
    if (texts === null) return "an argument is not known";
    if (texts.length === 0) return "without arguments it does more than read";
    const stray = texts.find((text, index) => !(index === 0 ? first : form).test(text));
    return stray === undefined ? null : `${stray} is not known to be harmless`;
  };
}

/** `date`: any operand but a `+format` sets the clock. */
export function tellsTime(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, { flags: "uRI", valued: "drv", long: ["utc"], longValued: ["date", "reference"] });
  return parsed?.operands.every(({ head }) => head.startsWith("+")) ? null : "it may set the clock";
}

/** `printf`: with `-v` and for `%n` it sets a variable; but for numbers, which zsh evaluates, the rest is data. */
export function formats([format, ...rest]: readonly Arg[]): string | null {
  const text = format?.literal ?? "-";
  if (/%[^%sbqc]*[*diouxXeEfFgGaA]/.test(text) && rest.some(isEvaluated)) return evaluation;
  return text.startsWith("-") || /%[-+ #'\d.*]*[hlLqjzt]*n/.test(text.replaceAll("%%", ""))
    ? "it may set a variable"
    : null;
}

const evaluation = "it may run what it takes for a number";
const isEvaluated = ({ literal, foreign }: Arg): boolean => foreign === true || runsAsNumber(literal ?? "");

/** `exit`, `shift` and the like: to zsh what they are given is arithmetic. */
export function counts(args: readonly Arg[]): string | null {
  return args.some(isEvaluated) ? evaluation : null;
}

/** `wait`: with `-p` it sets a variable, whose subscript it evaluates. */
export function waits(args: readonly Arg[]): string | null {
  return args.every(({ literal }) => /^(-n|\d+|%\d+)$/.test(literal ?? "")) ? null : "it may set a variable";
}

/** `test` and `[`: `-v` and `-R` evaluate what they are given, so the operator must be known. */
export function testProof(args: readonly Arg[]): string | null {
  const words = args.at(-1)?.literal === "]" ? args.slice(0, -1) : [...args];
  if (words.some(({ single }) => !single)) return "how many arguments it gets is not known";
  const isNumeric = words.some(({ literal }) => /^-(eq|ne|gt|ge|lt|le|t)$/.test(literal ?? ""));
  if (words.some((word) => (isNumeric || word.literal !== null) && isEvaluated(word))) return evaluation;
  while (words[0]?.literal === "!") words.shift();
  const [first, second] = words;
  const known = words.every(({ literal }) => literal !== null && !/^-[vR]$/.test(literal));
  const unary = words.length === 2 && /^-[a-zA-QS-Z]$/.test(first?.literal ?? "") && first?.literal !== "-v";
  const binary = words.length === 3 && /^(=|==|!=|<|>|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(second?.literal ?? "");
  return known || unary || binary || words.length <= 1 ? null : "its operator is not known";
}
