import { type Arg, literals, numbered } from "../arg.ts";
import { type Finding, opaque, runs, type Scene } from "../finding.ts";
import { pointedElsewhere } from "./doubt.ts";
import { goesFarther, isEveryday, unlisted } from "./scripts.ts";
import { toOutputs, writersIn, writtenBy } from "./written.ts";

const other = "it takes another file";
const makeOptions = {
  valued: "jClIo",
  opaque: {
    f: other,
    file: other,
    makefile: other,
    I: other,
    "include-dir": other,
    E: "it runs code",
    eval: "it runs code",
  },
};
/** Variables that say how much to do, not what runs; `SHELL=x` and `CC=x` do. */
const mild = /^(V|VERBOSE|DEBUG|CI|TEST|TESTS|ARGS|FILTER|JOBS)=[\w./ :-]*$/;

/** `make`: targets people run every day, in the repository's own Makefile. */
export function makes(given: readonly Arg[], scene: Scene, program: string): Finding {
  const args = given.map(numbered);
  const texts = literals(args);
  if (texts === null) return opaque(`${program} is given an argument that is not known`, program);
  // `X!=command` runs it, and a name may hold nearly anything.
  const variable = texts.find((text) => isSetting(text) && !mild.test(text));
  if (variable !== undefined) return opaque(`${program} is given ${variable}`, program);
  const targets = targetsIn(texts);
  const stray = targets.find((target) => !isEveryday(target));
  if (stray !== undefined) return unlisted(`make ${stray}`, program);
  const line = `make ${targets[0] ?? ""}`.trim();
  return pointedElsewhere(args, makeOptions, scene, { line, program }) ?? runs(program, line);
}

const isSetting = (text: string): boolean => !text.startsWith("-") && text.includes("=");

/** The words make takes for targets: not the value of an option, which for `-j` and `-l` is only a number. */
function targetsIn(texts: readonly string[]): string[] {
  const targets: string[] = [];
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? "";
    if (text === "--") return [...targets, ...texts.slice(index + 1).filter((word) => !mild.test(word))];
    const isNumber = /^[\d.]+$/.test(texts[index + 1] ?? "");
    if (/^-[CIo]$/.test(text) || (isNumber && /^-[jl]$/.test(text))) index += 1;
    else if (!text.startsWith("-") && !isSetting(text)) targets.push(text);
  }
  return targets;
}

/** `ninja`: any target that does not say it deploys or deletes. */
export function builds(given: readonly Arg[], scene: Scene, program: string): Finding {
  const args = given.map(numbered);
  const stray = args.find(({ literal }) => goesFarther(literal ?? ""))?.literal;
  if (stray) return unlisted(`${program} ${stray}`, program);
  const options = { valued: "Cjkl", opaque: { f: other, t: "it runs a tool" } };
  return pointedElsewhere(args, options, scene, { line: program, program }) ?? runs(program);
}

/** Settings that choose what cmake runs. */
const steering =
  /^-D(?!CMAKE_EXPORT_COMPILE_COMMANDS)\w*(COMPILER|LAUNCH|TOOLCHAIN|LINKER|PROGRAM|INCLUDE|COMMAND|CLANG_TIDY|CPPCHECK|CPPLINT|EMULATOR|MODULE_PATH|CMAKE_(AR|NM|RANLIB|STRIP|OBJCOPY|OBJDUMP)\b)/;
const cmakeOptions = {
  valued: "DSBG",
  opaque: {
    P: "it runs a script",
    E: "it runs a command",
    C: "it runs a script",
    toolchain: "it runs a script",
    install: "it installs",
  },
};

/** Whether a setting hands a compiler what has it run something: `-DCMAKE_C_FLAGS=-fplugin=x`. */
const isTricky = (text: string): boolean =>
  /^-D\w*FLAGS/.test(text) &&
  text
    .slice(text.indexOf("=") + 1)
    .split(/\s+/)
    .some((word) => tricks.test(word));

const tree = { writes: ["B"] };

/** `cmake`: configures and builds, where it is told. */
export function configures(given: readonly Arg[], scene: Scene, program: string): Finding {
  const args = given.map(numbered);
  const words = args.map(({ literal }) => literal ?? "");
  // `-D NAME=value` is `-DNAME=value`.
  const texts = words.map((text, index) => (words[index - 1] === "-D" ? `-D${text}` : text));
  const end = texts.indexOf("--");
  const isTarget = (index: number): boolean => /^(-t|--target)$/.test(texts[index - 1] ?? "") || isForwarded(index);
  const isForwarded = (index: number): boolean => end !== -1 && index > end;
  const stray = texts.find(
    (text, index) =>
      steering.test(text) ||
      isTricky(text) ||
      (isTarget(index) && goesFarther(text)) ||
      (isForwarded(index) && isSetting(text) && !mild.test(text)),
  );
  if (stray !== undefined) return opaque(`cmake ${stray} chooses what runs`, program);
  const doubt = pointedElsewhere(args, cmakeOptions, scene, { line: "cmake", program });
  if (doubt !== null) return doubt;
  const written = writtenBy(writersIn(args, tree), tree, scene);
  const finding = runs(program);
  return { ...finding, effects: [...(finding.effects ?? []), ...toOutputs(written ?? [])] };
}

/** What has a compiler run or load something, or write more than its output. */
const tricks =
  /^(@|-B|--?(W[lap],|X|wrapper|fplugin|fpass-plugin|iplugindir|specs|prefix|ld-path|fuse-ld=.*\/|config|gcc-(toolchain|install)|for-(assembler|linker)|load|plugin|M[FJ]|save-temps|fdump|dump(dir|base)?|auxbase))/;
const output = { writes: ["o", "output"] };

/** A compiler of C: writes its output, where it is told. */
export function compiles(args: readonly Arg[], scene: Scene, program: string): Finding {
  const stray = args.find(({ literal }) => tricks.test(literal ?? ""))?.literal;
  if (stray) return opaque(`${program} ${stray} may run or write something else`, program);
  const doubt = pointedElsewhere(args, {}, scene, { line: program, program });
  if (doubt !== null) return doubt;
  const written = writtenBy(writersIn(args, output), output, scene);
  if (written === null) return opaque(`${program} writes a file that cannot be named`, program);
  const finding = runs(program);
  return { ...finding, effects: [...(finding.effects ?? []), ...toOutputs(written)] };
}
