import { changes, type Finding, fold, opaque, placed, type Scene, safe, type Where } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literal, literals, unknownArg, unknownWord } from "../syntax/arg.ts";
import { judgeText, takeLeading, type Wrapping } from "./wrapping.ts";

/** Programs that run a text in a terminal of their own, again and again, or many at once. */
export const terminals: readonly Entry[] = [
  {
    name: "script",
    does: "changes",
    judge: judgeScript,
    yes: [
      ["script -qc ls out", ["modify out"]],
      ["script -q out ls", ["modify out"]],
      ["script out -q -c ls", ["modify out"]],
      ["script -c ls", ["modify typescript"]],
    ],
    no: [
      "script -qc ls /dev/null -c 'rm -rf x'",
      "script -qc 'rm -rf x' /dev/null",
      "script -q /dev/null rm -rf x",
      "script -c $x",
      "script -q /dev/null -c ls -T x",
      "script /dev/null -c ls --log-io=x",
      "script /dev/null -qc ls -tx",
      "script /dev/null -c -T x -c ls",
    ],
  },
  {
    name: "tmux",
    does: "opaque",
    judge: judgeTmux,
    yes: ["tmux ls \\; run-shell ls", "tmux send-keys x", "tmux source-file x", "tmux attach"],
    no: ["tmux new -d 'rm -rf x'", "tmux new-session -d -s x 'ls'", "tmux ls"],
  },
  {
    name: "screen",
    does: "opaque",
    judge: judgeScreen,
    yes: ["screen -X stuff x", "screen"],
    no: ["screen -dmS x bash -c 'rm -rf x'", "screen -ls"],
  },
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
  {
    name: "gdb",
    also: ["lldb", "expect"],
    does: "opaque",
    judge: (args, scene, program) =>
      fold([opaque(`${program} runs code of its own`, program), ...debugged(args, scene)]),
    yes: ["gdb -ex run ls", "expect -c 'spawn ls'"],
    no: ["gdb --args rm -rf x"],
  },
];

/** `script -c text file`, and on other systems `script file command`. */
function judgeScript(args: readonly Arg[], scene: Scene, program: string): Finding {
  const spec: Wrapping = {
    flags: "aefqrdk",
    valued: "cEmo",
    long: ["append", "flush", "quiet", "return"],
    longValued: ["command"],
  };
  const { options, rest, stray } = takeLeading(args, spec);
  const early = options.flatMap(({ name, value }) => (/^(c|command)$/.test(name) && value ? [value] : []));
  const late = lateTexts(rest);
  const [file, ...command] = rest;
  const name = file === undefined ? "typescript" : file.literal;
  const path = name === null ? null : placed(name, scene);
  const findings: Finding[] = [];
  if (stray !== undefined) findings.push(opaque(`${program}: ${stray} is not known to be harmless`, program));
  if (path === null) findings.push(opaque("script writes a file that cannot be named", program));
  else if (path !== "/dev/null") findings.push(changes([{ op: "modify", path, certainty: "inferred" }]));
  for (const text of [...early, ...late]) findings.push(judgeText([text], scene, program));
  const odd = late.length === 0 ? undefined : lateOption(command);
  if (odd !== undefined) findings.push(opaque(`${program}: ${odd} is not known to be harmless`, program));
  if (command.length > 0 && (late.length === 0 || odd !== undefined)) findings.push(scene.command(command));
  else if (early.length + late.length === 0) findings.push(opaque("script runs a shell", program));
  return fold(findings);
}

/** `script file -c text`: options may stand behind the file too. */
function lateTexts(words: readonly Arg[]): Arg[] {
  return words.flatMap((word, index) => {
    const found = /^(?:-[a-zA-Z]*?c|--c[a-z]*(?:=|$))(.*)$/s.exec(word.literal ?? "");
    const next = found?.[1] === "" ? words[index + 1] : undefined;
    return found === null ? [] : [next ?? literal(found[1] ?? "")];
  });
}

/** An option behind the file, beside the text to run, that may write another file: `script x -c ls -T y`. */
function lateOption(words: readonly Arg[]): string | undefined {
  const odd = words.find(
    (word, index) => !/^(-[aefqr]*c|--command)$/.test(words[index - 1]?.literal ?? "") && !isHarmlessLate(word),
  );
  return odd === undefined ? undefined : (odd.literal ?? "an unknown option");
}

const isHarmlessLate = ({ literal }: Arg): boolean =>
  literal !== null && /^(-[aefqr]*c?|--(command(=.*)?|append|flush|quiet|return))$/s.test(literal);

const tmuxReading =
  /^(ls|list-(sessions|windows|panes|keys|commands|buffers|clients)|has-session|has|display-message|show-options|info|-V)$/;
const tmuxStarting =
  /^(new|new-session|neww|new-window|split-window|splitw|respawn-pane|respawnp|respawn-window|popup|display-popup|run-shell|run)$/;

/** `tmux new -d 'text'`: what it starts goes on. Keys sent to a shell are a text too. */
function judgeTmux(args: readonly Arg[], scene: Scene, program: string): Finding {
  const { rest, stray: odd } = takeLeading(args, { flags: "2CDluv", valued: "LST" });
  const verb = rest[0]?.literal ?? "";
  // Another command follows, or a format runs one.
  const isMore = odd !== undefined || rest.some(({ literal }) => /;$|#\(/.test(literal ?? ";"));
  if (tmuxReading.test(verb) && !isMore) return safe;
  const taken = takeLeading(rest.slice(1), { flags: "AdDEPXabhvIfZNkgC", valued: "cnstxyFlpT" });
  const words = taken.rest;
  const stray = isMore ? "another command" : taken.stray;
  const where = tmuxFolder(verb, taken.options.findLast(({ name }) => name === "c")?.value);
  const inner = tmuxStarting.test(verb) && words.length > 0 ? judgeText(words, scene, program, where) : null;
  if (/^(send-keys|send)$/.test(verb))
    return fold([opaque("keys are sent to a shell nobody sees", program), keysOf(words, scene, program)]);
  if (inner === null || stray !== undefined)
    return fold([opaque("what tmux starts is not known", program), inner ?? safe]);
  return fold([inner, { class: "safe", goesOn: true }]);
}

/** A new session starts where it is asked for; a window where its session did. */
function tmuxFolder(verb: string, given: Arg | undefined): Where {
  if (given !== undefined) return { folder: given.literal };
  return /^(new|new-session)$/.test(verb) ? "here" : "anywhere";
}

function keysOf(words: readonly Arg[], scene: Scene, program: string): Finding {
  const typed = words.filter(({ literal }) => !/^(Enter|C-\w|Escape|Tab|Space)$/.test(literal ?? ""));
  return typed.length === 0 ? safe : judgeText(typed, scene, program);
}

function judgeScreen(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (args.length === 1 && /^-(ls|list|v)$/.test(args[0]?.literal ?? "")) return safe;
  const { rest, stray } = takeLeading(args, { flags: "aAdDmUOqRx", valued: "hStT" });
  if (rest.length === 0 || stray !== undefined)
    return fold([opaque("what screen starts is not known", program), rest.length > 0 ? scene.command(rest) : safe]);
  return fold([scene.command(rest), { class: "safe", goesOn: true }]);
}

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

function debugged(args: readonly Arg[], scene: Scene): Finding[] {
  const at = args.findIndex(({ literal }) => literal === "--args" || literal === "--");
  return at === -1 || args[at + 1] === undefined ? [] : [scene.command(args.slice(at + 1))];
}
