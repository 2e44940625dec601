import { type Arg, literal, unknownArg, unknownWord } from "./arg.ts";
import { type Finding, fold, opaque, risky, type Scene, safe } from "./finding.ts";

const runsCommand = /^-(exec|execdir)$/;
const asks = /^-(ok|okdir)$/;
const writesFile = /^-(fprint0?|fprintf|fls)$/;

/** `find` reads, unless an action deletes, writes or runs something; what it runs is judged by itself. */
export function judgeFind(args: readonly Arg[], scene: Scene): Finding {
  const findings: Finding[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    const text = arg?.literal ?? null;
    if (text === null && (arg?.head === "" || arg?.head.startsWith("-"))) {
      return opaque("find is given an action that is not known", "find");
    }
    if (text === "-delete") findings.push(risky("find -delete deletes what it finds", "find"));
    if (text !== null && writesFile.test(text)) findings.push(opaque(`find ${text} writes a file`, "find"));
    if (text !== null && asks.test(text)) findings.push(opaque(`find ${text} runs a command`, "find"));
    if (text === null || !runsCommand.test(text)) continue;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((word) => word.literal === ";" || word.literal === "+");
    if (end === -1) return opaque(`find ${text} does not end`, "find");
    findings.push(scene.command(rest.slice(0, end).map(replacing("{}"))));
    index += end + 1;
  }
  return findings.length === 0 ? safe : fold(findings);
}

/** `xargs` runs its command with words that come from elsewhere. */
export function judgeXargs(args: readonly Arg[], scene: Scene): Finding {
  const rest = [...args];
  let placeholder: string | null = null;
  while (rest[0]?.literal?.startsWith("-")) {
    const option = rest.shift()?.literal ?? "";
    if (/^-I/.test(option)) placeholder = option.slice(2) || (rest.shift()?.literal ?? "");
    else if (/^-[nPLd]$/.test(option)) rest.shift();
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
