import type { Effect } from "@writ/contracts";
import { changes, type Finding, fold, opaque, placed, risky, type Scene, safe, target } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literal, mayBeOption, unknownArg, unknownWord } from "../syntax/arg.ts";
import { takeLeading, type Wrapping } from "./wrapping.ts";

/** Programs that look for files, or are given them, and run something with each. */
export const finders: readonly Entry[] = [
  {
    name: "find",
    also: ["gfind"],
    does: "reads",
    judge: judgeFind,
    yes: [
      "find . -name '*.ts'",
      "find . -exec grep -l x {} +",
      "find src -type f -print0",
      "find . -ok cat {} \\;",
      "find . -exec bash -n {} \\;",
    ],
    no: [
      "find . -delete",
      "find . -exec rm {} +",
      "find . $x",
      "find . -fprint out",
      "find . -name -fprint -delete",
      "find . -execdir git status \\;",
    ],
  },
  {
    name: "xargs",
    also: ["gxargs"],
    does: "reads",
    judge: judgeXargs,
    yes: ["ls | xargs -0 grep -n foo", "ls | xargs", "xargs -a x -I{} cat {}", "ls | xargs --no-run-if-empty -n1 cat"],
    no: [
      "ls | xargs --replace rm cat {}",
      "ls | xargs rm",
      "ls | xargs -n $x ls",
      "ls | xargs -I{} sh -c 'echo {}'",
      "ls | xargs --nobody-knows ls",
    ],
  },
];

const runsCommand = /^-(exec|execdir|ok|okdir)$/;
/** Tests, and actions that print. */
const harmless = new RegExp(
  `^-(${[
    "[HLPEXdsx]|name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|lname|ilname|type|xtype|size|empty",
    "[acm]time|[acm]min|newer|newer[aBcmt]{2}|anewer|cnewer|perm|user|group|uid|gid|nouser|nogroup|links|inum|samefile",
    "readable|writable|executable|maxdepth|mindepth|depth|prune|print|print0|printf|ls|quit|not|a|and|o|or|true|false",
    "follow|xdev|mount|daystart|noleaf|ignore_readdir_race|noignore_readdir_race|nowarn|warn",
  ].join("|")})$`,
);
/** Tests whose next word is a value, in every `find`. */
const valuedTest =
  /^-(i?name|i?path|i?wholename|i?regex|regextype|i?lname|x?type|size|[acm]time|[acm]min|newer([aBcmt]{2})?|[ac]newer|perm|user|group|uid|gid|links|inum|samefile|maxdepth|mindepth|printf)$/;
/** Values that begin with a dash: `-mtime -1`, `-size -10k`, `-perm -u+w`. */
const value = /^-(\d+[a-zA-Z]?|[ugoa]*[+=][rwxst]+)$/;
/** Actions that write what they find into a file. */
const writes = /^-(fprint|fprint0|fls|fprintf)$/;

/** `find` reads, unless an action deletes, writes or runs something; what it runs is judged by itself. */
function judgeFind(args: readonly Arg[], scene: Scene): Finding {
  const findings: Finding[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined || !mayBeOption(arg)) continue;
    const text = arg.literal;
    if (valuedTest.test(text ?? "")) {
      // Whatever it looks like, the next word is the value.
      if (args[index + 1]?.single !== true) findings.push(opaque("find is given words that are not known", "find"));
      index += 1;
      continue;
    }
    if (text === null) return fold([...findings, opaque("find is given an action that is not known", "find")]);
    if (runsCommand.test(text)) {
      const rest = args.slice(index + 1);
      const end = endOf(rest);
      if (end === null) {
        const guess = rest.length === 0 ? safe : scene.command([...rest.map(replacing("{}")), unknownArg], "anywhere");
        return fold([...findings, opaque(`where find ${text} ends is not known`, "find"), guess]);
      }
      const where = text.endsWith("dir") ? "anywhere" : "here";
      const found = foundIn(args);
      const words = rest.slice(0, end).map((word) => (word.literal === "{}" ? found : replacing("{}")(word)));
      findings.push(scene.command(words, where));
      index += end + 1;
    } else if (text === "-delete")
      findings.push(risky("find -delete deletes what it finds", "find", deleted(args, scene)));
    else if (writes.test(text)) {
      findings.push(written(args[index + 1], scene));
      index += 1;
    } else if (!harmless.test(text) && !value.test(text)) {
      findings.push(opaque(`find ${text} may write or run something`, "find"));
    }
  }
  return findings.length === 0 ? safe : fold(findings);
}

