import { changes, type Finding, fold, opaque, placed, type Scene } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { judgeText, takeLeading, type Wrapping } from "./wrapping.ts";

/** Records what a command prints, in a terminal of its own. */
export const script: Entry = {
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
};

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
