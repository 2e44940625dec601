/** Lock files, by name, and the manifests they are made from. */
const manifests: Readonly<Record<string, readonly string[]>> = {
  "package-lock.json": ["package.json"],
  "npm-shrinkwrap.json": ["package.json"],
  "yarn.lock": ["package.json"],
  "pnpm-lock.yaml": ["package.json"],
  "bun.lock": ["package.json"],
  "bun.lockb": ["package.json"],
  "deno.lock": ["deno.json", "deno.jsonc", "package.json"],
  "Cargo.lock": ["Cargo.toml"],
  "go.sum": ["go.mod"],
  "go.work.sum": ["go.work"],
  "poetry.lock": ["pyproject.toml"],
  "uv.lock": ["pyproject.toml"],
  "pdm.lock": ["pyproject.toml"],
  "Pipfile.lock": ["Pipfile"],
  "Gemfile.lock": ["Gemfile"],
  "composer.lock": ["composer.json"],
  "mix.lock": ["mix.exs"],
  "pubspec.lock": ["pubspec.yaml"],
  "Podfile.lock": ["Podfile"],
  "Package.resolved": ["Package.swift"],
  "flake.lock": ["flake.nix"],
  "packages.lock.json": ["packages.config"],
  "gradle.lockfile": ["build.gradle", "build.gradle.kts"],
  ".terraform.lock.hcl": ["main.tf"],
};

/** Whether a path is a manifest some package manager keeps. */
export function isManifest(path: string): boolean {
  const name = nameOf(path);
  return Object.values(manifests).some((sources) => sources.includes(name));
}

/**
 * The files a file is made from, where its name tells: a lock file from its manifest, a snapshot from its test. Such a
 * file follows their scope when a runner or a package manager wrote it (design 6). Empty for everything else.
 */
export function sourcesOf(path: string): string[] {
  const name = nameOf(path);
  const folder = path.slice(0, path.length - name.length);
  if (Object.hasOwn(manifests, name)) return (manifests[name] ?? []).map((source) => `${folder}${source}`);
  const [, above, test] = /^(.*\/|)__snapshots__\/(.+)\.(?:snap|ambr|snap\.new)$/.exec(path) ?? [];
  if (above !== undefined && test !== undefined) return [`${above}${test}`, `${above}${test}.py`];
  const [, beside] = /^(.+)\.(?:snap|snap\.new|snapshot)$/.exec(path) ?? [];
  return beside === undefined ? [] : [beside];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
