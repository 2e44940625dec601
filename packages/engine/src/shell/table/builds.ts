import { type Finding, opaque as isOpaque, runs as isRun, type Scene } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { lists } from "../judging/listing.ts";
import { opaque, reads, risky, runs, several } from "../judging/make.ts";
import type { Family, Judge } from "../judging/rule.ts";
import { everyTask, namedScript, starts } from "../judging/scripts.ts";
import { orders } from "../judging/steering-names.ts";
import { type Arg, literals } from "../syntax/arg.ts";
import { bazel } from "./bazel.ts";
import { formatter } from "./formatters.ts";
import { installing } from "./packages.ts";

const publishes = "publishes, or changes more than this repository";

/** What is said to the compiler of Haskell and has it run nothing else. */
const warnings = { "ghc-options": /^((-W[\w-]*|-O[012]?|-j\d*|-threaded|-rtsopts)( |$))+$/ };

/** Programs that compile, test and manage packages, of other languages. */
export const builds: Family = {
  programs: `bundle rake rails gem php composer dotnet mix zig stack cabal bazel just task`,
  entries: () => [
    {
      name: "bundle exec",
      does: "runs",
      judge: starter,
      yes: ["bundle exec rspec spec/a_spec.rb:12", "bundle exec rake test", "bundle exec rails --version"],
      no: ["bundle exec rm x", "bundle exec rake db:drop", "bundle exec ruby x.rb"],
    },
    opaque("bundle", "what it does with this verb is not known", { asks: "runs", looks: true }),
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
      looks: true,
      does: "runs",
      judge: everyTask("rake", {
        opaque: { f: "it takes another file", e: "it runs code", E: "it runs code", r: "it loads code" },
      }),
      yes: ["rake test", "rake spec", "rake lint test TEST=test/a_test.rb"],
      no: ["rake db:drop", "rake -e x", "rake", "rake test db:drop", "rake test RUBYOPT=-r./x"],
    },
    ...several("rails", "test routes about stats zeitwerk:check", (name) => runs(name)),
    ...several("rails", "db:migrate:status db:version notes middleware initializers", (name) => lists(name)),
    ...several("rails", "db:migrate db:drop db:reset console c runner server s generate g destroy new", (name) =>
      risky(name, "changes a database or runs code"),
    ),
    opaque("rails", "what it does with this verb is not known", { asks: "runs" }),
    ...several("gem", "list info search environment", (name) => runs(name)),
    ...several("gem", "install push yank uninstall update sources", (name) => risky(name, publishes)),
    reads("php -l", { proof: filesOnly, yes: ["php -l src/a.php"], no: ["php -l -r x", "php -l $x"] }),
    opaque("composer", "what it does with this verb is not known", { asks: "runs", looks: true }),
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
    ...several("dotnet", "--info --list-sdks --list-runtimes", (name) =>
      reads(name, { options: {}, operands: "none" }),
    ),
    ...["dotnet ef migrations list", "dotnet ef dbcontext list", "dotnet ef dbcontext info", "dotnet sln list"].map(
      (name) => lists(name, { form: /^(--(no-build|json|no-color|no-connect))$/ }),
    ),
    opaque("dotnet", "what it does with this verb is not known", { asks: "runs", looks: true }),
    ...several("dotnet", "build test restore list pack clean", (name) => ({
      name,
      does: "runs",
      judge: msbuild(name),
      ...(name === "dotnet test" && { habits: { writes: ["r", "d"] } }),
      tasks: { options: ["t", "target", "targets"] },
      yes: [`${name} -c Release`, `${name} -p:TreatWarningsAsErrors=true`],
      no: [`${name} '-p:PreBuildEvent=rm x'`, `${name} -logger:X,x.dll`, `${name} @x.rsp`, `cd /elsewhere && ${name}`],
    })),
    ...several("dotnet", "publish nuget tool new run ef add remove", (name) =>
      opaque(name, "it publishes, fetches or rewrites project files"),
    ),
    ...several("mix", "test compile dialyzer deps.get deps.tree docs", (name) => runs(name)),
    runs("mix credo", { options: { orders }, yes: ["mix credo --strict"], no: ["mix credo gen.config"] }),
    ...several("mix", "deps help phx.routes hex.outdated ecto.migrations", (name) =>
      lists(name, { form: /^(\w[\w.]*|--(all|label|pretty))$/ }),
    ),
    opaque("mix", "what it does with this task is not known", { asks: "runs", habits: { reads: ["trace"] } }),
    ...several("zig", "build test", (name) =>
      runs(name, {
        habits: { writes: ["p", "prefix"] },
        tasks: { operands: true },
        no: [
          ...["wipe", "test deploy"].map((step) => `${name} ${step}`),
          `${name} --test-cmd rm x`,
          `${name} --build-runner x`,
        ],
      }),
    ),
    ...several("zig", "version env targets", (name) => lists(name)),
    formatter("zig fmt", { unless: /^--check$/ }),
    ...several("stack", "test build", (name) =>
      runs(name, {
        options: { mild: warnings },
        yes: [`${name} --ghc-options=-Wall`],
        no: ["exe", "exec", "with-gcc", "with-ghc"].map((option) => `${name} --${option} x`),
      }),
    ),
    ...several("cabal", "test build", (name) =>
      runs(name, {
        options: { opaque: { w: "it runs another compiler" }, mild: warnings },
        no: ["-w x", "--with-compiler=x", "--test-wrapper x", "--ghc-options=-pgmF=x"].map(
          (words) => `${name} ${words}`,
        ),
      }),
    ),
    ...bazel(),
    ...["just --list", "just -l", "task --list", "task -l", "rake -T", "rake --tasks"].map((name) => runs(name)),
    {
      name: "just",
      looks: true,
      does: "runs",
      judge: everyTask(
        "just",
        {
          opaque: {
            c: "it runs a command",
            command: "it runs a command",
            chooser: "it runs a command",
            set: "it changes a setting",
          },
        },
        // No recipe is called like that, so that it is an argument of the one before.
        (word) => /[./]/.test(word) && !word.includes("="),
      ),
      yes: ["just test", "just lint test", "just test tests/a.py"],
      no: ["just deploy", "just -f ../x test", "just test deploy"],
    },
    {
      name: "task",
      looks: true,
      does: "runs",
      judge: everyTask("task"),
      yes: ["task test", "task lint test"],
      no: ["task deploy", "task -t ../x test", "task test deploy"],
    },
  ],
};

