import { type Arg, literals } from "../arg.ts";
import { type Finding, opaque as isOpaque, type Scene } from "../finding.ts";
import type { Family } from "../rule.ts";
import { formatter } from "./formatters.ts";
import { opaque, reads, risky, runs, several } from "./make.ts";
import { installing } from "./packages.ts";
import { namedScript, starts } from "./scripts.ts";
import { isOwnTool } from "./tools.ts";

const publishes = "publishes, or changes more than this repository";

/** Programs that compile, test and manage packages, of other languages. */
export const builds: Family = {
  programs: `bundle rake rails gem php composer dotnet mix swift flutter dart xcodebuild zig stack cabal bazel just task`,
  entries: () => [
    {
      name: "bundle exec",
      does: "runs",
      judge: starter,
      yes: ["bundle exec rspec spec/a_spec.rb:12", "bundle exec rake test", "bundle exec rails --version"],
      no: ["bundle exec rm x", "bundle exec rake db:drop", "bundle exec ruby x.rb"],
    },
    opaque("bundle", "what it does with this verb is not known", { asks: "runs" }),
    {
      name: "bundle install",
      also: ["bundle update", "bundle add"],
      does: "runs",
      judge: installing("bundle install"),
      yes: ["bundle install", "bundle add rack"],
      no: ["bundle add rack --git x", "bundle add x --path ../y"],
    },
    ...several("bundle", "check list show outdated info audit lock", (name) => runs(name)),
    {
      name: "rake",
      does: "runs",
      judge: namedScript("rake", {
        opaque: { f: "it takes another file", e: "it runs code", E: "it runs code", r: "it loads code" },
      }),
      yes: ["rake test", "rake spec"],
      no: ["rake db:drop", "rake -e x", "rake"],
    },
    ...several("rails", "test routes about stats zeitwerk:check", (name) => runs(name)),
    ...several("rails", "db:migrate db:drop db:reset console c runner server s generate g destroy new", (name) =>
      risky(name, "changes a database or runs code"),
    ),
    opaque("rails", "what it does with this verb is not known", { asks: "runs" }),
    ...several("gem", "list info search environment", (name) => runs(name)),
    ...several("gem", "install push yank uninstall update sources", (name) => risky(name, publishes)),
    reads("php -l", { proof: filesOnly, yes: ["php -l src/a.php"], no: ["php -l -r x", "php -l $x"] }),
    opaque("composer", "what it does with this verb is not known", { asks: "runs" }),
    {
      name: "composer install",
      also: ["composer update", "composer require", "composer remove"],
      does: "runs",
      judge: installing(
        "composer install",
        {
          opaque: { repository: "it takes packages from elsewhere" },
          risky: { g: "it installs for the whole machine" },
        },
        /^[a-z0-9_.-]+\/[a-z0-9_.-]+(:[\w.^~*|-]+)?$/,
      ),
      yes: ["composer install", "composer require monolog/monolog:^3"],
      no: ["composer require ../x", "composer require --repository=x a/b"],
    },
    ...several(
      "composer",
      "show validate outdated why dump-autoload check-platform-reqs licenses audit test lint",
      (name) => runs(name),
    ),
    {
      name: "composer run",
      also: ["composer run-script"],
      does: "runs",
      judge: namedScript("composer run"),
      yes: ["composer run test"],
      no: ["composer run deploy"],
    },
    ...several("composer", "global config create-project exec self-update", (name) => risky(name, publishes)),
    formatter("dotnet format", { unless: /^--verify-no-changes$/ }),
    formatter("mix format", { unless: /^--check-formatted$/ }),
    reads("dotnet --info"),
    opaque("dotnet", "what it does with this verb is not known", { asks: "runs" }),
    ...several("dotnet", "build test restore list pack clean", (name) => runs(name)),
    ...several("dotnet", "publish nuget tool new run ef add remove", (name) =>
      opaque(name, "it publishes, fetches or rewrites project files"),
    ),
    ...several("mix", "test compile credo dialyzer deps.get deps.tree docs", (name) => runs(name)),
    opaque("mix", "what it does with this task is not known", { asks: "runs" }),
    ...several("swift", "test build", (name) => runs(name)),
    opaque("swift", "what it does with this is not known", { asks: "runs" }),
    ...several("flutter", "test analyze build doctor", (name) => runs(name)),
    ...several("flutter pub", "get outdated", (name) => runs(name)),
    ...several("dart", "test analyze compile", (name) => runs(name)),
    opaque("xcodebuild", "it builds and may sign", { asks: "runs" }),
    ...several("zig", "build test", (name) => runs(name)),
    ...several("stack", "test build", (name) => runs(name)),
    ...several("cabal", "test build", (name) => runs(name)),
    ...several("bazel", "test build query info", (name) => runs(name)),
    ...["just --list", "just -l", "task --list", "task -l", "rake -T", "rake --tasks"].map((name) => runs(name)),
    {
      name: "just",
      also: ["task"],
      does: "runs",
      judge: namedScript("just"),
      yes: ["just test"],
      no: ["just deploy", "just -f ../x test"],
    },
  ],
};

/** `bundle exec`: one of the repository's tools, or a task. */
function starter(args: readonly Arg[], scene: Scene, program: string): Finding {
  const name = args[0]?.literal ?? "";
  const isTask = name === "rake" || name === "rails";
  return isTask || isOwnTool(name)
    ? starts(args, scene, program)
    : isOpaque(`${program} runs something that is not known`, program);
}

function filesOnly(args: readonly Arg[]): string | null {
  return literals(args)?.every((text) => !text.startsWith("-")) ? null : "it may run something";
}
