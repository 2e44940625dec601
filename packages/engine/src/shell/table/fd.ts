import { type Finding, opaque, type Scene, safe } from "../finding.ts";
import { words } from "../judging/make.ts";
import { type OptionSpec, strayOption } from "../judging/options.ts";
import { type Arg, literals, unknownArg, unknownWord } from "../syntax/arg.ts";

/** Options with which fd only looks. */
export const fdOptions: OptionSpec = {
  flags: "HIuLp0aigsF1q",
  valued: "etdEcSj",
  long: words(
    "hidden no-ignore no-ignore-vcs unrestricted follow full-path print0 absolute-path ignore-case glob " +
      "case-sensitive fixed-strings max-results quiet extension type max-depth min-depth exact-depth exclude color size " +
      "threads changed-within changed-before owner prune strip-cwd-prefix one-file-system and regex",
  ),
};

/** Long options that take no value. */
const alone =
  /^--(hidden|no-ignore(-vcs)?|unrestricted|follow|full-path|print0|absolute-path|ignore-case|glob|case-sensitive|fixed-strings|prune|regex|one-file-system)$/;
const runsCommand = /^(-[xX]|--exec|--exec-batch)$/;

/** Whether a word may take the next one for its value, whatever that looks like: `fd -E -x ls -x rm`. */
function takesNext(word: Arg | undefined): boolean {
  const text = word?.literal ?? "";
  const isFlags = /^-[^-]/.test(text) && [...text.slice(1)].every((letter) => fdOptions.flags?.includes(letter));
  return text.startsWith("-") && !isFlags && !text.includes("=") && !alone.test(text);
}

/** `fd` looks; behind `-x` stands a command that is run with what it found. */
export function judgeFd(args: readonly Arg[], scene: Scene, program: string): Finding {
  const at = args.findIndex(({ literal }) => runsCommand.test(literal ?? ""));
  const stray = strayOption(at === -1 ? args : args.slice(0, at), fdOptions);
  if (stray !== null) return opaque(`${program}: ${stray} may write or run something`, program);
  if (at === -1) return safe;
  const command = args.slice(at + 1);
  if (takesNext(args[at - 1]) || literals(command) === null || command.some(({ literal }) => literal === ";")) {
    return opaque(`what ${program} runs is not known`, program);
  }
  const given = command.map((word) => (/\{[/.]*\}/.test(word.literal ?? "") ? unknownWord : word));
  return scene.command(given.includes(unknownWord) ? given : [...given, unknownArg]);
}
