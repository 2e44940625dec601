import { type Arg, literal } from "../arg.ts";
import { type Finding, opaque as isOpaque, runs as isRun, type Scene } from "../finding.ts";
import type { Entry, Family } from "../rule.ts";
import { pointedElsewhere } from "./doubt.ts";
import { opaque, risky, runs, several } from "./make.ts";
import { effectsOn } from "./operands.ts";
import { foreignPackages, installing } from "./packages.ts";
import { starts } from "./scripts.ts";
import { isOwnTool } from "./tools.ts";

/** What `pip install` may name besides packages: the project itself, and lists of packages. */
const own = /^(\.(\[[\w,-]+\])?|[\w./-]+\.(txt|toml|in))$/;

const pip = (): Entry[] =>
  ["pip", "pip3", "uv pip"].flatMap((name): Entry[] => [
    opaque(name, "what it does with this verb is not known", {
      asks: "reads",
      no: [name === "uv pip" ? "uv pip --help" : `${name} --version`],
    }),
    {
      name: `${name} install`,
      does: "runs",
      judge: installing(
        `${name} install`,
        {
          ...foreignPackages,
          risky: { user: "it installs for the user", "break-system-packages": "it installs for the whole machine" },
        },
        own,
      ),
      yes: [
        `${name} install -r requirements.txt`,
        `${name} install -e .`,
        `${name} install -U requests==2.31`,
        `${name} install '.[dev]'`,
      ],
      no: [
        `${name} install git+https://x/y`,
        `${name} install https://x/y.whl`,
        `${name} install --index-url x y`,
        `${name} install ../x`,
        `${name} install --user x`,
      ],
    },
    runs(`${name} index versions`, { yes: [`${name} index versions requests`] }),
    ...several(name, "list show freeze check uninstall compile sync", (verb) => runs(verb)),
    ...several(name, "config cache download wheel index", (verb) =>
      risky(verb, "fetches something or changes settings"),
    ),
  ]);

/** Python's own programs and package managers. */
export const python: Family = {
  programs: `pip pip3 uv python python3 py pypy3 poetry pipenv hatch pdm rye uvx pipx conda mamba easy_install`,
  entries: () => [
    ...pip(),
    {
      name: "python -m",
      also: ["python3 -m", "py -m", "pypy3 -m"],
      does: "runs",
      judge: runsModule,
      yes: [
        "python3 -m pytest -q",
        "python -m unittest discover -s tests",
        "python3 -m json.tool x.json",
        "python3 -m json.tool --indent 2 x.json",
        "python -m pip list",
        "python -m venv .venv",
        "python3 -m mypy src",
      ],
      no: [
        "python -m http.server",
        "python -m x",
        "python -m timeit -s 'import os'",
        "python3 -m json.tool a b",
        "python3 -m json.tool --indent 2 a b",
        "python -m $x",
        "python -m pip install git+https://x",
      ],
    },
    ...["uv run", "poetry run", "pipenv run", "hatch run", "pdm run", "rye run"].map(
      (name): Entry => ({
        name,
        does: "runs",
        judge: inProject,
        yes: [`${name} pytest -q`, `${name} ruff check .`],
        no: [`${name} x.py`, `${name} --with evil pytest`, `${name} rm -rf x`, `${name} python x.py`],
      }),
    ),
    ...several("uv", "sync lock tree", (name) => runs(name)),
    ...["uv", "poetry", "pipenv", "pdm", "hatch", "rye"].map((name) =>
      opaque(name, "what it does with this verb is not known", { asks: "runs", no: [`${name} --version`] }),
    ),
    ...["uv add", "uv remove", "poetry add", "poetry remove", "pipenv install", "pdm add", "rye add"].map(
      (name): Entry => ({
        name,
        does: "runs",
        judge: installing(name, foreignPackages, own),
        yes: [`${name} httpx`],
        no: [`${name} git+https://x/y`, `${name} ../x`],
      }),
    ),
    ...several("poetry", "install show check lock build env version update", (name) => runs(name)),
    ...several("pipenv", "sync graph check lock verify", (name) => runs(name)),
    ...several("pdm", "install sync lock list", (name) => runs(name)),
    ...[
      "uv publish",
      "uv tool",
      "uvx",
      "uv python",
      "uv self",
      "poetry publish",
      "poetry config",
      "poetry self",
      "hatch publish",
      "pdm publish",
      "pipx",
      "conda",
      "mamba",
      "easy_install",
    ].map((name) => risky(name, "publishes, or changes more than this repository", { asks: "reads" })),
  ],
};

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
  platform: /^$/,
  sysconfig: /^$/,
};

/** `python -m tool`: a tool the table knows, or a module of Python that tests, builds or prints. */
function runsModule(args: readonly Arg[], scene: Scene, program: string): Finding {
  const name = args[0]?.literal ?? null;
  if (name === null) return isOpaque(`what ${program} runs is not known`, program);
  if (name === "pip" || isOwnTool(name)) return starts(args, scene, program);
  const rest = args.slice(1);
  const line = `${program} -m ${name}`;
  const isIndent = (index: number): boolean =>
    rest[index - 1]?.literal === "--indent" && /^\d+$/.test(rest[index]?.literal ?? "");
  const isJson =
    name === "json.tool" &&
    rest.filter(({ literal: text }, index) => !/^--?\w/.test(text ?? "") && !isIndent(index)).length <= 1;
  const known =
    Object.hasOwn(modules, name) && rest.every(({ literal: text }) => modules[name]?.test(text ?? "") === true);
  if (!isJson && !known) return isOpaque(`${line} may do anything`, program);
  const doubt = pointedElsewhere(rest, {}, scene, { line, program });
  if (doubt !== null) return doubt;
  const finding = isRun(program, line);
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
    effects: [...(finding.effects ?? []), ...(made ?? []).map((effect) => ({ ...effect, within: true as const }))],
  };
}

/** A tool of the project in the project's own environment. */
function inProject(args: readonly Arg[], scene: Scene, program: string): Finding {
  const name = args[0]?.literal ?? null;
  const isPython = /^python3?$/.test(name ?? "");
  if (name === null || !(isPython || isOwnTool(name)))
    return isOpaque(`${program} runs something that is not known`, program);
  return starts(isPython ? [literal("python3"), ...args.slice(1)] : args, scene, program);
}
