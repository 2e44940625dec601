import { type Finding, fold, opaque, type Scene } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literals, unknownArg, unknownWord } from "../syntax/arg.ts";
import { judgeText, takeLeading, type Wrapping } from "./wrapping.ts";

/** Programs that run a command again and again, or many at once. */
export const repeaters: readonly Entry[] = [
  {
    name: "entr",
    does: "reads",
    judge: judgeEntr,
    yes: ["ls | entr -c ls /_"],
    no: ["ls | entr rm -rf x", "ls | entr -s 'rm -rf x'", "ls | entr $x", "ls | entr"],
  },
  {
    name: "parallel",
    does: "reads",
    judge: judgeParallel,
    yes: ["parallel -j 4 grep foo ::: a b", "ls | parallel cat {}"],
    no: [
      "parallel rm -rf ::: a",
      "ls | parallel",
      "parallel 'rm -rf {}' ::: a",
      "parallel echo {=eval=} ::: a",
      "parallel --tmuxpane ls ::: a",
    ],
  },
  {
    name: "hyperfine",
    does: "reads",
    asks: "reads",
    judge: judgeHyperfine,
    yes: ["hyperfine 'ls -la' pwd", "hyperfine -w 3 ls"],
    no: ["hyperfine 'rm -rf x'", "hyperfine --prepare 'rm -rf x' ls", "hyperfine --export-json x ls", "hyperfine $x"],
  },
];

/** `/_` stands for a file that changed. */
function judgeEntr(args: readonly Arg[], scene: Scene, program: string): Finding {
  const { options, rest, stray } = takeLeading(args, { flags: "acdnprsxz" });
  if (rest.length === 0 || stray !== undefined) return opaque("what entr runs is not known", program);
  if (options.some(({ name }) => name === "s")) return judgeText(rest.slice(0, 1), scene, program);
  return scene.command(rest.map((word) => (word.literal?.includes("/_") === false ? word : unknownWord)));
}

const parallelOptions: Wrapping = {
  flags: "0kmnqrtuvX",
  valued: "jnNLIPda",
  long: [
    "keep-order",
    "bar",
    "progress",
    "eta",
    "line-buffer",
    "lb",
    "null",
    "no-run-if-empty",
    "tag",
    "will-cite",
    "dry-run",
    "verbose",
    "quote",
  ],
  longValued: [
    "jobs",
    "max-args",
    "max-procs",
    "delay",
    "timeout",
    "halt",
    "colsep",
    "arg-file",
    "retries",
    "delimiter",
  ],
};

/** What parallel puts its words in place of; `{=code=}` is code. */
const filled = /\{(\d*(\.|\/|\/\/|\/\.)?|#|%)\}/g;

/** Its words are put together and given to a shell; what comes in their place is quoted. */
function judgeParallel(args: readonly Arg[], scene: Scene, program: string): Finding {
  const { options, rest, stray } = takeLeading(args, parallelOptions);
  const end = rest.findIndex(({ literal }) => /^:{3,4}\+?$/.test(literal ?? ""));
  const words = end === -1 ? rest : rest.slice(0, end);
  const doubt = stray === undefined ? [] : [opaque(`${program}: ${stray} is not known to be harmless`, program)];
  if (words.length === 0) return fold([...doubt, opaque("parallel runs what it reads", program)]);
  const texts = literals(words);
  // Blanks and signs in a word mean something to the shell that reads it again.
  const isMarked = options.some(({ name }) => name === "I");
  if (texts === null || isMarked || texts.some((text) => !/^[\w./:=@%+,#-]*$/.test(text.replaceAll(filled, "")))) {
    return fold([
      ...doubt,
      opaque("parallel puts what it reads into a text that a shell runs", program),
      judgeText(words, scene, program),
    ]);
  }
  const all = words.map((word) => (/[{}]/.test(word.literal ?? "{") ? unknownWord : word));
  return fold([...doubt, scene.command([...all, unknownArg])]);
}

const hyperfineOptions: Wrapping = {
  flags: "iN",
  valued: "wmMrPun",
  long: ["ignore-failure", "show-output"],
  longValued: ["warmup", "min-runs", "max-runs", "runs", "style"],
};

/** Each of its words is a command line. */
function judgeHyperfine(args: readonly Arg[], scene: Scene, program: string): Finding {
  const { rest, stray } = takeLeading(args, hyperfineOptions);
  const late = rest.some(({ literal, head }) => (literal ?? head).startsWith("-"));
  const doubt =
    stray !== undefined || late || rest.length === 0 ? [opaque("what hyperfine runs is not known", program)] : [];
  return fold([...doubt, ...rest.map((word) => judgeText([word], scene, program))]);
}
