import { type Arg, literals } from "./arg.ts";
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
} from "./finding.ts";
import { javascriptProof } from "./javascript-proof.ts";
import { perlProof } from "./perl-proof.ts";
import { type Proof, pythonProof } from "./python-proof.ts";
import type { Entry } from "./rule.ts";
import { fromElsewhere, scriptFile } from "./shells.ts";
import { takeLeading, type Wrapping } from "./wrapping.ts";

/** Interpreters: a piece of code in the command is proven harmless or unknown; a file they run may hold anything. */
export const interpreters: readonly Entry[] = [
  {
    name: "python3",
    also: ["python", "pypy3", "py"],
    does: "reads",
    judge: (args, scene, program) =>
      judgeCode(upToCode(args), scene, program, {
        options: pythonOptions,
        code: /^c$/,
        alone: /^[IP]$/,
        proof: pythonProof,
      }),
    yes: [
      "python3 -c \"print('rm -rf /')\"",
      "python3 --version",
      'python3 -c "import sys; print(sys.version)"',
      "python3 -I -c 'import json,sys; print(json.load(sys.stdin)[\"a\"])'",
      "python3 - <<'E'\nimport sys\nfor line in sys.stdin:\n    print(line.strip())\nE",
      "python3 -c \"print(open('a.txt').read())\"",
    ],
    no: [
      "python3 -c 'import shutil; shutil.rmtree(1)'",
      "python3 x.py",
      "python3 -c \"print('a'); exec('b')\"",
      "python3",
      "python3 -c \"import os; os.system('id')\"",
      "python3 -c \"open('a','w')\"",
      "python3 -c \"open('a', mode='w').write('x')\"",
      "python3 -c \"from pathlib import Path; Path('a').replace('b')\"",
      "python3 -c \"from pathlib import Path; list(map(Path.unlink, [Path('a')]))\"",
      "python3 -c \"[exec for exec in []]; list(map(exec, ['x']))\"",
      "python3 -c \"if 0:\n from os import path as exec\nexec('x')\"",
      'python3 -c "().__class__.__bases__"',
      "python3 -c \"print(f'{__import__(1)}')\"",
      "python3 -c 'import sys; sys.path.insert(0, 1); import json'",
      "python3 -c 'import evil'",
      'python3 -c "$x"',
    ],
  },
  {
    name: "node",
    also: ["nodejs"],
    does: "reads",
    judge: (args, scene, program) =>
      judgeCode(splitPrint(args), scene, program, {
        options: nodeOptions,
        code: /^(e|p|eval|print)$/,
        proof: javascriptProof,
      }),
    yes: [
      "node --version",
      "node -e \"console.log('hi')\"",
      'node -p "process.version"',
      "node -e \"console.log(require('./package.json').version)\"",
      "node -p \"JSON.parse(require('fs').readFileSync('a.json', 'utf8')).version\"",
      "node -e \"const fs = require('fs'); console.log(fs.readdirSync('.').filter(f => f.endsWith('.ts')).length)\"",
    ],
    no: [
      "node x.js",
      "node -e \"require('fs').rmSync('x')\"",
      "node",
      "node -e \"fs.rmSync('x')\"",
      "node -e \"['x'].forEach(require('fs')['rmSync'])\"",
      "node -e \"''.constructor.constructor('x')()\"",
      "node -e \"const {['constr'+'uctor']: c} = ''\"",
      "node -e \"[1].map(child_process => 1); child_process.execSync('x')\"",
      "node -e \"require('child_process')\"",
      "node -e \"if (x) /'/.test(y); evil(); /'/\"",
      "node -e 'let a = 1; a++ / evil() / 1'",
      "node -r ./x -e 1",
      "node --import ./x -p 1",
      "node -e \"import('fs')\"",
      'node -e "$x"',
    ],
  },
  {
    name: "perl",
    does: "reads",
    judge: judgePerl,
    yes: ["perl -ne 'print if /x/' a", "perl -pe 's/a/b/g' a", "perl --version"],
    no: [
      "perl -e 'unlink 1'",
      "perl x.pl",
      "perl -pi -e 's/a/b/' a",
      "perl -pe 's/a/`id`/e' a",
      "perl -ne 'print if /(?{x})/' a",
      "perl -pe 's/a/@{[x]}/' a",
      "perl",
    ],
  },
  {
    name: "ruby",
    does: "runs",
    judge: (args, scene, program) =>
      judgeShort(args, scene, program, /^(puts|print|p) (RUBY_VERSION|\d+( ?[-+*/%] ?\d+)*|'[^'\\\n]*'|"[^"\\#\n]*")$/),
    yes: ["ruby -e 'puts 1'", "ruby --version"],
    no: ["ruby x.rb", "ruby -e '`id`'", "ruby -e 'puts \"#{x}\"'"],
  },
  {
    name: "php",
    does: "runs",
    judge: (args, scene, program) =>
      judgeShort(args, scene, program, /^echo (PHP_VERSION|\d+|'[^'\\\n]*'|phpversion\(\));?$/),
    yes: ["php -r 'echo PHP_VERSION;'", "php --version"],
    no: ["php x.php", "php -r 'unlink(1);'"],
  },
  {
    name: "lua",
    also: ["luajit"],
    does: "runs",
    judge: (args, scene, program) =>
      judgeShort(args, scene, program, /^print\((\d+|_VERSION|'[^'\\\n]*'|"[^"\\\n]*")\)$/),
    yes: ["lua -e 'print(1)'"],
    no: ["lua x.lua", "lua -e 'os.execute(1)'"],
  },
  {
    name: "osascript",
    also: ["Rscript", "julia", "ghc", "tclsh", "erl", "elixir", "guile", "sbcl"],
    does: "opaque",
    judge: (args, scene, program) => {
      const file = args.find(({ literal }) => literal !== null && /^[^-].*\.\w+$/.test(literal));
      const unknown = opaque(`${program} runs code of its own`, program);
      return file === undefined ? unknown : fold([unknown, scriptFile(file, scene, program)]);
    },
    yes: ["osascript -e 'do shell script 1'", "Rscript x.R"],
    no: ["echo osascript"],
  },
];

const pythonOptions: Wrapping = { flags: "IEsBuqPOvV", valued: "c", long: ["version", "help"] };
const nodeOptions: Wrapping = {
  flags: "vh",
  valued: "ep",
  words: /^(--no-warnings|--input-type=(module|commonjs)|--trace-warnings|--no-deprecation|-pe)$/,
  long: ["version", "help"],
  longValued: ["eval", "print"],
};

interface Interpreter {
  readonly options: Wrapping;
  /** The options whose value is code. */
  readonly code: RegExp;
  /** Options with which no module of the working folder is loaded. */
  readonly alone?: RegExp;
  readonly proof: (code: string) => Proof;
}

function judgeCode(
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
function upToCode(args: readonly Arg[]): readonly Arg[] {
  const isCode = ({ literal, head }: Arg): boolean => /^-[A-Za-z]*c/.test(literal ?? head);
  const at = args.findIndex(isCode);
  if (at === -1 || args.filter(isCode).length > 1) return args;
  const isApart = /^-[A-Za-z]*c$/.test(args[at]?.literal ?? "");
  return args.slice(0, isApart ? at + 2 : at + 1);
}

/** `-pe code` is two options in one for node. */
function splitPrint(args: readonly Arg[]): readonly Arg[] {
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
  if (proof !== null && typeof proof === "object") return requires(proof.required, scene, program);
  if (proof === "reads" || (proof === "runs" && isAlone)) return safe;
  if (proof === "runs" && standing(scene) === "root") return runs(program);
  return opaque(`what the code does that ${program} runs is not known`, program);
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

function judgePerl(args: readonly Arg[], scene: Scene, program: string): Finding {
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

/** One short line that prints; a project may choose which version of the interpreter does. */
function judgeShort(args: readonly Arg[], scene: Scene, program: string, code: RegExp): Finding {
  const texts = literals(args);
  const isVersion = texts?.length === 1 && /^(--version|-v|-V)$/.test(texts[0] ?? "");
  if (program === "php" && texts?.length === 2 && /^-l [\w.][\w./-]*$/.test(texts.join(" "))) return safe;
  const isCode = texts?.length === 2 && /^-[er]$/.test(texts[0] ?? "") && code.test(texts[1]?.trim() ?? "");
  if ((isVersion || isCode) && standing(scene) !== "unknown") return runs(program);
  const [file] = args;
  const isFile = file?.literal != null && !file.literal.startsWith("-");
  return isFile
    ? scriptFile(file, scene, program)
    : opaque(`what the code does that ${program} runs is not known`, program);
}
