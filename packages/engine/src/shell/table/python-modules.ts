import { type Finding, fold, opaque, runs, type Scene } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { effectsOn } from "../judging/operands.ts";
import { starts } from "../judging/scripts.ts";
import { toOutputs } from "../judging/written.ts";
import { type Arg, literal } from "../syntax/arg.ts";

/** Modules of Python itself that do what their names say. */
const modules: Readonly<Record<string, RegExp>> = {
  unittest: /./,
  doctest: /./,
  compileall: /^(-q|[\w./-]+)$/,
  py_compile: /^[\w./-]+$/,
  tabnanny: /^[\w./-]+$/,
  venv: /^(--upgrade|--prompt=\w+|[\w./-]+)$/,
  build: /^(-[swn]|--(sdist|wheel|no-isolation))$/,
  site: /^--user-(site|base)$/,
  dis: /^[\w./][\w./-]*$/,
  ast: /^[\w./][\w./-]*$/,
  tokenize: /^[\w./][\w./-]*$/,
  calendar: /^\d{1,4}$/,
  zipfile: /^(-l|--list|-t|--test|[\w./][\w./-]*)$/,
  tarfile: /^(-l|--list|-t|--test|[\w./][\w./-]*)$/,
  platform: /^$/,
  sysconfig: /^$/,
};

/** `python -m tool`: a tool the table knows, or a module of Python that tests, builds or prints. */
export function runsModule(args: readonly Arg[], scene: Scene, program: string): Finding {
  const name = args[0]?.literal ?? null;
  if (name === null) return opaque(`what ${program} runs is not known`, program);
  if (name === "timeit") return times(args.slice(1), scene, program);
  if (name === "pip" || scene.toolOf(name) !== null) return starts(args, scene, program);
  const rest = args.slice(1);
  const line = `${program} -m ${name}`;
  const isIndent = (index: number): boolean =>
    rest[index - 1]?.literal === "--indent" && /^\d+$/.test(rest[index]?.literal ?? "");
  const isJson =
    name === "json.tool" &&
    rest.filter(({ literal: text }, index) => !/^--?\w/.test(text ?? "") && !isIndent(index)).length <= 1;
  const known =
    Object.hasOwn(modules, name) && rest.every(({ literal: text }) => modules[name]?.test(text ?? "") === true);
  if (!isJson && !known) return opaque(`${line} may do anything`, program);
  const doubt = pointedElsewhere(rest, {}, scene, { line, program });
  if (doubt !== null) return doubt;
  const finding = runs(program, line);
  // The folder it makes is the environment; `--clear` empties it first.
  const made =
    name === "venv"
      ? effectsOn(
          "modified",
          rest.filter(({ head }) => !head.startsWith("-")),
          scene,
        )
      : [];
  return {
    ...finding,
    effects: [
      ...(finding.effects ?? []),
      ...toOutputs(made ?? []).map((effect) => ({ ...effect, within: true as const })),
    ],
  };
}

/** `python -m timeit`: one piece of code, so that none prepares what another one does. */
function times(args: readonly Arg[], scene: Scene, program: string): Finding {
  const code = args.at(-1);
  const isPlain = /^((-v|-[nr] \d+|-[nr]\d+) )*$/.test(
    args
      .slice(0, -1)
      .map((arg) => `${arg.literal ?? "$"} `)
      .join(""),
  );
  if (code === undefined || !isPlain || !/^[^-]/.test(code.literal ?? ""))
    return opaque(`what ${program} -m timeit runs is not known`, program);
  return fold([runs(program), scene.command([literal(program), literal("-c"), code])]);
}
