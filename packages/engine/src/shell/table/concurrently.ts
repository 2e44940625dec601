import { type Finding, fold, opaque, runs, type Scene, standing } from "../finding.ts";
import { words } from "../judging/make.ts";
import { parseOptions } from "../judging/options.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { judgeScript } from "../wrappers/wrapping.ts";

/** `concurrently "npm:test" "tsc -w"`: each word is a script of the repository by its name, or a text for a shell. */
export function concurrent(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (standing(scene) === "unknown") return opaque(`${program} runs in a folder that is not known`, program);
  const parsed = parseOptions(args, {
    flags: "krg",
    valued: "ncpms",
    long: words("kill-others kill-others-on-fail kill-others-on-success raw no-color group timings"),
    longValued: words("names prefix-colors prefix max-processes success name-separator"),
  });
  if (parsed === null) return opaque(`${program}: an option is not known to be harmless`, program);
  if (parsed.operands.length === 0) return opaque(`${program}: what it runs is not known`, program);
  return fold([runs(program), ...parsed.operands.map((word) => judgeOne(word, scene, program))]);
}

function judgeOne({ literal: text }: Arg, scene: Scene, program: string): Finding {
  if (text === null) return opaque(`what ${program} runs is only known when it runs`, program);
  const [, manager, script] = /^(npm|pnpm|yarn|bun):([\w:.-]+)$/.exec(text) ?? [];
  if (manager !== undefined && script !== undefined) return scene.command([manager, "run", script].map(literal));
  // It puts its own arguments in for these.
  return /[{}]/.test(text)
    ? opaque(`what ${program} runs is only known when it runs`, program)
    : judgeScript(text, scene, program);
}
