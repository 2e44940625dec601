/** What says what a runner does: files, and which part of them. */
export interface Definition {
  /** Programs, by name, or with their first words: `docker build`. */
  readonly programs: readonly string[];
  /** Names beside the runner, or in a folder above it up to the root; `*.tf` for all that end so. */
  readonly files: readonly string[];
  /** The part that counts; the whole file where nothing is said. */
  readonly part?: "scripts" | "tasks" | "tool";
}

/**
 * What runners start is said here. What they load beyond that (tests, sources, their configuration in code) reaches as
 * far and is what sessions are there to change, so it is not asked about.
 */
export const definitions: readonly Definition[] = [
  {
    programs: ["npm", "yarn", "pnpm", "bun", "node", "nx", "turbo", "lerna", "run-s", "run-p", "npm-run-all", "wireit"],
    files: ["package.json"],
    part: "scripts",
  },
  { programs: ["npm", "pnpm", "yarn"], files: [".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs"] },
  { programs: ["turbo"], files: ["turbo.json"] },
  { programs: ["nx"], files: ["nx.json", "project.json"] },
  { programs: ["deno"], files: ["deno.json", "deno.jsonc"], part: "tasks" },
  { programs: ["composer"], files: ["composer.json"], part: "scripts" },
  { programs: ["make", "gmake"], files: ["GNUmakefile", "makefile", "Makefile"] },
  { programs: ["just"], files: ["justfile", "Justfile", ".justfile"] },
  { programs: ["task", "go-task"], files: ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml"] },
  { programs: ["rake", "bundle"], files: ["Rakefile", "rakefile"] },
  {
    programs: ["gradle", "gradlew", "./gradlew"],
    files: ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradlew"],
  },
  { programs: ["mvn", "mvnw", "./mvnw"], files: ["pom.xml", "mvnw"] },
  { programs: ["cmake", "ctest"], files: ["CMakeLists.txt", "CMakePresets.json"] },
  { programs: ["bazel", "bazelisk"], files: [".bazelrc", "BUILD.bazel", "MODULE.bazel"] },
  { programs: ["tox"], files: ["tox.ini"] },
  { programs: ["nox"], files: ["noxfile.py"] },
  { programs: ["invoke", "inv"], files: ["tasks.py"] },
  {
    programs: ["pytest", "poetry", "pdm", "uv", "hatch", "tox", "poe", "ruff", "black", "mypy", "python", "python3"],
    files: ["pyproject.toml"],
    part: "tool",
  },
  { programs: ["cargo"], files: [".cargo/config.toml", ".cargo/config"] },
  { programs: ["pre-commit"], files: [".pre-commit-config.yaml"] },
  { programs: ["lefthook"], files: ["lefthook.yml", ".lefthook.yml"] },
  { programs: ["mix"], files: ["mix.exs"] },
  // A folder that holds this file may be a repository with settings of its own, which name programs.
  { programs: ["git"], files: ["HEAD"] },
  { programs: ["act"], files: [".github/workflows/ci.yml", ".github/workflows/ci.yaml"] },
  { programs: ["mise"], files: ["mise.toml", ".mise.toml"] },
  {
    programs: ["terraform", "tofu", "terragrunt"].flatMap((name) =>
      ["plan", "apply", "destroy", "refresh", "import", "run-all", "test"].map((verb) => `${name} ${verb}`),
    ),
    files: ["*.tf", "*.tf.json", "*.tfvars", "*.tfvars.json", "terragrunt.hcl"],
  },
  { programs: ["packer build"], files: ["*.pkr.hcl"] },
  { programs: ["ansible", "ansible-playbook"], files: ["ansible.cfg"] },
  { programs: ["docker build", "docker buildx", "podman build"], files: ["Dockerfile", "Containerfile"] },
  {
    programs: ["docker compose", "docker-compose", "podman compose"],
    files: ["docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml", "Dockerfile"],
  },
];

/** Whether a file is one that a definition names. */
export function isDefinition(path: string, files: readonly string[]): boolean {
  return files.some((file) =>
    file.startsWith("*") ? path.endsWith(file.slice(1)) : path === file || path.endsWith(`/${file}`),
  );
}

/** The definitions of the program a runner line starts with. */
export function definitionsOf(runner: string): readonly Definition[] {
  const [program = "", ...more] = runner.trim().split(/\s+/);
  const name = program.split("/").at(-1) ?? program;
  const begins = [program, name, `${name} ${more[0] ?? ""}`];
  return definitions.filter(({ programs }) => programs.some((one) => begins.includes(one)));
}
