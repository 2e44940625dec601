import type { Arg } from "../arg.ts";
import { placed, type Scene } from "../finding.ts";

const named = /^--?(?:config(?:-?[fF]ile|-path)?|file|noxfile|justfile|taskfile|build-file|settings)(?:=(.*))?$/s;
/** `-c x`, `-cx`, `-qc x`. */
const lettered = /^-\w?[cf]=?(.*)$/s;
/** Settings and scripts; `gcc -c a.c` names no such file, nor does `eslint -f json`. */
const settings = /\.([cm]?[jt]sx?|json[5c]?|ya?ml|toml|ini|cfg|py|rb|mk|just|ninja|gradle|kts|xml)$/;

/** Files that a runner is told to take its orders from: whoever wrote one has decided what runs. */
export function definitionsIn(args: readonly Arg[], scene: Scene): string[] {
  return args.flatMap(({ literal }, index) => {
    const [matched, given = ""] = named.exec(literal ?? "") ?? lettered.exec(literal ?? "") ?? [];
    const value = matched === undefined ? null : given === "" ? (args[index + 1]?.literal ?? null) : given;
    const path = value !== null && settings.test(value) ? placed(value, scene) : null;
    return path === null ? [] : [path];
  });
}
