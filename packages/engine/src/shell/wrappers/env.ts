import { isHarmlessName } from "../environment/environment.ts";
import { type Finding, fold, opaque, type Scene, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { judgeText, takeLeading, type Wrapping, wrapping } from "./wrapping.ts";

/** Variables for a program, and words of a text as its own. */
export const env: Entry = {
  name: "env",
  does: "reads",
  judge: judgeEnv,
  yes: ["env", "env FOO=1 ls", "env -u FOO ls", "env -i ls", "env -S 'ls -la'", "env -u FOO -S 'ls -la'"],
  no: [
    "env PATH=/x ls",
    "env -S 'rm -rf x'",
    "env -S bash -c 'rm -rf x'",
    "env -u FOO -S 'rm -rf x'",
    "env --unset FOO --split-string 'rm -rf x'",
    "env -i rm -rf x",
    "env $x",
    "env -u PATH ls",
  ],
};

const envOptions: Wrapping = {
  flags: "i0v",
  valued: "uC",
  long: ["ignore-environment", "null", "debug"],
  longValued: ["unset", "chdir"],
  folders: ["C", "chdir"],
  assigns: true,
  alone: true,
};

/** `env`: harmless assignments, then a program; alone it prints. */
function judgeEnv(given: readonly Arg[], scene: Scene, program: string): Finding {
  const args = given[0]?.literal === "-" ? given.slice(1) : given;
  const { options, stray, strayAt } = takeLeading(args, envOptions);
  if (stray !== undefined && strayAt !== undefined && splitOption.test(stray))
    return judgeSplit(args, strayAt, scene, program);
  const taken = options.filter(({ name, value }) => /^(u|unset)$/.test(name) && !isHarmlessName(value?.literal ?? ""));
  const findings = taken.map(({ value }) =>
    opaque(`taking ${value?.literal ?? "a variable"} away changes what commands do`, program),
  );
  return fold([...findings, wrapping(envOptions)(args, scene, program)]);
}

const splitOption = /^(-[iv0]*S|--split-string(?:=|$))(.*)$/s;

/** `env -S 'a b' c`: the words of the text, then what follows. Quotes and escapes in it are env's own. */
function judgeSplit(args: readonly Arg[], at: number, scene: Scene, program: string): Finding {
  const [, , glued = ""] = splitOption.exec(args[at]?.literal ?? "") ?? [];
  const text = glued === "" ? args[at + 1] : literal(glued);
  const rest = args.slice(at + (glued === "" ? 2 : 1));
  const words = splitWords(text?.literal ?? null);
  if (words !== null) return judgeEnv([...args.slice(0, at), ...words.map(literal), ...rest], scene, program);
  const guess = text === undefined ? safe : judgeText([text], scene, program);
  return fold([opaque("what env runs is not known", program), guess]);
}

function splitWords(text: string | null): string[] | null {
  if (text === null || !/^[\w./:=@%+, -]*$/.test(text)) return null;
  return text.split(" ").filter((word) => word !== "");
}
