import { settings } from "./settings.ts";

/** What says what a runner does: files, and which part of them. */
export interface Definition {
  /** Programs, by name, or with their first words: `docker build`. */
  readonly programs: readonly string[];
  /** Names beside the runner, or in a folder above it up to the root; `*.tf` for all that end so, `.x*` that begin so. */
  readonly files: readonly string[];
  /** The part that counts; the whole file where nothing is said. */
  readonly part?: "scripts" | "tasks" | "tool";
  /** Settings, which may hold secrets: they count, but are not shown to whoever is asked. */
  readonly isKept?: true;
}

const terraforming = ["terraform", "tofu", "terragrunt"].flatMap((name) =>
  ["plan", "apply", "destroy", "refresh", "import", "run-all", "test"].map((verb) => `${name} ${verb}`),
);

/**
 * What runners start is said here, and what linters and formatters load to look at sources. What test runners and
 * builds load beyond that (tests, sources, their configuration in code) reaches as far and is what sessions are there to
 * change, so it is not asked about.
 */
export const definitions: readonly Definition[] = [
  {
    programs: ["npm", "yarn", "pnpm", "bun", "node", "nx", "turbo", "lerna", "run-s", "run-p", "npm-run-all", "wireit"],
    files: ["package.json"],
    part: "scripts",
  },
  { programs: ["npm", "pnpm", "yarn"], files: [".npmrc", ".yarnrc", ".yarnrc.yml"], isKept: true },
  { programs: ["npm", "pnpm", "yarn"], files: [".pnpmfile.cjs"] },
  { programs: ["turbo"], files: ["turbo.json"] },
  { programs: ["nx"], files: ["nx.json", "project.json"] },
  { programs: ["deno"], files: ["deno.json", "deno.jsonc"], part: "tasks" },
  { programs: ["composer"], files: ["composer.json"], part: "scripts" },
  { programs: ["make", "gmake"], files: ["GNUmakefile", "makefile", "Makefile"] },
  { programs: ["just"], files: ["justfile", "Justfile", ".justfile"] },
  { programs: ["task", "go-task"], files: ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"] },
  { programs: ["rake", "bundle"], files: ["Rakefile", "rakefile", "*.rake"] },
  {
    programs: ["gradle", "gradlew", "./gradlew"],
    files: [
      "build.gradle",
      "build.gradle.kts",
      "settings.gradle",
      "settings.gradle.kts",
      "gradlew",
      "*.gradle",
      "*.gradle.kts",
    ],
  },
  {
    programs: ["mvn", "mvnw", "./mvnw"],
    files: ["pom.xml", "mvnw", ".mvn/extensions.xml", ".mvn/jvm.config", ".mvn/maven.config"],
  },
  { programs: ["cmake", "ctest"], files: ["CMakeLists.txt", "CMakePresets.json", "CMakeUserPresets.json"] },
  { programs: ["ninja"], files: ["build.ninja", "*.ninja"] },
  { programs: ["meson"], files: ["meson.build", "meson.options", "meson_options.txt"] },
  {
    programs: ["bazel", "bazelisk", "blaze"],
    files: [".bazelrc", "BUILD", "BUILD.bazel", "MODULE.bazel", "WORKSPACE", "WORKSPACE.bzlmod", "*.bazel", "*.bzl"],
  },
  { programs: ["buck", "buck2"], files: [".buckconfig", "BUCK", "TARGETS", "*.bzl"] },
  { programs: ["pants"], files: ["pants.toml", "BUILD", "BUILD.pants"] },
  { programs: ["scons"], files: ["SConstruct", "SConscript"] },
  { programs: ["waf"], files: ["wscript"] },
  { programs: ["xmake"], files: ["xmake.lua"] },
  { programs: ["ant"], files: ["build.xml"] },
  { programs: ["sbt"], files: ["*.sbt"] },
  { programs: ["mill"], files: ["build.sc", "build.mill"] },
  { programs: ["lein"], files: ["project.clj"] },
  { programs: ["bb"], files: ["bb.edn"] },
  { programs: ["dotnet", "msbuild"], files: ["Directory.Build.props", "Directory.Build.targets", "*.targets"] },
  { programs: ["zig"], files: ["build.zig"] },
  { programs: ["swift"], files: ["Package.swift"] },
  { programs: ["cabal"], files: ["Setup.hs", "Setup.lhs"] },
  { programs: ["dune"], files: ["dune"] },
  { programs: ["rebar3"], files: ["rebar.config.script"] },
  { programs: ["gulp"], files: ["gulpfile.*"] },
  { programs: ["grunt"], files: ["Gruntfile.*"] },
  { programs: ["doit"], files: ["dodo.py"] },
  { programs: ["snakemake"], files: ["Snakefile", "*.smk"] },
  { programs: ["tox"], files: ["tox.ini"] },
  { programs: ["nox"], files: ["noxfile.py"] },
  { programs: ["invoke", "inv"], files: ["tasks.py"] },
  {
    programs: [
      "pytest",
      "poetry",
      "pdm",
      "uv",
      "hatch",
      "tox",
      "poe",
      "ruff",
      "black",
      "mypy",
      "pylint",
      "python",
      "python3",
    ],
    files: ["pyproject.toml"],
    part: "tool",
  },
  { programs: ["cargo"], files: [".cargo/config.toml", ".cargo/config", "build.rs"] },
  { programs: ["pre-commit"], files: [".pre-commit-config.yaml"] },
  { programs: ["lefthook"], files: ["lefthook.yml", ".lefthook.yml"] },
  { programs: ["mix"], files: ["mix.exs"] },
  // A folder that holds this file may be a repository with settings of its own, which name programs.
  { programs: ["git"], files: ["HEAD"] },
  { programs: ["act"], files: [".github/workflows/ci.yml", ".github/workflows/ci.yaml"] },
  { programs: ["mise"], files: ["mise.toml", ".mise.toml"] },
  {
    programs: terraforming,
    files: ["*.tf", "*.tf.json", "terragrunt.hcl"],
  },
  { programs: terraforming, files: ["*.tfvars", "*.tfvars.json"], isKept: true },
  { programs: ["packer build"], files: ["*.pkr.hcl"] },
  { programs: ["ansible", "ansible-playbook"], files: ["ansible.cfg"], isKept: true },
  { programs: ["docker build", "docker buildx", "podman build"], files: ["Dockerfile", "Containerfile"] },
  {
    programs: ["docker compose", "docker-compose", "podman compose"],
    files: ["docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml", "Dockerfile"],
  },
  {
    programs: ["docker compose", "docker-compose", "podman compose"],
    files: [
      "docker-compose.override.yml",
      "docker-compose.override.yaml",
      "compose.override.yml",
      "compose.override.yaml",
    ],
  },
  { programs: ["docker compose", "docker-compose", "podman compose"], files: [".env"], isKept: true },
  { programs: ["vagrant"], files: ["Vagrantfile"] },
  { programs: ["fab"], files: ["fabfile.py", "fabfile/__init__.py", "tasks.py"] },
  { programs: ["foreman", "overmind", "hivemind", "honcho"], files: ["Procfile", "Procfile.dev"] },
  { programs: ["cap", "bundle exec"], files: ["Capfile", "config/deploy.rb"] },
  { programs: ["fastlane", "bundle exec"], files: ["fastlane/Fastfile", "Fastfile"] },
  { programs: ["kamal"], files: ["config/deploy.yml"] },
  { programs: ["skaffold"], files: ["skaffold.yaml"] },
  { programs: ["tilt"], files: ["Tiltfile"] },
  { programs: ["helmfile"], files: ["helmfile.yaml", "helmfile.yml"] },
  {
    programs: ["kustomize", "kubectl apply", "kubectl kustomize", "kubectl diff"],
    files: ["kustomization.yaml", "kustomization.yml"],
  },
  { programs: ["pulumi"], files: ["Pulumi.yaml", "Pulumi.yml"] },
  { programs: ["serverless", "sls"], files: ["serverless.yml", "serverless.yaml", "serverless.ts", "serverless.json"] },
  { programs: ["sam"], files: ["template.yaml", "template.yml", "samconfig.toml"] },
  { programs: ["cdk"], files: ["cdk.json"] },
  { programs: ["firebase"], files: ["firebase.json"] },
  { programs: ["vercel"], files: ["vercel.json"] },
  { programs: ["netlify"], files: ["netlify.toml"] },
  { programs: ["wrangler"], files: ["wrangler.toml", "wrangler.json", "wrangler.jsonc"] },
  { programs: ["fly", "flyctl"], files: ["fly.toml"] },
  { programs: ["goreleaser"], files: [".goreleaser.yml", ".goreleaser.yaml"] },
  { programs: ["alembic"], files: ["alembic.ini"] },
  { programs: ["earthly", "earth"], files: ["Earthfile"] },
  { programs: ["dagger"], files: ["dagger.json"] },
  { programs: ["mage"], files: ["magefile.go"] },
  ...settings,
];

/** Whether a file is one that a definition names. */
export function isDefinition(path: string, files: readonly string[]): boolean {
  return files.some((file) => {
    if (file.startsWith("*")) return path.endsWith(file.slice(1));
    if (!file.endsWith("*")) return path === file || path.endsWith(`/${file}`);
    return path.slice(path.lastIndexOf("/") + 1).startsWith(file.slice(0, -1));
  });
}

/** Whether what a runner line starts is a linter or formatter with settings of its own. */
export const hasSettings = (runner: string): boolean =>
  definitionsOf(runner).some((definition) => settings.includes(definition));

/** The definitions of the program a runner line starts with. */
export function definitionsOf(runner: string): readonly Definition[] {
  const [program = "", ...more] = runner.trim().split(/\s+/);
  const name = program.split("/").at(-1) ?? program;
  // `terraform -chdir=infra apply`
  const verb = more.find((word) => !word.startsWith("-")) ?? "";
  const begins = [program, name, `${name} ${more[0] ?? ""}`, `${name} ${verb}`];
  return definitions.filter(({ programs }) => programs.some((one) => begins.includes(one)));
}
