import { judgePatchCommand } from "./apply-patch.ts";
import type { Arg } from "./arg.ts";
import { isHarmlessName } from "./environment.ts";
import { judgeFind, judgeXargs } from "./find.ts";
import { type Finding, opaque, risky, type Scene, safe } from "./finding.ts";
import { judgeGit } from "./git.ts";
import { parseOptions, strayOption } from "./options.ts";
import type { Judge, Rule } from "./rule.ts";
import { rules } from "./rules.ts";
import { judgeRunner, toolchains } from "./runners.ts";
import { judgeSed } from "./sed.ts";
import { judgeTsc } from "./tsc.ts";
import { wrappers } from "./wrappers.ts";
import { judgeWrit } from "./writ-command.ts";
import { writers } from "./writers.ts";

/** Programs with a judge of their own. */
const judges: Readonly<Record<string, Judge>> = {
  ...wrappers,
  ...writers,
  ...toolchains,
  git: judgeGit,
  sed: judgeSed,
  tsc: judgeTsc,
  find: judgeFind,
  xargs: judgeXargs,
  apply_patch: judgePatchCommand,
  applypatch: judgePatchCommand,
  cd: () => safe,
  export: judgeDeclaration,
  local: judgeDeclaration,
  readonly: judgeDeclaration,
  unset: judgeDeclaration,
  read: judgeRead,
};

/** Programs known to destroy, to reach out, or to change what later commands run. */
const destructive =
  /^(sudo|doas|su|dd|shred|truncate|chmod|chown|chgrp|chattr|ln|rmdir|unlink|install|kill|pkill|killall|mkfs.*|wipefs|fdisk|parted|mount|umount|shutdown|reboot|halt|poweroff|crontab|at|batch|systemctl|launchctl|service|rsync|scp|sftp|ssh|nc|ncat|telnet|wget|ftp|eval|source|\.|trap|alias|enable|hash|history|fc)$/;

/** Whether the tables know a program or builtin of this name, so that a function must not take its place. */
export function isKnownProgram(name: string): boolean {
  return ruleOf(name) !== undefined || Object.hasOwn(judges, name) || destructive.test(name) || name === "writ";
}

/** What one simple command does. */
export function judge(words: readonly Arg[], scene: Scene): Finding {
  const name = words[0]?.literal;
  if (name === undefined) return safe;
  if (name === null || name === "") return opaque("the program's name is only known when it runs");
  const writ = judgeWrit(words);
  if (writ !== null) return writ;
  const program = programOf(name);
  const args = words.slice(1);
  const rule = ruleOf(program);
  const doubt = rule === undefined ? null : doubtOf(rule, args);
  if (rule !== undefined && doubt === null) return safe;
  const runner = judgeRunner(words, scene);
  if (runner !== null) return runner;
  const special = Object.hasOwn(judges, program) ? judges[program]?.(args, scene, program) : undefined;
  if (special !== undefined) return special;
  if (doubt !== null) return opaque(`${program}: ${doubt}`, program);
  if (destructive.test(program)) return risky(`${program} can destroy or change more than files`, program);
  return opaque(program.includes("/") ? `it runs the file ${program}` : `what ${program} does is not known`, program);
}

/** Programs of the system count by their name; a file anywhere else may be anything. */
export function programOf(name: string): string {
  return /^\/(usr\/)?bin\/([^/]+)$/.exec(name)?.[2] ?? name;
}

function ruleOf(program: string): Rule | undefined {
  return rules.find((rule) => rule.program === program);
}

function doubtOf({ allowed, proof }: Rule, args: readonly Arg[]): string | null {
  const option = allowed === undefined ? null : strayOption(args, allowed);
  if (option !== null) return `${option} may write or run something`;
  return proof?.(args) ?? null;
}

/** `read -r line`: sets the variables it names. */
function judgeRead(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, { flags: "rs", valued: "dntup" });
  return parsed === null
    ? opaque("what read sets is not known", program)
    : judgeDeclaration(parsed.operands, scene, program);
}

/** `export NAME=value` and the like: harmless when the whole name is known, and harmless, and one word stays one. */
function judgeDeclaration(args: readonly Arg[], _scene: Scene, program: string): Finding {
  for (const { literal, head, single } of args) {
    const name = (literal === null ? /^([^=]*)=/ : /^([^=]*)/).exec(literal ?? head)?.[1] ?? "";
    if (!single || !isHarmlessName(name))
      return opaque(`setting ${name || "a variable"} changes what commands do`, program);
  }
  return safe;
}
