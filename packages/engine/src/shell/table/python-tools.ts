import { type Finding, runs as isRun, type Scene } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { opaque, risky, runs, several, words } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { formatter } from "./formatters.ts";

/** Options of checkers with which they run or load what they are told. */
const otherCode = {
  mild: { python: /^(python)?[\d.]+$/ },
  opaque: Object.fromEntries(
    ["init-hook", "load-plugins", "python-executable", "pythonpath", "install-types"].map((name) => [
      name,
      "it has other code run",
    ]),
  ),
};

/** Plugins everybody has, and settings that say how much is told. */
const plugin = /^(no:\w+|xdist|pytest_(cov|asyncio|mock|timeout|randomly)|pytester|faulthandler)$/;
const setting =
  /^(log_cli|log_cli_level|log_level|xfail_strict|console_output_style|asyncio_mode|faulthandler_timeout|junit_family)=[\w-]*$/;

const nox = {
  habits: { writes: ["envdir"] },
  tasks: { options: words("s e t session sessions tags k keywords") },
};

/** Tools of Python projects. */
export const pythonTools: Family = {
  programs: `pytest py.test tox nox mypy pyright basedpyright pylint flake8 bandit pydocstyle vulture pyflakes pycodestyle ty
    behave dmypy ruff black isort autopep8 yapf djlint coverage pre-commit alembic sphinx-build mkdocs ipython
    jupyter uvicorn gunicorn flask celery streamlit fastapi hypercorn django-admin twine`,
  tool: "own",
  entries: () => [
    runs("pytest", {
      also: ["py.test"],
      habits: { writes: ["debug"] },
      options: {
        valued: "kmnWrcpo",
        long: ["create-db"],
        mild: { p: plugin, o: setting, "override-ini": setting },
        writes: ["junitxml", "junit-xml", "basetemp", "html", "report-log", "alluredir", "log-file"],
        opaque: {
          p: "it loads a plugin",
          pastebin: "it publishes what it prints",
          o: "it changes a setting",
          "override-ini": "it changes a setting",
        },
      },
      yes: [
        "pytest -xvs tests/test_login.py::test_refuses",
        "pytest -k 'login and not slow' -q",
        "pytest -n auto",
        "pytest -p no:cacheprovider",
        "pytest -p xdist -n 4",
        "pytest -o log_cli=true --override-ini=log_level=debug",
      ],
      no: [
        "pytest /elsewhere/test_x.py",
        "pytest -p evil",
        "pytest -o addopts=-pevil",
        "pytest -o pythonpath=x",
        "pytest -o log_cli=true -o log_file=x",
        "pytest --rootdir=../x",
        "pytest $x",
        "pytest -c /elsewhere/x.ini",
      ],
    }),
    ...several(
      "",
      "nox behave mypy pyright basedpyright pylint flake8 bandit pydocstyle vulture pyflakes pycodestyle ty",
      (name) =>
        runs(name, {
          ...(name === "nox" ? nox : name !== "behave" && { looks: true }),
          ...(/pyright$/.test(name) && { tool: "published" }),
          options: otherCode,
          no: [`${name} --init-hook=x`, `${name} --load-plugins x`, `${name} /elsewhere/x`],
        }),
    ),
    {
      name: "tox",
      does: "runs",
      judge: environments,
      tasks: { options: words("e f m env") },
      yes: ["tox -e py311", "tox run -- -x tests/auth"],
      no: [
        "tox -e deploy",
        "tox run -e py311,release",
        "tox -x testenv.commands=x",
        "tox --override=testenv.commands=x",
        "tox /elsewhere/x",
      ],
    },
    ...several("tox", "exec devenv quickstart", (name) => opaque(name, "it runs what it is told")),
    runs("dmypy run"),
    formatter("ruff check", {
      fix: /^(--fix|--fix-only|--unsafe-fixes|--add-noqa)$/,
      valued: /^--(select|ignore|config|output-format|extend-select|target-version|line-length)$/,
      options: { writes: ["o", "output-file"] },
      yes: ["ruff check --output-format concise src"],
    }),
    formatter("ruff format", { unless: /^(--check|--diff)$/, valued: /^--(config|line-length|target-version)$/ }),
    ...several("ruff", "rule config linter version", (name) => runs(name, { looks: true })),
    formatter("black", {
      unless: /^(--check|--diff)$/,
      valued: /^(--(config|line-length|target-version|include|exclude)|-[lt])$/,
    }),
    formatter("isort", { unless: /^(--check-only|--check|--diff|-c)$/, valued: /^--(profile|settings-path|sp)$/ }),
    formatter("autopep8", { fix: /^(--in.*|-\w*i\w*)$/, valued: /^--(max-line-length|select|ignore)$/ }),
    formatter("yapf", { fix: /^(--in.*|-\w*i\w*)$/, valued: /^--style$/ }),
    formatter("djlint", { fix: /^--reformat$/ }),
    ...several("coverage", "report html xml json", (name) =>
      runs(name, { options: { writes: ["d", "o", "directory"] } }),
    ),
    // What is combined is deleted.
    runs("coverage combine", {
      options: { longValued: ["data-file"], orders: /^(?!-)(?!(?=.{1,100}$)(.*[/._-])?cov)/ },
      yes: ["coverage combine", "coverage combine .coverage.1 cov-parts"],
      no: ["coverage combine src", "coverage combine package.json"],
    }),
    {
      name: "coverage run",
      does: "runs",
      judge: (args, scene) => scene.command([literal("python3"), ...args.slice(measured(args))]),
      yes: ["coverage run -m pytest", "coverage run --branch --source=src -m pytest"],
      no: ["coverage run x.py", "coverage run --branch x.py", "coverage run --rcfile=x -m pytest"],
    },
    runs("pre-commit run", {
      looks: true,
      tasks: { operands: true, valued: words("hook-stage from-ref to-ref source ref c config") },
      yes: ["pre-commit run --all-files"],
    }),
    ...several("pre-commit", "install uninstall autoupdate try-repo", (name) =>
      risky(name, "changes what runs at every commit"),
    ),
    ...several("alembic", "history current heads show check", (name) => runs(name)),
    ...several("alembic", "upgrade downgrade stamp revision", (name) =>
      risky(name, "changes a database or its history"),
    ),
    opaque("sphinx-build", "it writes what its last word names", { asks: "runs" }),
    ...several("mkdocs", "build serve", (name) => runs(name, { options: { writes: ["d", "site-dir"] } })),
    risky("mkdocs gh-deploy", "publishes"),
    ...several("", "ipython jupyter uvicorn gunicorn flask celery streamlit fastapi hypercorn django-admin", (name) =>
      opaque(name, "it runs code it is pointed at", { asks: "runs" }),
    ),
    risky("twine", "publishes", { asks: "runs" }),
  ],
};

/** How many words say what `coverage` measures; what follows is for Python. */
function measured(args: readonly Arg[]): number {
  const known = /^(--branch|-a|--append|-p|--parallel-mode|--(source|omit|include)=[\w.,/*-]+)$/;
  const end = args.findIndex(({ literal: text }) => !known.test(text ?? ""));
  return end === -1 ? args.length : end;
}

/** `tox`: what follows `--` goes to the tests; before that, `-x` changes what runs. */
function environments(args: readonly Arg[], scene: Scene, program: string): Finding {
  const subject = { line: program, program };
  const end = args.findIndex(({ literal: text }) => text === "--");
  const why = "it changes what runs";
  const options = { valued: "ecfjmp", opaque: { ...otherCode.opaque, x: why, override: why } };
  return (
    pointedElsewhere(end === -1 ? args : args.slice(0, end), options, scene, subject) ??
    pointedElsewhere(args, otherCode, scene, subject) ??
    isRun(program)
  );
}
