import { type Finding, fold, opaque, runs, runsFile, type Scene, safe, standing } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";
import { judgeScript, judgeText } from "./wrapping.ts";

/** Shells, and builtins that run a text or a file as a script. */
export const shells: readonly Entry[] = [
  {
    name: "bash",
    also: ["sh", "zsh", "dash", "ksh", "mksh", "ash"],
    does: "reads",
    judge: judgeShell,
    yes: [
      "bash -lc 'ls && pwd'",
      "sh -ec ls",
      "bash -o pipefail -c ls",
      "bash -c -- ls",
      "bash <<< ls",
      "bash -n x.sh",
      "bash --version",
    ],
    no: [
      "bash -c 'rm -rf x'",
      "sh x.sh",
      "echo ls | sh",
      'bash -c "$x"',
      "bash <<< 'rm -rf x'",
      "bash --rcfile x -c ls",
      "sh -c '[[ a > b ]]'",
      "ls | xargs bash -n",
      "bash -O expand_aliases -c ls",
      "bash",
    ],
  },
  {
    name: "fish",
    also: ["csh", "tcsh", "nu", "xonsh", "elvish"],
    does: "opaque",
    judge: (args, scene, program) =>
      fold([opaque(`${program} is a shell that is not analysed`, program), judgeShell(args, scene, program)]),
    yes: ["fish -c ls"],
    no: ["fish -c 'rm -rf x'"],
  },
  {
    name: "source",
    also: ["."],
    does: "opaque",
    judge: judgeSource,
    yes: ["source x.sh", ". ./x.sh a", "source $x"],
    no: ["source /dev/stdin <<< 'rm -rf x'"],
  },
  {
    name: "eval",
    does: "reads",
    // The walk follows it where it stands by itself; behind another word it changes a shell that nobody follows.
    judge: (args, scene, program) =>
      fold([opaque("what eval changes in the shell is not known", program), judgeText(args, scene, program)]),
    yes: ["eval 'ls -la'", "eval ls"],
    no: ["eval 'rm -rf x'", 'eval "$x"', "command eval 'rm -rf x'", "command eval 'cd src'", "builtin eval ls"],
  },
  {
    name: "trap",
    does: "reads",
    judge: judgeTrap,
    yes: ["trap - EXIT", "trap 'echo done' EXIT", "trap '' INT", "trap -p"],
    no: ["trap 'rm -rf x' EXIT", "trap 'echo x > a' EXIT", 'trap "$x" EXIT', "trap ls DEBUG", "trap 'cd /' INT"],
  },
  {
    name: "alias",
    does: "reads",
    judge: judgeAlias,
    yes: ["alias", "alias -p", "alias ll"],
    no: ["alias ls='rm -rf x'", "alias ll='ls -la'", "alias $x"],
  },
];

/** Long options that change nothing about what runs. */
const plainLong = /^--(norc|noprofile|posix|login|verbose|noediting|restricted|no-rcs|interactive)$/;
/** Letters that change nothing about how the text is read. */
const plainLetters = /^[-+][abcefhilmnoprstuvxBCEOPT]+$/;
const plainSettings =
  /^(errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber|errtrace|functrace|extglob|globstar|nullglob|failglob|dotglob|nocaseglob|posix)$/;

interface ShellCall {
  readonly isText: boolean;
  readonly isInput: boolean;
  readonly isCheck: boolean;
  readonly rest: readonly Arg[];
  readonly stray: string | null;
}

/**
 * `bash -c 'text'`: the text is a command line itself; what follows it is data. `-c` is a flag: options may follow it,
 * and the text is the first word that is none.
 */
function judgeShell(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (args.length === 1 && /^--(version|help)$/.test(args[0]?.literal ?? "")) return safe;
  const { isText, isInput, isCheck, rest, stray } = readCall(args);
  const findings: Finding[] =
    stray === null ? [] : [opaque(`what ${program} does with ${stray} is not known`, program)];
  const [first] = rest;
  if (isCheck && stray === null && isOperand(first)) return safe;
  if (isText)
    findings.push(
      first === undefined ? opaque(`what ${program} runs is not known`, program) : judgeText([first], scene, program),
    );
  else if (first !== undefined && !isInput && first.literal !== "/dev/stdin")
    findings.push(scriptFile(first, scene, program));
  else findings.push(scene.input === null ? fromElsewhere(scene, program) : judgeScript(scene.input, scene, program));
  return fold(findings);
}

