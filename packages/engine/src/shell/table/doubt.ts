import type { Effect } from "@writ/contracts";
import type { Arg } from "../arg.ts";
import { type Finding, opaque, risky, type Scene, standing } from "../finding.ts";
import { namedIn } from "../options.ts";
import type { Options } from "../rule.ts";
import { outsideIn } from "./elsewhere.ts";
import { scratchOutputs } from "./outputs.ts";

/** A command as its entry divides it, for the words about it. */
export interface Subject {
  /** `npm test` */
  readonly line: string;
  /** `npm` */
  readonly program: string;
}

/** What one word does that the entry names as dangerous, or `null`. */
export function dangerIn(
  text: string,
  options: Options,
  { line, program }: Subject,
  effects: readonly Effect[] = [],
): Finding | null {
  if (!text.startsWith("-")) return null;
  const { risky: perils = {}, opaque: doubts = {} } = options;
  const peril = namedIn(text, Object.keys(perils), options);
  if (peril !== null) return risky(`${line} ${text}: ${perils[peril] ?? ""}`, program, effects);
  const doubt = namedIn(text, Object.keys(doubts), options);
  return doubt === null ? null : opaque(`${line} ${text}: ${doubts[doubt] ?? ""}`, program);
}

/** Options that have a program run other code, whichever it is. */
const steering: Options = {
  opaque: Object.fromEntries(
    [
      "script-shell",
      "shell",
      "node-options",
      "userconfig",
      "globalconfig",
      "require",
      "import",
      "loader",
      "init-script",
      "rcfile",
      "exec",
      "raw-command",
      "post-run-command",
      "run_under",
      "gcov-tool",
    ].map((name) => [name, "it has other code run"]),
  ),
};

/** Why what runs may not be the repository's own, or `null`. */
export function pointedElsewhere(
  args: readonly Arg[],
  options: Options,
  scene: Scene,
  subject: Subject,
): Finding | null {
  const { line, program } = subject;
  if (standing(scene) === "unknown") return opaque(`${line} runs in a folder that is not known`, program);
  for (const [index, { literal, head, expands }] of args.entries()) {
    if (expands) return opaque(`${line} is given an argument that is not known`, program);
    const text = literal ?? head;
    const danger = dangerIn(text, options, subject) ?? steers(text, subject);
    if (danger !== null && !isMild(text, args[index + 1]?.literal, options)) return danger;
  }
  const scratch = scratchOutputs(args);
  const outside = outsideIn(
    args.filter((arg) => !scratch.has(arg)),
    scene,
  );
  return outside === null ? null : opaque(`${line} is pointed outside of the workspace by ${outside}`, program);
}

function isMild(text: string, next: string | null | undefined, { mild }: Options): boolean {
  const value = /^--?[\w-]+=(.*)$/s.exec(text)?.[1] ?? next;
  return mild !== undefined && typeof value === "string" && mild.test(value);
}

/** npm takes a beginning of a name for the name; shorter ones may be options of their own. */
function steers(text: string, subject: Subject): Finding | null {
  const given = /^--([\w-]+)/.exec(text)?.[1] ?? "";
  const isOne = Object.keys(steering.opaque ?? {}).some(
    (name) => name === given || (given.length > 4 && name.startsWith(given)),
  );
  return isOne ? dangerIn(text, steering, subject) : null;
}
