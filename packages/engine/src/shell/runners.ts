import type { Arg } from "./arg.ts";
import { type Finding, opaque, runs, type Scene, standing } from "./finding.ts";
import type { Judge } from "./rule.ts";

/** Options that point a runner at other code, another folder or another shell. */
const elsewhere =
  /^(-C|--(prefix|cwd|dir|directory|script-shell|shell|node-options|userconfig|globalconfig|exec|eval|require|import|loader|init-script|rcfile)(=.*)?)$/;

/** One of the repository's own test, build, lint, format or package commands, with more arguments at most. */
export function judgeRunner(words: readonly Arg[], scene: Scene): Finding | null {
  const runner = scene.world.runners.find((line) => begins(words, line));
  if (runner === undefined) return null;
  const program = words[0]?.literal ?? null;
  const extra = words.slice(runner.trim().split(/\s+/).length);
  if (extra.some(({ expands }) => expands)) {
    return opaque(`${runner} is given an argument that is not known`, program);
  }
  const stray = extra.find(({ literal, head }) => elsewhere.test(literal ?? head));
  if (stray !== undefined) return opaque(`${runner} is pointed elsewhere by ${stray.literal ?? stray.head}`, program);
  if (standing(scene) === "unknown") return opaque(`${runner} runs in a folder that is not known`, program);
  return runs(program ?? runner);
}

function begins(words: readonly Arg[], line: string): boolean {
  const wanted = line.trim().split(/\s+/);
  return wanted[0] !== "" && wanted.every((word, index) => words[index]?.literal === word);
}

/** Programs that let a file of the project choose which version of them runs, even to tell that version. */
export const toolchains: Readonly<Record<string, Judge>> = Object.fromEntries(
  ["cargo", "rustc", "go", "pnpm", "yarn", "bun", "ruby"].map((name) => [name, judgeVersion]),
);

function judgeVersion(args: readonly Arg[], scene: Scene, program: string): Finding {
  const asks = args.length === 1 && /^(--version|-v|-V)$/.test(args[0]?.literal ?? "");
  if (!asks) return opaque(`what ${program} does is not known`, program);
  return standing(scene) === "unknown"
    ? opaque(`${program} runs in a folder that is not known`, program)
    : runs(program);
}
