import { type Arg, literal } from "../arg.ts";
import { type Finding, opaque, runs, type Scene, safe } from "../finding.ts";
import { parseOptions } from "../options.ts";
import type { Judge } from "../rule.ts";
import { pointedElsewhere } from "./doubt.ts";
import { words } from "./make.ts";
import { isEveryday, namedScript, starts, unlisted } from "./scripts.ts";
import { isOwnTool } from "./tools.ts";

/** Options of the package managers themselves, which may stand before the verb. */
export const managers = {
  flags: "srq",
  valued: "wFC",
  long: words("silent quiet recursive workspaces if-present no-color json parallel stream workspace-root no-progress"),
  longValued: words("workspace filter loglevel prefix dir cwd color"),
};

/** `npm run build`; alone it lists the scripts. */
export function runsScript(manager: string): Judge {
  const judge = namedScript(`${manager} run`);
  return (args, scene, program) => {
    if (args.length === 0) return manager === "npm" ? safe : runs(program, `${manager} run`);
    const [first, value] = args;
    // `npm run -w api build`: the option's value is no script.
    const skip = /^(-w|--workspace|--filter|-F)$/.test(first?.literal ?? "") && value?.literal !== null ? 2 : 0;
    return judge(args.slice(skip), scene, program);
  };
}

/** `pnpm build`, `yarn eslint src`: a script by its name, or a tool of the repository. */
export function shorthand(args: readonly Arg[], scene: Scene, program: string): Finding {
  const operands = parseOptions(args, managers)?.operands ?? args;
  const name = operands[0]?.literal ?? null;
  if (name === null && args.length === 0 && program === "yarn") return runs(program, "yarn install");
  if (name === null || name.startsWith("-")) return opaque(`${program}: which script it runs is not known`, program);
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
  if (!isOwnTool(name)) return opaque(`${program} ${name} may fetch code and run it`, program);
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