/** `bundle exec`: one of the repository's tools, or a task. */
function starter(args: readonly Arg[], scene: Scene, program: string): Finding {
  const name = args[0]?.literal ?? "";
  const isTask = name === "rake" || name === "rails";
  return isTask || scene.toolOf(name) !== null
    ? starts(args, scene, program)
    : isOpaque(`${program} runs something that is not known`, program);
}

/** Properties and loggers that have a build of .NET run something else. */
const steering =
  /^(@|--?(p|property)[:=](?!Platform=Any CPU$).*(Event|Exe|Command|Tool|Target|Import|Props|Custom|Sdk|Analyzer|Compiler| )|--?(l|logger|dl|distributedlogger):.*\.dll|--test-adapter)/i;

/** Settings of a test run behind `--` that say where its parts lie, or what it writes. */
const placing =
  /^[\w.]+(Path|Paths|Directory|File|Adapter\w*|Collector\w*|Logger\w*|Variables?|Framework|Settings)(\.\w+)*=/i;

/** The target that starts the program which was built, as `dotnet run` does. */
const running = /^[-/]-?t(arget)?:(.*[,;])?run([,;]|$)/i;

function msbuild(line: string): Judge {
  return (args, scene, program) => {
    const texts = literals(args) ?? [];
    // `--property NAME=value` is `--property:NAME=value`.
    const joined = texts.map((text, index) => {
      const [, option] = /^--?(p|t)(?:roperty|arget)?$/.exec(texts[index - 1] ?? "") ?? [];
      return option === undefined ? text : `-${option}:${text}`;
    });
    const end = texts.indexOf("--");
    const strays = joined.filter(
      (text, index) => steering.test(text) || running.test(text) || (end !== -1 && index > end && placing.test(text)),
    );
    if (strays.length > 0)
      return { ...isOpaque(`${line} ${strays[0]} may run something else`, program), steered: strays };
    return pointedElsewhere(args, {}, scene, { line, program }) ?? isRun(program, line);
  };
}

function filesOnly(args: readonly Arg[]): string | null {
  return literals(args)?.every((text) => !text.startsWith("-")) ? null : "it may run something";
}
