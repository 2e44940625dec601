import { type Arg, literal } from "../arg.ts";
import { type Finding, opaque, runs, type Scene, safe } from "../finding.ts";
import type { OptionSpec } from "../options.ts";
import type { Judge } from "../rule.ts";
import { pointedElsewhere } from "./doubt.ts";
import { words } from "./make.ts";
import { firstWord, isEveryday, namedScript, starts, unlisted } from "./scripts.ts";
import { isOwnTool, isPublishedTool } from "./tools.ts";

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
  if (program !== "bun" && isOwnTool(name)) return starts(operands, scene, program);
  if (program === "bun" || !isEveryday(name)) return unlisted(`${program} ${name}`, program);
  const line = `${program} ${name}`;
  return pointedElsewhere(args, {}, scene, { line, program }) ?? runs(program, line);
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
  if (!isPublishedTool(name)) return opaque(`${program} ${name} may fetch code and run it`, program);
  return starts(args.slice(at), scene, program);
}

/** `yarn workspace web test`: the same in another folder of the repository. */
export function inWorkspace(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (args.length < 2) return opaque("which workspace is not known", program);
  return scene.command([literal(program), ...args.slice(1)]);
}

/** `node --test`: only with options that say which tests, and how to report. */
export function testsNode(args: readonly Arg[], scene: Scene, program: string): Finding {
  const known = /^(--test(-[\w-]+)?(=.*)?|--(watch|no-warnings|enable-source-maps|experimental-test-coverage))$/;
  const stray = args.find(({ literal: text, head }) => (text ?? head).startsWith("-") && !known.test(text ?? ""));
  if (stray !== undefined) return opaque(`node --test ${stray.literal ?? ""} may run other code`, program);
  return pointedElsewhere(args, {}, scene, { line: "node --test", program }) ?? runs(program, "node --test");
}
