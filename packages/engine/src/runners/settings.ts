/** The settings of one tool that looks at sources, by the names it finds them under. */
interface Settings {
  readonly programs: readonly string[];
  /** `.eslintrc*` for all that begin so. */
  readonly files: readonly string[];
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
const settingsFor = (programs: string, files: string): Settings => ({ programs: words(programs), files: words(files) });

/**
 * Settings of linters and formatters that are code or name code to load, wherever they lie: the tool finds them beside
 * what it looks at. Those of test runners are left out, which run what sessions write anyway, and so are those that
 * hold nothing but rules.
 */
export const settings: readonly Settings[] = [
  settingsFor("eslint eslint_d", "eslint.config.* .eslintrc*"),
  settingsFor("prettier prettierd", "prettier.config.* .prettierrc*"),
  settingsFor("stylelint", "stylelint.config.* .stylelintrc*"),
  settingsFor("xo", "xo.config.* .xo-config*"),
  settingsFor("oxlint", ".oxlintrc* oxlint.config.*"),
  settingsFor("markdownlint markdownlint-cli2", ".markdownlint*"),
  settingsFor("commitlint", "commitlint.config.* .commitlintrc*"),
  settingsFor("lint-staged", "lint-staged.config.* .lintstagedrc*"),
  settingsFor("cspell", "cspell.config.* .cspell.* cspell.* .cspell"),
  settingsFor("knip", "knip.* .knip.*"),
  settingsFor("graphql-codegen", "codegen.*"),
  settingsFor("size-limit", ".size-limit*"),
  settingsFor("dprint", "dprint.json* .dprint.json*"),
  settingsFor("tslint", "tslint.*"),
  settingsFor("pylint", ".pylintrc* pylintrc setup.cfg tox.ini"),
  settingsFor("flake8", ".flake8 setup.cfg tox.ini"),
  settingsFor("mypy dmypy", "mypy.ini .mypy.ini setup.cfg"),
  settingsFor("rubocop standardrb erblint", ".rubocop* .standard.yml .erb-lint.yml .erb_lint.yml"),
  settingsFor("reek haml-lint slim-lint", ".reek* .haml-lint.yml .slim-lint.yml"),
  settingsFor("steep", "Steepfile"),
  settingsFor("php-cs-fixer", ".php-cs-fixer* .php_cs*"),
  settingsFor("phpcs phpcbf", "phpcs.xml* .phpcs.xml*"),
  settingsFor("phpstan", "phpstan.* phpstan-*"),
  settingsFor("psalm", "psalm.xml*"),
  settingsFor("rector", "rector.php"),
  settingsFor("clang-tidy run-clang-tidy", ".clang-tidy"),
  settingsFor("golangci-lint", ".golangci.*"),
  settingsFor("swiftlint", ".swiftlint*"),
  settingsFor("detekt", "detekt.yml detekt.yaml"),
  settingsFor("mix", ".formatter.exs .credo.exs .dialyzer_ignore.exs"),
  settingsFor("luacheck", ".luacheckrc"),
  settingsFor("perlcritic perltidy", ".perlcriticrc .perltidyrc"),
];
