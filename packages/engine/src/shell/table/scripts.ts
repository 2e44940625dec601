import { type Arg, literals } from "../arg.ts";
import { type Finding, opaque, runs, type Scene } from "../finding.ts";
import type { Judge, Options } from "../rule.ts";
import { pointedElsewhere } from "./doubt.ts";

/** Scripts and targets that test, build, check, format or serve, by their name; also with a suffix: `test:unit`. */
const everyday =
  /^(all|help|tests?|spec|e2e|unit|integration|build|compile|bundle|checks?|lint|format|fmt|typecheck|type-check|types|tsc|verify|validate|coverage|cov|bench|benchmark|ci|dev|start|serve|preview|watch|storybook|docs?|codegen|generate|gen|schema|knip|prettier|eslint|biome|vitest|jest)([:._-][\w:.-]+)?$/;
/** A suffix that says it does more than that. */
const farther =
  /deploy|publish|release|push|prod|migrat|seed|reset|drop|clean|destroy|remove|delete|install|upload|sync/i;

/** Whether a name says that it deploys, publishes, deletes or the like. */
export const goesFarther = (name: string): boolean => farther.test(name);

/** Whether a script of this name is one people run every day. Any other must be listed in `runners`. */
export const isEveryday = (name: string): boolean => everyday.test(name) && !farther.test(name);

/** Runs a script or target of the repository that the first word names: `npm run build`, `make test`. */
export function namedScript(line: string, options: Options = {}): Judge {
  return (args, scene, program) => {
    const at = args.findIndex(({ literal }) => literal === null || !literal.startsWith("-"));
    const name = args[at]?.literal ?? null;
    if (name === null) return opaque(`${line}: which script it runs is not known`, program);
    if (!isEveryday(name)) return unlisted(`${line} ${name}`, program);
    const subject = { line: `${line} ${name}`, program };
    return pointedElsewhere(args, options, scene, subject) ?? runs(program, subject.line);
  };
}

/** A script nobody listed may do anything: deploy, publish, delete. */
export function unlisted(line: string, program: string): Finding {
  return opaque(`${line} is not one of the repository's listed runners`, program);
}

/** A program that starts one of the repository's tools: what that one does is what it does, and at least `runs`. */
export function starts(args: readonly Arg[], scene: Scene, program: string): Finding {
  const finding = scene.command(args);
  if (finding.class !== "safe") return finding;
  return (
    pointedElsewhere(args.slice(1), {}, scene, { line: program, program }) ??
    runs(program, `${program} ${literals(args)?.[0] ?? ""}`)
  );
}

/** Runs several tasks, each of which must be an everyday one: `turbo run build test`, `nx run api:test`. */
export function everyTask(line: string): Judge {
  return (args, scene, program) => {
    const names = args.flatMap(({ literal }) =>
      literal?.startsWith("-") ? (/^--targets?=(.+)$/.exec(literal)?.[1]?.split(",") ?? []) : [literal],
    );
    const stray = names.find((name) => name === null || !isEveryday(name.split(":").at(-1) ?? ""));
    if (stray !== undefined || names.length === 0) return unlisted(`${line} ${stray ?? ""}`.trim(), program);
    return pointedElsewhere(args, {}, scene, { line, program }) ?? runs(program, `${line} ${names[0]}`);
  };
}
