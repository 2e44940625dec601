import {
  changes,
  type Finding,
  fold,
  opaque,
  placed,
  runs,
  runsFile,
  type Scene,
  safe,
  standing,
  target,
} from "../finding.ts";
import { isVersionCode } from "../reading-list/reading-list.ts";
import { type Arg, literals } from "../syntax/arg.ts";
import { fromElsewhere, scriptFile } from "../wrappers/shells.ts";
import { takeLeading, type Wrapping } from "../wrappers/wrapping.ts";
import { importedBy, isDoubtfulPython } from "./doubtful-python.ts";
import { isDoubtfulScript, requiredBy } from "./doubtful-script.ts";
import { perlForm } from "./perl-forms.ts";

interface Interpreter {
  readonly options: Wrapping;
  /** The options whose value is code. */
  readonly code: RegExp;
  /** Options with which no module of the working folder is loaded. */
  readonly alone?: RegExp;
  readonly judge: CodeJudge;
}

/** What a piece of code does; `isAlone` where no module of the working folder is loaded. */
type CodeJudge = (code: string, isAlone: boolean, scene: Scene, program: string) => Finding;

/** A piece of code, here or in what it reads, or a file. */
export function judgeCode(
  args: readonly Arg[],
  scene: Scene,
  program: string,
  { options: spec, code, alone, judge }: Interpreter,
): Finding {
  const { options, rest, stray } = takeLeading(args, spec);
  const only = options.length === 1 && args.length === 1 ? options[0]?.name : undefined;
  if (only !== undefined && /^(version|help|V|v|h)$/.test(only)) return safe;
  const text = textOf(options, code);
  const unknown = opaque(`what ${program} does is not known`, program);
  if (stray !== undefined) return unknown;
  const isAlone = (): boolean => options.some(({ name }) => alone?.test(name));
  if (text === undefined) {
    const [file] = rest;
    if (file !== undefined && file.literal !== "-") return scriptFile(file, scene, program);
    return scene.input === null ? fromElsewhere(scene, program) : judge(scene.input, isAlone(), scene, program);
  }
  if (text === null)
    return runsFile(opaque(`what ${program} runs is only known when it runs`, program), null, scene, program);
  if (isVersionCode(program, args)) return safe;
  return judge(text, isAlone(), scene, program);
}

/** What follows the code is data for python; code that seems to be given twice is left to be asked about. */
export function upToCode(args: readonly Arg[]): readonly Arg[] {
  const isCode = ({ literal, head }: Arg): boolean => /^-[A-Za-z]*c/.test(literal ?? head);
  const at = args.findIndex(isCode);
  if (at === -1 || args.filter(isCode).length > 1) return args;
  const isApart = /^-[A-Za-z]*c$/.test(args[at]?.literal ?? "");
  return args.slice(0, isApart ? at + 2 : at + 1);
}

/** `-pe code` is two options in one for node. */
export function splitPrint(args: readonly Arg[]): readonly Arg[] {
  return args.flatMap((arg) => (arg.literal === "-pe" ? [{ ...arg, literal: "-p", head: "-p" }] : [arg]));
}

function textOf(
  options: readonly { readonly name: string; readonly value?: Arg }[],
  code: RegExp,
): string | null | undefined {
  const given = options.filter(({ name }) => code.test(name));
  if (given.length === 0) return undefined;
  return given.length === 1 ? (given[0]?.value?.literal ?? null) : null;
}

const doubtful = (program: string): Finding => opaque(`what the code does that ${program} runs is not known`, program);
/** Modules that are there before anything is looked for, so that no file can take their place. */
const unshadowed = /^(sys|os|os\.path|time)$/;

/** What may load a file of the working folder instead of a module runs at the root, and is asked about elsewhere. */
export const judgePython: CodeJudge = (code, isAlone, scene, program) => {
  if (isDoubtfulPython(code)) return doubtful(program);
  const names = isAlone ? [] : importedBy(code).filter((name) => !unshadowed.test(name));
  if (names.length === 0) return runs(program);
  if (standing(scene) !== "root") return doubtful(program);
  const files = names.flatMap((name) => [`${name}.py`, `${name}/__init__.py`]);
  return { ...runs(program), loads: files.flatMap((file) => placed(file, scene) ?? []) };
};

