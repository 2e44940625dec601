import { foldName } from "./fold.ts";

/**
 * Folders, at any depth, whose content runs by itself or tells agents what to do.
 * Configuration that only the project's own code runs (vite, jest, tsconfig) is not here: tests and sources
 * reach as far without a question. Lock files are not here either: they follow their manifest.
 */
const folders = new Set([
  // Continuous integration and repository hooks.
  ".github",
  ".gitlab",
  ".circleci",
  ".buildkite",
  ".forgejo",
  ".gitea",
  ".woodpecker",
  ".husky",
  ".githooks",
  ".lefthook",
  // Editors and containers that run tasks when opened.
  ".vscode",
  ".idea",
  ".zed",
  ".fleet",
  ".devcontainer",
  // What agents read: commands, skills, rules. Their settings are protected.
  ".claude",
  ".claude-plugin",
  ".gemini",
  ".qwen",
  ".cursor",
  ".opencode",
  ".kilo",
  ".kilocode",
  ".factory",
  ".cline",
  ".clinerules",
  ".windsurf",
  ".devin",
  ".kiro",
  ".amp",
  ".pi",
  ".roo",
  ".continue",
  ".agents",
  // Keys.
  ".ssh",
  ".aws",
  ".gnupg",
]);

/** Folders inside those that hold plain working documents. */
const working = /^(?:\.kiro\/specs|\.(?:claude|opencode|kilo|kilocode|cursor)\/plans?)(?:\/|$)/;

/** File names, at any depth, folded. */
const files = new Set([
  // Manifests: dependencies, and the scripts runners start.
  "package.json",
  "pnpm-workspace.yaml",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  "bunfig.toml",
  "deno.json",
  "deno.jsonc",
  "lerna.json",
  "nx.json",
  "turbo.json",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "pipfile",
  "tox.ini",
  "noxfile.py",
  "cargo.toml",
  "build.rs",
  "go.mod",
  "go.work",
  "gemfile",
  "composer.json",
  "mix.exs",
  "pom.xml",
  "gradle.properties",
  "gradle-wrapper.properties",
  "gradlew",
  "gradlew.bat",
  "mvnw",
  "mvnw.cmd",
  "pubspec.yaml",
  "package.swift",
  "directory.build.props",
  "directory.build.targets",
  "nuget.config",
  // Build and CI.
  "makefile",
  "gnumakefile",
  "cmakelists.txt",
  "justfile",
  ".justfile",
  "taskfile.yml",
  "taskfile.yaml",
  "rakefile",
  "jenkinsfile",
  "earthfile",
  "procfile",
  "build.bazel",
  "module.bazel",
  "workspace.bazel",
  ".bazelrc",
  // Which toolchain runs.
  "mise.toml",
  ".mise.toml",
  "mise.local.toml",
  ".mise.local.toml",
  ".tool-versions",
  "rust-toolchain",
  "rust-toolchain.toml",
  ".gitlab-ci.yml",
  ".travis.yml",
  ".drone.yml",
  ".cirrus.yml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  "appveyor.yml",
  "cloudbuild.yaml",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".lefthook.yml",
  // Git: filters that run programs, and what the guard does not look at.
  ".gitattributes",
  ".gitignore",
  ".gitmodules",
  ".gitconfig",
  // Environment and credentials.
  ".envrc",
  ".netrc",
  ".pypirc",
  // Instructions every agent reads.
  "agents.md",
  "agents.override.md",
  "agent.md",
  "claude.md",
  "claude.local.md",
  "gemini.md",
  "qwen.md",
  ".cursorrules",
  ".cursorignore",
  ".windsurfrules",
  ".roorules",
  ".roomodes",
  ".rooignore",
  ".goosehints",
  ".aider.conf.yml",
]);

/** Endings of file names, folded. */
const endings = [".dockerfile", ".gemspec", ".csproj", ".fsproj", ".vbproj", ".vcxproj", ".sln", ".slnx", ".mk"];

/** More file names, by how they begin: setting a pattern up takes time, and most names begin like none. */
const patterns: readonly (readonly [string, RegExp])[] = [
  [".env", /^\.env(?:$|[.\-_])/],
  ["requirements", /^requirements.*\.(?:txt|in)$/],
  ["build.gradle", /^build\.gradle(?:\.kts)?$/],
  ["settings.gradle", /^settings\.gradle(?:\.kts)?$/],
  ["dockerfile", /^dockerfile(?:$|\.)/],
  ["containerfile", /^containerfile(?:$|\.)/],
  ["compose", /^compose(?:\.[^/]+)?\.ya?ml$/],
  ["docker-compose", /^docker-compose(?:\.[^/]+)?\.ya?ml$/],
];

function isSensitiveName(name: string): boolean {
  if (files.has(name) || endings.some((ending) => name.endsWith(ending))) return true;
  return patterns.some(([start, pattern]) => name.startsWith(start) && pattern.test(name));
}

/** Whether a person should see a change of this workspace-relative path, whatever the scope says. */
export function isSensitive(path: string): boolean {
  const segments = path.split("/").map(foldName);
  const name = segments.at(-1) ?? "";
  if (isSensitiveName(name)) return true;
  const at = segments.findIndex((segment) => folders.has(segment));
  return at !== -1 && !working.test(segments.slice(at).join("/"));
}
