import { type Finding, opaque as isOpaque, runs as isRun, type Scene } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { lists } from "../judging/listing.ts";
import { opaque, runs, several } from "../judging/make.ts";
import { parseOptions } from "../judging/options.ts";
import type { Family } from "../judging/rule.ts";
import { orders } from "../judging/steering-names.ts";
import type { Arg } from "../syntax/arg.ts";
import { formatter } from "./formatters.ts";
import { layout } from "./rust.ts";

const loaders = {
  opaque: { r: "it loads other code", require: "it loads other code", publish: "it publishes what it found" },
};

/** Writing settings, or lists of what is to be tolerated, is no testing. */
const settingsWritten = (name: string): string[] =>
  ["--init", "--generate-baseline x", "--todo"].map((option) => `${name} ${option}`);

/** Tools of other projects that their repositories bring along or set up. */
export const otherTools: Family = {
  programs: `rspec minitest cucumber phpunit pest phpstan psalm phpcs phpmd sorbet steep brakeman reek yard rubocop
    srb erblint ast-grep editorconfig-checker standardrb php-cs-fixer pint staticcheck govulncheck gotestsum golint revive errcheck golangci-lint shellcheck
    hadolint yamllint actionlint markdown-link-check vale checkov typos codespell tflint ansible-lint swiftlint
    ktlint detekt sqlfluff buf shfmt gofmt goimports rustfmt clang-format swift-format taplo`,
  tool: "own",
  entries: () => [
    ...several("", "minitest phpunit pest sorbet steep", (name) => runs(name, { no: settingsWritten(name) })),
    ...several("", "phpstan psalm phpcs phpmd reek", (name) =>
      runs(name, {
        looks: true,
        ...(name === "phpstan" && { habits: { writes: ["b"] } }),
        ...(name === "psalm" && { options: { opaque: { shepherd: "it publishes what it found" } } }),
        no: settingsWritten(name),
      }),
    ),
    runs("brakeman", { looks: true, options: { opaque: { C: "it writes settings" } }, no: ["brakeman -C x"] }),
    runs("yard", {
      habits: { writes: ["b", "db"] },
      options: { opaque: { e: "it loads other code", q: "it runs code", query: "it runs code" } },
      no: ["yard -e ./x.rb", "yard --load ./x.rb", "yard list --query 'exec(1)'", "yard list -q x"],
    }),
    ...several("yard", "server gems", (name) => opaque(name, "it serves or writes more than this project")),
    opaque("yard config", "it changes what yard loads from then on, in the home folder"),
    ...several("", "rspec cucumber", (name) =>
      runs(name, {
        options: loaders,
        yes: [`${name} spec/a_spec.rb:12`],
        no: [`${name} -r ./x`, `${name} --require=x`],
      }),
    ),
    formatter("rubocop", {
      options: loaders,
      fix: /^(--auto.*|-\w*[aAx]\w*)$/,
      valued: /^(--(config|only|except|format)|-[cf])$/,
    }),
    ...several("", "srb@tc erblint", (name) => formatter(name.replace("@", " "), { fix: /^(--autocorrect|-a)$/ })),
    formatter("standardrb", { fix: /^--fix$/ }),
    formatter("php-cs-fixer fix", { unless: /^--dry-run$/, valued: /^--config$/ }),
    formatter("pint", { unless: /^--test$/ }),
    ...several("", "staticcheck govulncheck golint revive errcheck", (name) => runs(name, { looks: true })),
    runs("gotestsum", {
      options: {
        opaque: Object.fromEntries(
          ["-exec", "-toolexec", "-vettool", "-overlay", "-modfile"].map((name) => [name, "it has other code run"]),
        ),
      },
      yes: ["gotestsum --format testname ./...", "gotestsum -- -race ./..."],
      no: ["gotestsum --raw-command x", "gotestsum --post-run-command=x", "gotestsum -- -exec x ./..."],
    }),
    formatter("golangci-lint run", { fix: /^--fix$/, valued: /^(--(config|out-format|timeout)|-[cED])$/ }),
    ...several("", "shellcheck hadolint yamllint actionlint markdown-link-check vale checkov", (name) =>
      runs(name, {
        looks: true,
        ...(name === "markdown-link-check" && { tool: "published" }),
        options: { orders, mild: { shell: /^(ba|da|k)?sh$/ } },
        no: [`${name} sync`, `${name} -shellcheck=./x`, `${name} --init`],
      }),
    ),
    {
      name: "ast-grep",
      does: "runs",
      asks: "runs",
      judge: matches,
      yes: ["ast-grep -p 'console.log($A)' src", "ast-grep scan --json", "ast-grep run -p '$A' -l ts"],
      no: [
        "ast-grep -p a -r b -U",
        "ast-grep scan -U",
        "ast-grep scan --interactive",
        "ast-grep new x",
        "ast-grep -c /x/y.yml scan",
      ],
    },
    lists("editorconfig-checker"),
    ...["golangci-lint linters", "golangci-lint version", "golangci-lint help", "taplo check", "taplo lint"].map(
      (name) => lists(name, { form: /^\w[\w./-]*$/ }),
    ),
    formatter("typos", { fix: /^(--wr.*|-\w*w\w*)$/ }),
    formatter("codespell", { fix: /^(--wr.*|-\w*[wi]\w*)$/, valued: /^(--(skip|ignore-words-list)|-[SLI])$/ }),
    formatter("tflint", { fix: /^--fix$/ }),
    formatter("ansible-lint", { fix: /^--fix$/, options: { opaque: { r: "it loads other code" } } }),
    formatter("swiftlint", { fix: /^(--fix|--autocorrect)$/, options: { orders }, no: ["swiftlint autocorrect"] }),
    formatter("ktlint", {
      fix: /^(--format|-F)$/,
      options: { orders, opaque: { R: "it loads other code" } },
      no: ["ktlint installGitPreCommitHook", "ktlint --verbose installGitPrePushHook", "ktlint -R x.jar"],
    }),
    formatter("detekt", {
      fix: /^(--auto-correct|-ac)$/,
      options: { opaque: { "-p": "it loads other code" } },
      no: ["detekt --plugins x.jar", "detekt -p x.jar"],
    }),
    runs("sqlfluff lint", { looks: true }),
    ...several("buf", "lint build breaking", (name) => runs(name, { looks: true, habits: { reads: ["path"] } })),
    formatter("shfmt", { fix: /^(-w|--w)(=.*)?$/, valued: /^-(i|ln)$/ }),
    formatter("gofmt", { fix: /^(-w|--w)(=\w+)?$/, valued: /^-r$/, yes: ["gofmt -l .", "gofmt -d internal/auth"] }),
    formatter("goimports", { fix: /^(-w|--w)(=\w+)?$/, valued: /^-local$/ }),
    formatter("rustfmt", {
      unless: /^--check$/,
      valued: /^--(edition|config-path)$/,
      options: { mild: layout },
      yes: ["rustfmt --check --config max_width=100 src/a.rs"],
    }),
    formatter("clang-format", { fix: /^(-i|--i)(=.*)?$/ }),
    ...several("swift-format", "format lint", (name) => formatter(name, { fix: /^(-\w*i\w*|--in-place)$/ })),
    formatter("swift-format", { fix: /^(-\w*i\w*|--in-place)$/ }),
    formatter("taplo fmt", { unless: /^(--check|--diff)$/ }),
  ],
};

/** `ast-grep` looks for code; with `-U` and `-i` it rewrites what it finds. */
function matches(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, {
    valued: "plABCj",
    long: ["json", "heading", "no-ignore", "debug-query", "files-with-matches"],
    longValued: [
      "pattern",
      "lang",
      "selector",
      "strictness",
      "context",
      "before",
      "after",
      "globs",
      "color",
      "report-style",
      "filter",
    ],
    words: /^--(json|color|heading|debug-query)=\w+$/,
  });
  const verb = parsed?.operands[0]?.literal ?? "";
  if (parsed === null || /^(new|lsp|test|completions|docs)$/.test(verb))
    return isOpaque(`${program} may rewrite what it finds`, program);
  return pointedElsewhere(parsed.operands, {}, scene, { line: program, program }) ?? isRun(program);
}