/** Whether a word that ends the options surely is none itself: `+n` takes `-n` back. */
const isOperand = (word: Arg | undefined): boolean =>
  word === undefined ||
  word.literal !== null ||
  (word.single && (/^[^-+]/.test(word.head) || word.within !== undefined));

function readCall(args: readonly Arg[]): ShellCall {
  const letters = new Set<string>();
  let stray: string | null = null;
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.literal ?? null;
    if (text === null || !/^[-+]./.test(text)) break;
    if (text === "--") {
      index += 1;
      break;
    }
    if (plainLong.test(text)) continue;
    if (!plainLetters.test(text)) stray ??= text;
    if (text.startsWith("--")) {
      index += /^--(rcfile|init-file)$/.test(text) ? 1 : 0;
      continue;
    }
    for (const letter of text.slice(1)) {
      letters.add(text.startsWith("+") ? `+${letter}` : letter);
      if (!/[oO]/.test(letter)) continue;
      index += 1;
      const setting = args[index]?.literal ?? null;
      if (setting === null || !plainSettings.test(setting)) stray ??= setting ?? "an unknown setting";
    }
  }
  if (args[index]?.literal === "-") index += 1;
  return {
    isText: letters.has("c"),
    isInput: letters.has("s"),
    isCheck: letters.has("n") && !letters.has("+n") && !letters.has("+c") && !letters.has("c"),
    rest: args.slice(index),
    stray,
  };
}

/** What a shell or an interpreter is given to run on its input. */
export function fromElsewhere(scene: Scene, program: string): Finding {
  const file = scene.from ?? null;
  const finding = opaque(file === null ? `${program} runs what it reads` : `it runs the file ${file}`, program);
  return runsFile(finding, file, scene, program);
}

/** A file that is run: its text may be anything, and an approval is bound to what it holds. */
export function scriptFile(file: Arg, scene: Scene, program: string): Finding {
  const finding = opaque(
    file.literal === null ? `what ${program} runs is only known when it runs` : `it runs the file ${file.literal}`,
    program,
  );
  return runsFile(finding, file.literal, scene, program);
}

/** The project's own Python is a runner like any of its tools; who has changed the file is asked all the same. */
const activates = /^(\.\/)?(\.?venv|env)\/bin\/activate$/;

function judgeSource(args: readonly Arg[], scene: Scene, program: string): Finding {
  const [file] = args;
  if (file === undefined) return opaque(`what ${program} runs is not known`, program);
  if (activates.test(file.literal ?? "") && args.length === 1 && standing(scene) === "root") {
    return { ...runs(program, `source ${file.literal}`), scripts: [file.literal ?? ""] };
  }
  if (file.literal !== "/dev/stdin") return scriptFile(file, scene, program);
  return fold([
    scene.input === null ? fromElsewhere(scene, program) : opaque(`${program} runs what it reads`, program),
    scene.input === null ? safe : scene.script(scene.input),
  ]);
}

const plainSignal = /^(SIG)?(EXIT|INT|TERM|HUP|QUIT|PIPE|0|1|2|3|13|15)$/;

/** `trap 'text' EXIT`: the text runs later; between two commands it must not change where they run, nor is known where it does. */
function judgeTrap(args: readonly Arg[], scene: Scene, program: string): Finding {
  const [text, ...signals] = args[0]?.literal === "--" ? args.slice(1) : args;
  if (text === undefined || /^(-[lp]+|-|)$/.test(text.literal ?? "$")) return safe;
  const isPlain = signals.length > 0 && signals.every(({ literal }) => plainSignal.test(literal ?? ""));
  const moves = /=|\b(cd|pushd|popd|eval|source|read|unset)\b/.test(text.literal ?? "=");
  const doubt = isPlain && !moves ? [] : [opaque("what the trap does to the commands after it is not known", program)];
  return fold([...doubt, judgeText([text], scene, program, "anywhere")]);
}

/** A name that means something else from now on is not followed. */
function judgeAlias(args: readonly Arg[], scene: Scene, program: string): Finding {
  const findings = args.flatMap((arg): Finding[] => {
    if (arg.literal !== null && (/^-p$/.test(arg.literal) || /^[\w.-]+$/.test(arg.literal))) return [];
    const text = /^[^=]+=(.*)$/s.exec(arg.literal ?? "")?.[1];
    const doubt = opaque("an alias changes what a later command is", program);
    return text === undefined ? [doubt] : [doubt, scene.script(text)];
  });
  return fold(findings);
}
