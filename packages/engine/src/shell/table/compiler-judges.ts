import { oneOf } from "../alternatives.ts";
import { type Finding, fold, opaque, runs, type Scene } from "../finding.ts";
import { pointedElsewhere, steeredBy } from "../judging/doubt.ts";
import { rewrittenBy } from "../judging/rewritten.ts";
import { isEveryday, turningSettings, unlisted, withEffects } from "../judging/scripts.ts";
import { fartherTask, goesFarther } from "../judging/task-names.ts";
import { toOutputs, writersIn, writtenBy } from "../judging/written.ts";
import { type Arg, literals, numbered } from "../syntax/arg.ts";

const other = "it takes another file";
const touches = "it touches files instead of making them";
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
    e: "variables of the shell change what runs",
    "environment-overrides": "variables of the shell change what runs",
    t: touches,
    touch: touches,
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
  const subject = { line: "make", program };
  const turned: Finding[] = [
    { class: "safe", ...steeredBy(args, makeOptions, scene, subject) },
    { class: "safe", steered: turningSettings(args) },
  ];
  if (variable !== undefined) return fold([opaque(`${program} is given ${variable}`, program), ...turned]);
  const targets = targetsIn(texts);
  const stray = targets.find((target) => !isEveryday(target));
  if (stray !== undefined) return fold([unlisted(`make ${stray}`, program), ...turned]);
  const line = `make ${targets[0] ?? ""}`.trim();
  const rewritten = rewrittenBy(
    targets,
    args.filter(({ literal }) => !targets.includes(literal ?? "")),
    scene,
    makeOptions,
  );
  return pointedElsewhere(args, makeOptions, scene, { line, program }) ?? withEffects(runs(program, line), rewritten);
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

const targets = { operands: true, valued: ["C", "j", "k", "l", "f", "d", "w"] } as const;

/** `ninja`: any target that does not say it deploys or deletes. */
export function builds(given: readonly Arg[], scene: Scene, program: string): Finding {
  const args = given.map(numbered);
  const options = { valued: "Cjkl", opaque: { f: other, t: "it runs a tool" } };
  const subject = { line: program, program };
  const stray = fartherTask(args, targets, subject);
  if (stray !== null) return { ...stray, ...steeredBy(args, options, scene, subject) };
  return pointedElsewhere(args, options, scene, subject) ?? runs(program);
}

/** Settings that choose what cmake runs. */
const steering =
  /^-D(?!CMAKE_EXPORT_COMPILE_COMMANDS)\w*(COMPILER|LAUNCH|TOOLCHAIN|LINKER|PROGRAM|INCLUDE|COMMAND|RULES_OVERRIDE|PREFIX_PATH|FIND_ROOT_PATH|SOURCE_DIR_|CLANG_TIDY|CPPCHECK|CPPLINT|EMULATOR|MODULE_PATH|CMAKE_(AR|NM|RANLIB|STRIP|OBJCOPY|OBJDUMP)\b)/;
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

/** Options of make and ninja that say how much is done at once, or told. */
const quiet =
  /^(-[jlk]?\d*(\.\d+)?|-[vskwnqd]|--(verbose|quiet|silent|keep-going|no-print-directory|output-sync|jobs)(=\w+)?)$/;

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
  const strays = texts.filter(
    (text, index) =>
      steering.test(text) ||
      isTricky(text) ||
      (isTarget(index) && goesFarther(text)) ||
      (isForwarded(index) && isSetting(text) && !mild.test(text)) ||
      (isForwarded(index) && text.startsWith("-") && !quiet.test(text)),
  );
  if (strays.length > 0) return { ...opaque(`cmake ${strays[0]} chooses what runs`, program), steered: strays };
  const doubt = pointedElsewhere(args, cmakeOptions, scene, { line: "cmake", program });
  if (doubt !== null) return doubt;
  const written = writtenBy(writersIn(args, tree), tree, scene);
  const finding = runs(program);
  return { ...finding, effects: [...(finding.effects ?? []), ...toOutputs(written ?? [])] };
}

/** What has a compiler run or load something, or write more than its output. */
const tricks = new RegExp(
  `^(@|-B|--?${oneOf`
    W[lap], X wrapper fplugin fpass-plugin iplugindir specs prefix ld-path fuse-ld=.*/ config gcc-(toolchain|install)
    for-(assembler|linker) load plugin M[FJ] save-temps fdump dump(dir|base)? auxbase aux-info time= serialize-diag
    dependency-file index-store-path
    fmodule-mapper= T script
    f(opt-info.*|time-trace|callgraph-info|profile-(note|generate|instr-generate)|module-output|dump-.*)=
    f(modules?-cache-path|optimization-record-file|crash-diagnostics-dir|diagnostics-(add-output|set-output|format=.*-file))`})`,
);
/** Files a compiler knows; any other it hands to the linker, which takes a text for orders about what to write. */
const known = new RegExp(
  String.raw`\.${oneOf`
    [cC] cc cp cpp CPP cxx c\+\+ h hh hpp hxx H i ii m mm M mi mii [sS] sx asm o obj a so(\.\d+)* dylib lib tbd f for f90
    F90 f95 ads adb d cu cuh hip cl bc ll pcm pch gch modulemap cppm ixx inc`}$`,
);
const valued =
  /^-(o|I|L|D|U|F|l|x|include|imacros|isystem|idirafter|iquote|iprefix|isysroot|MT|MQ|arch|target|framework|std|z|G|e|u|current_version|install_name|sysroot|-sysroot|-param|-target)$/;
const isScript = (text: string, before: string | null | undefined): boolean =>
  text !== "-" && !text.startsWith("-") && !known.test(text) && !valued.test(before ?? "");

const output = { mild: { "-fuse-ld": /^[\w-]+$/ }, writes: ["o", "output"] };

/** A compiler of C: writes its output, where it is told. */
export function compiles(args: readonly Arg[], scene: Scene, program: string): Finding {
  const strays = args.flatMap(({ literal }, index) =>
    literal !== null && (tricks.test(literal) || isScript(literal, args[index - 1]?.literal)) ? [literal] : [],
  );
  if (strays.length > 0)
    return { ...opaque(`${program} ${strays[0]} may run or write something else`, program), steered: strays };
  const doubt = pointedElsewhere(args, output, scene, { line: program, program });
  if (doubt !== null) return doubt;
  const written = writtenBy(writersIn(args, output), output, scene);
  if (written === null) return opaque(`${program} writes a file that cannot be named`, program);
  const finding = runs(program);
  return { ...finding, effects: [...(finding.effects ?? []), ...toOutputs(written)] };
}
