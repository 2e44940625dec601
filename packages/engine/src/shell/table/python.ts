import { type Finding, opaque as isOpaque, type Scene } from "../finding.ts";
import { lists } from "../judging/listing.ts";
import { opaque, risky, runs, several, words } from "../judging/make.ts";
import type { Entry, Family } from "../judging/rule.ts";
import { starts } from "../judging/scripts.ts";
import { orders } from "../judging/steering-names.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { foreignPackages, installing } from "./packages.ts";
import { runsModule } from "./python-modules.ts";

/** What `pip install` may name besides packages: the project itself, and lists of packages. */
const own = /^(\.(\[[\w,-]+\])?|[\w./-]+\.(txt|toml|in))$/;

const pipHabits = { writes: words("t d target prefix root src report log") };

const pip = (): Entry[] =>
  ["pip", "pip3", "uv pip"].flatMap((name): Entry[] => [
    opaque(name, "what it does with this verb is not known", {
      asks: "reads",
      habits: pipHabits,
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
        "python3 -m timeit -n 10 '1+1'",
        "python3 -m zipfile -l a.zip",
      ],
      no: [
        "python -m http.server",
        "python -m x",
        "python3 -m zipfile -e a.zip src",
        "python3 -m tarfile -c a.tar src",
        "python -m timeit -s 'import os' 'os.unlink(1)'",
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
    ...several("", "hatch@test rye@test", (name) => ({
      name: name.replace("@", " "),
      does: "runs",
      judge: (args, scene) =>
        scene.command([literal("pytest"), ...args.filter(({ literal: text }, index) => index > 0 || text !== "--")]),
      yes: ["", " -- -k login", " tests/auth"].map((words) => name.replace("@", " ") + words),
      no: [" -p evil", " -- -o addopts=-pevil", " ../x"].map((words) => name.replace("@", " ") + words),
    })),
    ...several("uv", "sync lock tree", (name) =>
      runs(name, {
        options: { opaque: { p: "it runs another Python" }, mild: { p: /^(python)?[\d.]+$/ } },
        yes: [`${name} --python 3.12`],
        no: [`${name} --python ./x`, `${name} -p ./x`, `${name} --find-links x`],
      }),
    ),
    ...["uv", "poetry", "pipenv", "pdm", "hatch", "rye"].map((name) =>
      opaque(name, "what it does with this verb is not known", {
        asks: "runs",
        looks: true,
        ...(name === "uv" && { habits: pipHabits }),
        no: [`${name} --version`],
      }),
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
    ...several("poetry", "install show check lock build update", (name) => runs(name)),
    lists("poetry version", { form: /^(-s|--short|--no-ansi)$/, no: ["poetry version 1.2.3", "poetry version patch"] }),
    runs("poetry env", {
      options: { orders },
      yes: ["poetry env info"],
      no: ["poetry env use ./x", "poetry env remove x"],
    }),
    ...several("pipenv", "sync graph check lock verify", (name) => runs(name)),
    ...several("pdm", "install sync lock list", (name) => runs(name, { habits: { writes: ["L", "lockfile"] } })),
    lists("uv version", {
      form: /^--(short|output-format=\w+)$/,
      no: ["uv version 1.2.3", "uv version --bump minor"],
    }),
    ...[
      "uv python list",
      "uv python find",
      "uv tool list",
      "pipx list",
      "conda list",
      "conda info",
      "conda env list",
      "mamba list",
      "mamba env list",
    ].map((name) =>
      lists(name, { form: /^(\w[\w.=-]*|-n|-e|--(json|short|only-installed|include-deps|envs|name=\w+))$/ }),
    ),
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

/** A tool of the project in the project's own environment. */
function inProject(args: readonly Arg[], scene: Scene, program: string): Finding {
  const name = args[0]?.literal ?? null;
  const isPython = /^python3?$/.test(name ?? "");
  if (name === null || !(isPython || scene.toolOf(name) !== null))
    return isOpaque(`${program} runs something that is not known`, program);
  return starts(isPython ? [literal("python3"), ...args.slice(1)] : args, scene, program);
}