/** What is found begins with the one place that is looked through, so that it is no option. */
function foundIn([place, next]: readonly Arg[]): Arg {
  const isOne = next !== undefined && (mayBeOption(next) || /^[(!]$/.test(next.literal ?? ""));
  const isPlain = isOne && /^[\w./]+(\/|$)/.test(place?.literal ?? "");
  return isPlain ? { ...unknownWord, head: place?.literal ?? "" } : unknownWord;
}

/** Anything in the folders it looks through may go. */
function deleted(args: readonly Arg[], scene: Scene): Effect[] {
  const end = args.findIndex((arg) => mayBeOption(arg) || /^[(!]$/.test(arg.literal ?? ""));
  const places = args.slice(0, end === -1 ? undefined : end);
  return (places.length === 0 ? [literal(".")] : places).flatMap((place): Effect[] => {
    const found = target(place, scene);
    return found === null ? [] : [{ op: "delete", ...found, within: true, certainty: "inferred" }];
  });
}

function written(file: Arg | undefined, scene: Scene): Finding {
  const path = file?.literal == null ? null : placed(file.literal, scene);
  if (path === null) return opaque("find writes a file that cannot be named", "find");
  return /^\/dev\/(null|stdout|stderr)$/.test(path) ? safe : changes([{ op: "modify", path, certainty: "inferred" }]);
}

/** Where the command of `-exec` ends: at `;`, or at a `+` straight after `{}`. A word nobody knows may be either. */
function endOf(words: readonly Arg[]): number | null {
  const end = words.findIndex(
    (word, index) => word.literal === ";" || (word.literal === "+" && words[index - 1]?.literal === "{}"),
  );
  const unknown = words.slice(0, Math.max(end, 0)).some((word) => word.literal === null && word.head === "");
  return end === -1 || unknown ? null : end;
}

const xargsOptions: Wrapping = {
  flags: "0rtxpo",
  valued: "nPLdIEsaJRS",
  long: ["null", "no-run-if-empty", "verbose", "exit", "interactive", "open-tty"],
  longValued: ["max-args", "max-procs", "max-chars", "delimiter", "arg-file"],
  // These take a value only where it is glued to them: the next word is the command.
  words: /^(-[ile]|--(replace|max-lines|eof)(=.*)?)$/s,
};

/** `xargs` runs its command with words that come from elsewhere. */
function judgeXargs(args: readonly Arg[], scene: Scene): Finding {
  const { options, rest, stray } = takeLeading(args, xargsOptions);
  const findings: Finding[] =
    stray === undefined ? [] : [opaque(`xargs ${stray} is not known to be harmless`, "xargs")];
  const unknown = options.some(({ name, value: given }) => /^[IJ]$/.test(name) && !given?.literal);
  if (unknown || options.some(({ value: given }) => given?.literal === null)) {
    findings.push(opaque("what xargs is given is not known", "xargs"));
  }
  const marks = options.flatMap(({ name, value: given }) => {
    const [, glued] = /^--replace=(.+)$/s.exec(name) ?? [];
    if (glued !== undefined) return [glued];
    if (/^(-i|--replace=?)$/.test(name)) return ["{}"];
    return /^[IJ]$/.test(name) && given?.literal ? [given.literal] : [];
  });
  const words = rest.length === 0 ? [literal("echo")] : rest;
  const filled = marks.reduce((all, mark) => all.map(replacing(mark)), words);
  return fold([...findings, scene.command([...filled, unknownArg])]);
}

/** A word into which something found is put is not known any more. */
function replacing(placeholder: string): (word: Arg) => Arg {
  return (word) => (word.literal?.includes(placeholder) === false ? word : unknownWord);
}
