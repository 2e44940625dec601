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
import { type Arg, literals } from "../syntax/arg.ts";
import { fromElsewhere, scriptFile } from "../wrappers/shells.ts";
import { takeLeading, type Wrapping } from "../wrappers/wrapping.ts";
import { perlProof } from "./perl-proof.ts";
import type { Proof } from "./python-proof.ts";

interface Interpreter {
  readonly options: Wrapping;
  /** The options whose value is code. */
  readonly code: RegExp;
  /** Options with which no module of the working folder is loaded. */
  readonly alone?: RegExp;
  readonly proof: (code: string) => Proof;
}

/** A piece of code, here or in what it reads, or a file. */
export function judgeCode(
  args: readonly Arg[],
  scene: Scene,
  program: string,
  { options: spec, code, alone, proof }: Interpreter,
): Finding {
  const { options, rest, stray } = takeLeading(args, spec);
  const only = options.length === 1 && args.length === 1 ? options[0]?.name : undefined;
  if (only !== undefined && /^(version|help|V|v|h)$/.test(only)) return safe;
  const text = textOf(options, code);
  const unknown = opaque(`what ${program} does is not known`, program);
  if (stray !== undefined) return unknown;
  if (text === undefined) {
    const [file] = rest;
    if (file !== undefined && file.literal !== "-") return scriptFile(file, scene, program);
    const proven = scene.input === null ? null : proof(scene.input);
    return scene.input === null
      ? fromElsewhere(scene, program)
      : toFinding(
          proven,
          options.some(({ name }) => alone?.test(name)),
          scene,
          program,
        );
  }
  if (text === null)
    return runsFile(opaque(`what ${program} runs is only known when it runs`, program), null, scene, program);
  return toFinding(
    proof(text),
    options.some(({ name }) => alone?.test(name)),
    scene,
    program,
  );
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

/** What may load a file of the working folder instead of a module runs at the root, and is not known elsewhere. */
function toFinding(proof: Proof, isAlone: boolean, scene: Scene, program: string): Finding {
  if (proof === "reads") return safe;
  if (proof !== null && "required" in proof) return requires(proof.required, scene, program);
  if (proof?.isOwn === true && isAlone) return safe;
  if (proof === null || standing(scene) !== "root")
    return opaque(`what the code does that ${program} runs is not known`, program);
  const loads = proof.imported.flatMap((name) => [`${name}.py`, `${name}/__init__.py`]);
  return { ...runs(program), loads: loads.flatMap((file) => placed(file, scene) ?? []) };
}

/** A folder of that name, or a file with one more ending, is code: `require("./x.json")` runs `x.json/index.js`. */
function requires(files: readonly string[], scene: Scene, program: string): Finding {
  const isRoot = standing(scene) === "root";
  const others = files.filter((file) => !(isRoot && file === "./package.json"));
  if (others.length === 0) return safe;
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
  const found = perlProof(args);
  if (found === null) {
    const [file] = args;
    const isFile = file?.literal != null && !file.literal.startsWith("-");
    return isFile
      ? scriptFile(file, scene, program)
      : opaque(`what the code does that ${program} runs is not known`, program);
  }
  if (found.suffix === null) return safe;
  const places = found.files.map((file) => target(file, scene));
  if (places.length === 0 || places.includes(null)) return opaque("perl edits files that cannot be named", program);
  const edited = places.flatMap((place) => (place?.path == null ? [] : [place.path]));
  const copies = found.suffix === "" ? [] : edited.map((path) => `${path}${found.suffix}`);
  return changes([...edited, ...copies].map((path) => ({ op: "modify", path, certainty: "inferred" })));
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