export const judgeScriptCode: CodeJudge = (code, _isAlone, scene, program) => {
  if (isDoubtfulScript(code)) return doubtful(program);
  return requires(
    requiredBy(code).filter((name) => /^\.\/.*\.json$/.test(name)),
    scene,
    program,
  );
};

/** A folder of that name, or a file with one more ending, is code: `require("./x.json")` runs `x.json/index.js`. */
function requires(files: readonly string[], scene: Scene, program: string): Finding {
  const isRoot = standing(scene) === "root";
  const others = files.filter((file) => !(isRoot && file === "./package.json"));
  if (others.length === 0) return runs(program);
  const places = others.map((file) => placed(file.slice(2), scene));
  if (standing(scene) === "unknown" || others.some((file) => file.split("/").includes("..")))
    return opaque(`${program} loads a file that cannot be placed`, program);
  const loads = places.flatMap((place) =>
    place === null ? [] : [`${place}.js`, `${place}/index.js`, `${place}/package.json`],
  );
  return { ...runs(program), loads };
}

/** perl: printing and substituting line by line, also in the files it names. */
export function judgePerl(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (args.length === 1 && /^(--version|-v|-V)$/.test(args[0]?.literal ?? "")) return safe;
  const found = perlForm(args);
  if (found === null) {
    const [file] = args;
    const isFile = file?.literal != null && !file.literal.startsWith("-");
    return isFile
      ? scriptFile(file, scene, program)
      : opaque(`what the code does that ${program} runs is not known`, program);
  }
  if (found.suffix === null) return runs(program);
  const places = found.files.map((file) => target(file, scene));
  if (places.length === 0 || places.includes(null)) return opaque("perl edits files that cannot be named", program);
  const edited = places.flatMap((place) => (place?.path == null ? [] : [place.path]));
  const copies = found.suffix === "" ? [] : edited.map((path) => `${path}${found.suffix}`);
  return fold([
    changes([...edited, ...copies].map((path) => ({ op: "modify", path, certainty: "inferred" }))),
    runs(program),
  ]);
}

/** What an interpreter tells of itself, or of a file it only reads. */
const telling: Readonly<Record<string, RegExp>> = {
  php: /^(-[mi]|--ini|--r[fice] \w+)$/,
  ruby: /^(-w?c|-cw) [\w][\w./-]*$/,
};

/** What it runs nobody reads; the file it names is told. */
export function runsOther(args: readonly Arg[], scene: Scene, program: string): Finding {
  const file = args.find(({ literal }) => literal !== null && /^[^-].*\.\w+$/.test(literal));
  const unknown = opaque(`${program} runs code of its own`, program);
  return file === undefined ? unknown : fold([unknown, scriptFile(file, scene, program)]);
}

/** One short line that prints; a project may choose which version of the interpreter does. */
export function judgeShort(args: readonly Arg[], scene: Scene, program: string, code: RegExp): Finding {
  const texts = literals(args);
  const isVersion = texts?.length === 1 && /^(--version|-v|-V)$/.test(texts[0] ?? "");
  const tells = Object.hasOwn(telling, program) && telling[program]?.test(texts?.join(" ") ?? "") === true;
  if (program === "php" && texts?.length === 2 && /^-l [\w.][\w./-]*$/.test(texts.join(" "))) return safe;
  const isCode = texts?.length === 2 && /^-[er]$/.test(texts[0] ?? "") && code.test(texts[1]?.trim() ?? "");
  if ((isVersion || tells || isCode) && standing(scene) !== "unknown") return runs(program);
  const [file] = args;
  const isFile = file?.literal != null && !file.literal.startsWith("-");
  return isFile
    ? scriptFile(file, scene, program)
    : opaque(`what the code does that ${program} runs is not known`, program);
}
