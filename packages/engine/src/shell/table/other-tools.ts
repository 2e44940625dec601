import type { Family } from "../rule.ts";
import { formatter } from "./formatters.ts";
import { runs, several } from "./make.ts";

const loaders = { opaque: { r: "it loads other code", require: "it loads other code" } };

/** Tools of other projects that their repositories bring along or set up. */
export const otherTools: Family = {
  programs: `rspec minitest cucumber phpunit pest phpstan psalm phpcs phpmd sorbet steep brakeman reek yard rubocop
    standardrb php-cs-fixer pint staticcheck govulncheck gotestsum golint revive errcheck golangci-lint shellcheck
    hadolint yamllint actionlint markdown-link-check vale checkov typos codespell tflint ansible-lint swiftlint
    ktlint detekt sqlfluff buf shfmt gofmt goimports rustfmt clang-format swift-format taplo`,
  entries: () => [
    ...several("", "minitest phpunit pest phpstan psalm phpcs phpmd sorbet steep brakeman reek yard", (name) =>
      runs(name),
    ),
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
    formatter("standardrb", { fix: /^--fix$/ }),
    formatter("php-cs-fixer fix", { unless: /^--dry-run$/, valued: /^--config$/ }),
    formatter("pint", { unless: /^--test$/ }),
    ...several("", "staticcheck govulncheck golint revive errcheck", (name) => runs(name)),
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
    ...several("", "shellcheck hadolint yamllint actionlint markdown-link-check vale checkov", (name) => runs(name)),
    formatter("typos", { fix: /^(--wr.*|-\w*w\w*)$/ }),
    formatter("codespell", { fix: /^(--wr.*|-\w*[wi]\w*)$/, valued: /^(--(skip|ignore-words-list)|-[SLI])$/ }),
    formatter("tflint", { fix: /^--fix$/ }),
    formatter("ansible-lint", { fix: /^--fix$/ }),
    formatter("swiftlint", { fix: /^(--fix|--autocorrect)$/ }),
    formatter("ktlint", { fix: /^(--format|-F)$/ }),
    formatter("detekt", { fix: /^(--auto-correct|-ac)$/ }),
    runs("sqlfluff lint"),
    ...several("buf", "lint build breaking", (name) => runs(name)),
    formatter("shfmt", { fix: /^(-w|--w)(=.*)?$/, valued: /^-(i|ln)$/ }),
    formatter("gofmt", { fix: /^(-w|--w)(=\w+)?$/, valued: /^-r$/, yes: ["gofmt -l .", "gofmt -d internal/auth"] }),
    formatter("goimports", { fix: /^(-w|--w)(=\w+)?$/, valued: /^-local$/ }),
    formatter("rustfmt", { unless: /^--check$/, valued: /^--(edition|config-path)$/ }),
    formatter("clang-format", { fix: /^(-i|--i)(=.*)?$/ }),
    formatter("swift-format", { fix: /^(-i|--in-place)$/ }),
    formatter("taplo fmt", { unless: /^(--check|--diff)$/ }),
  ],
};
