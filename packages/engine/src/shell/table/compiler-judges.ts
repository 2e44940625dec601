import { type Arg, literals } from "../arg.ts";
import { type Finding, opaque, runs, type Scene } from "../finding.ts";
import { pointedElsewhere } from "./doubt.ts";
import { goesFarther, isEveryday, unlisted } from "./scripts.ts";
import { writersIn, writtenBy } from "./written.ts";

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
export function makes(args: readonly Arg[], scene: Scene, program: string): Finding {
  const texts = literals(args);
  if (texts === null) return opaque(`${program} is given an argument that is not known`, program);
  const variable = texts.find((text) => /^[A-Za-z_]\w*[:+?]?=/.test(text) && !mild.test(text));
  if (variable !== undefined) return opaque(`${program} is given ${variable}`, program);
  const targets = texts.filter(
    (text, index) => !text.startsWith("-") && !text.includes("=") && !/^-[jCIlo]$/.test(texts[index - 1] ?? ""),
  );
  const stray = targets.find((target) => !isEveryday(target));
  if (stray !== undefined) return unlisted(`make ${stray}`, program);
  const line = `make ${targets[0] ?? ""}`.trim();
  return pointedElsewhere(args, makeOptions, scene, { line, program }) ?? runs(program, line);
}

/** `ninja`: any target that does not say it deploys or deletes. */
export function builds(args: readonly Arg[], scene: Scene, program: string): Finding {
  const stray = args.find(({ literal }) => goesFarther(literal ?? ""))?.literal;
  if (stray) return unlisted(`${program} ${stray}`, program);
  const options = { valued: "Cjkl", opaque: { f: other, t: "it runs a tool" } };
  return pointedElsewhere(args, options, scene, { line: program, program }) ?? runs(program);
}

/** Settings that choose what cmake runs. */
const steering = /^-D(?!CMAKE_EXPORT_COMPILE_COMMANDS)\w*(COMPILER|LAUNCHER|TOOLCHAIN|LINKER|PROGRAM|INCLUDE|COMMAND)/;
const cmakeOptions = {
  valued: "DSBG",
  opaque: { P: "it runs a script", E: "it runs a command", C: "it runs a script", install: "it installs" },
};

const tree = { writes: ["B"] };

/** `cmake`: configures and builds, where it is told. */
export function configures(args: readonly Arg[], scene: Scene, program: string): Finding {
  const texts = args.map(({ literal }) => literal ?? "");
  const isTarget = (index: number): boolean => /^(-t|--target)$/.test(texts[index - 1] ?? "");
  const stray = texts.find((text, index) => steering.test(text) || (isTarget(index) && goesFarther(text)));
  if (stray !== undefined) return opaque(`cmake ${stray} chooses what runs`, program);
  const doubt = pointedElsewhere(args, cmakeOptions, scene, { line: "cmake", program });
  if (doubt !== null) return doubt;
  const written = writtenBy(writersIn(args, tree), tree, scene);
  const finding = runs(program);
  return { ...finding, effects: [...(finding.effects ?? []), ...(written ?? [])] };
}

/** What has a compiler run or load something, or write more than its output. */
const tricks = /^(@|-(B|W[lap],|X|wrapper|fplugin|specs|load|plugin|M[FJ]|save-temps|fdump|dumpdir|dumpbase|auxbase))/;
const output = { writes: ["o"] };

/** A compiler of C: writes its output, where it is told. */
export function compiles(args: readonly Arg[], scene: Scene, program: string): Finding {
  const stray = args.find(({ literal }) => tricks.test(literal ?? ""))?.literal;
  if (stray) return opaque(`${program} ${stray} may run or write something else`, program);
  const doubt = pointedElsewhere(args, {}, scene, { line: program, program });
  if (doubt !== null) return doubt;
  const written = writtenBy(writersIn(args, output), output, scene);
  if (written === null) return opaque(`${program} writes a file that cannot be named`, program);
  const finding = runs(program);
  return { ...finding, effects: [...(finding.effects ?? []), ...written] };
}
