import { isDoubtfulScript } from "../code/doubtful-script.ts";
import { type Finding, opaque, runs, type Scene, safe, standing } from "../finding.ts";
import { steeredBy } from "../judging/doubt.ts";
import { startsTool } from "../judging/installed.ts";
import { words } from "../judging/make.ts";
import type { OptionSpec } from "../judging/options.ts";
import type { Judge } from "../judging/rule.ts";
import { firstWord, namedScript, starts, unlisted } from "../judging/scripts.ts";
import { type Arg, literal, literals } from "../syntax/arg.ts";

/** Options of the package managers themselves, which may stand before the verb. `-w` takes a value only from npm. */
const managers: Readonly<Record<string, OptionSpec>> = {
  npm: {
    flags: "sq",
    valued: "wC",
    long: words("silent quiet workspaces if-present no-color no-progress json"),
    longValued: words("workspace loglevel prefix"),
  },
  pnpm: {
    flags: "rws",
    valued: "FC",
    long: words("silent recursive if-present no-color parallel stream workspace-root"),
    longValued: words("filter loglevel dir"),
  },
  yarn: { flags: "sTB", long: words("silent json no-progress top-level binaries-only"), longValued: ["cwd"] },
  bun: { flags: "b", valued: "F", long: words("silent bun if-present"), longValued: words("filter cwd") },
};

/** The options a package manager may be given before its verb, or the name of a script. */
export const optionsOf = (manager: string): OptionSpec => managers[manager] ?? {};

/** `npm run build`; alone it lists the scripts. */
export function runsScript(manager: string): Judge {
  const judge = namedScript(`${manager} run`, optionsOf(manager));
  return (args, scene, program) => {
    if (args.length === 0) return manager === "npm" ? safe : runs(program, `${manager} run`);
    return judge(args, scene, program);
  };
}

/** `pnpm build`, `yarn eslint src`: a script by its name, or a tool of the repository. */
export function shorthand(args: readonly Arg[], scene: Scene, program: string): Finding {
  const at = firstWord(args, optionsOf(program));
  const operands = at === -1 ? [] : args.slice(at);
  const name = operands[0]?.literal ?? null;
  if (name === null && args.length === 0 && program === "yarn") return runs(program, "yarn install");
  if (name === null) return opaque(`${program}: which script it runs is not known`, program);
  if (program !== "bun" && scene.toolOf(name) !== null)
    return startsTool(name, starts(operands, scene, program), scene);
  if (program !== "bun") return namedScript(program, optionsOf(program))(args, scene, program);
  const line = `${program} ${name}`;
  return { ...unlisted(line, program), ...steeredBy(args, {}, scene, { line, program }) };
}

/**
 * `npx tool`: one of the tools the table knows, by its plain name. Any other name, and any version, may be code that
 * is fetched and run.
 */
export function execs(args: readonly Arg[], scene: Scene, program: string): Finding {
  const at = args.findIndex(
    ({ literal: text }) => !/^(-y|--yes|--no|--no-install|-q|--quiet|--silent|--)$/.test(text ?? ""),
  );
  const name = args[at]?.literal ?? null;
  if (at === -1 || name === null) return opaque(`what ${program} runs is not known`, program);
  if (scene.toolOf(name) !== "published")
    return startsTool(name, opaque(`${program} ${name} may fetch code and run it`, program), scene);
  return startsTool(name, starts(args.slice(at), scene, program), scene);
}

/** `deno eval`: code that does not say that it does more than print. */
export function evaluates(args: readonly Arg[], scene: Scene, program: string): Finding {
  const [code = "-", ...more] = literals(args)?.filter((text) => !/^(-p|--print|--ext=[jt]s)$/.test(text)) ?? [];
  const isPlain = more.length === 0 && !code.startsWith("-") && !isDoubtfulScript(code);
  return isPlain && standing(scene) !== "unknown"
    ? runs(program, "deno eval")
    : opaque(`what the code does that ${program} runs is not known`, program);
}

/** `yarn workspace web test`: the same in another folder of the repository. */
export function inWorkspace(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (args.length < 2) return opaque("which workspace is not known", program);
  return scene.command([literal(program), ...args.slice(1)]);
}

/** `yarn workspaces foreach -A run test`: the same in each of them. */
export function inEach(args: readonly Arg[], scene: Scene, program: string): Finding {
  const known =
    /^(-[ApWvtRi]+|--(all|parallel|verbose|topological|topological-dev|interlaced|worktree|no-private|since))$/;
  const at = args.findIndex(({ literal: text }) => !known.test(text ?? ""));
  if (at === -1) return opaque("what runs in each workspace is not known", program);
  return scene.command([literal(program), ...args.slice(at)]);
}
