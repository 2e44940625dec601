import { type Arg, literal, mayBeOption, unknownArg, unknownWord } from "./arg.ts";
import { type Finding, fold, opaque, risky, type Scene, safe } from "./finding.ts";

const runsCommand = /^-(exec|execdir)$/;
/** Tests, and actions that print. */
const harmless = new RegExp(
  `^-(${[
    "[HLPEXdsx]|name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|lname|ilname|type|xtype|size|empty",
    "[acm]time|[acm]min|newer|newer[aBcmt]{2}|anewer|cnewer|perm|user|group|uid|gid|nouser|nogroup|links|inum|samefile",
    "readable|writable|executable|maxdepth|mindepth|depth|prune|print|print0|printf|ls|quit|not|a|and|o|or|true|false",
    "follow|xdev|mount|daystart|noleaf|ignore_readdir_race|noignore_readdir_race|nowarn|warn",
  ].join("|")})$`,
);
/** Values that begin with a dash: `-mtime -1`, `-size -10k`, `-perm -u+w`. */
const value = /^-(\d+[a-zA-Z]?|[ugoa]*[+=][rwxst]+)$/;

/** `find` reads, unless an action deletes, writes or runs something; what it runs is judged by itself. */
export function judgeFind(args: readonly Arg[], scene: Scene): Finding {
  const findings: Finding[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined || !mayBeOption(arg)) continue;
    const text = arg.literal;
    if (text === null) return opaque("find is given an action that is not known", "find");
    if (runsCommand.test(text)) {
      const rest = args.slice(index + 1);
      const end = endOf(rest);
      if (end === null) return opaque(`where find ${text} ends is not known`, "find");
      const where = text === "-execdir" ? "anywhere" : "here";
      findings.push(scene.command(rest.slice(0, end).map(replacing("{}")), where));
      index += end + 1;
    } else if (text === "-delete") findings.push(risky("find -delete deletes what it finds", "find"));
    else if (!harmless.test(text) && !value.test(text)) {
      findings.push(opaque(`find ${text} may write or run something`, "find"));
    }
  }
  return findings.length === 0 ? safe : fold(findings);
}

/** Where the command of `-exec` ends: at `;`, or at a `+` straight after `{}`. A word nobody knows may be either. */
function endOf(words: readonly Arg[]): number | null {
  const end = words.findIndex(
    (word, index) => word.literal === ";" || (word.literal === "+" && words[index - 1]?.literal === "{}"),
  );
  const unknown = words.slice(0, Math.max(end, 0)).some((word) => word.literal === null && word.head === "");
  return end === -1 || unknown ? null : end;
}

/** `xargs` runs its command with words that come from elsewhere. */
export function judgeXargs(args: readonly Arg[], scene: Scene): Finding {
  const rest = [...args];
  let placeholder: string | null = null;
  while (rest[0]?.literal?.startsWith("-")) {
    const option = rest.shift()?.literal ?? "";
    if (/^-(I|[nPLd])$/.test(option)) {
      const given = rest.shift()?.literal ?? null;
      if (given === null || given === "") return opaque(`what xargs ${option} is given is not known`, "xargs");
      if (option === "-I") placeholder = given;
    } else if (/^-I/.test(option)) placeholder = option.slice(2);
    else if (!/^-(0|r|t|x|[nPL]\d+|-null|-no-run-if-empty|-verbose)$/.test(option)) {
      return opaque(`xargs ${option} is not known to be harmless`, "xargs");
    }
  }
  const words = rest.length === 0 ? [literal("echo")] : rest;
  return scene.command([...(placeholder === null ? words : words.map(replacing(placeholder))), unknownArg]);
}

/** A word into which something found is put is not known any more. */
function replacing(placeholder: string): (word: Arg) => Arg {
  return (word) => (word.literal?.includes(placeholder) === false ? word : unknownWord);
}
