/** Reads a file of the repository's root; `null` when it is not there. */
export type ReadRootFile = (name: string) => Promise<string | null>;

/** Names of scripts and targets that test, build, check or format, also with a suffix: `test:unit`. */
const everyday =
  /^(test|tests|spec|build|compile|check|lint|format|fmt|typecheck|type-check|types|tsc|verify|coverage|bench)([:._-][\w:.-]+)?$/;

/** What a file in the root says about the commands people run every day. */
const byFile: Readonly<Record<string, (text: string) => readonly string[]>> = {
  Makefile: makeTargets,
  makefile: makeTargets,
  "Cargo.toml": () => ["cargo test", "cargo build", "cargo check", "cargo clippy", "cargo fmt"],
  "go.mod": () => ["go test", "go build", "go vet", "go fmt"],
  "pyproject.toml": pythonTools,
  "setup.cfg": pythonTools,
  "tox.ini": () => ["tox"],
  "pom.xml": () => ["mvn test", "mvn verify", "mvn package"],
  gradlew: () => ["./gradlew test", "./gradlew build", "./gradlew check"],
  "mix.exs": () => ["mix test", "mix compile", "mix format"],
  "deno.json": () => ["deno test", "deno lint", "deno fmt", "deno check"],
};

/** The repository's own test, build, lint and format commands, as far as its files tell. Sorted, no duplicates. */
export async function detectRunners(read: ReadRootFile): Promise<string[]> {
  const found = new Set<string>();
  const manifest = await read("package.json");
  if (manifest !== null) for (const runner of scriptsOf(manifest, await packageManager(read))) found.add(runner);
  for (const [name, toRunners] of Object.entries(byFile)) {
    const text = await read(name);
    if (text !== null) for (const runner of toRunners(text)) found.add(runner);
  }
  return [...found].sort();
}

type Manager = "npm" | "pnpm" | "yarn" | "bun";

async function packageManager(read: ReadRootFile): Promise<Manager> {
  const lockFiles = { "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun" } as const;
  for (const [name, manager] of Object.entries(lockFiles)) if ((await read(name)) !== null) return manager;
  return "npm";
}

function scriptsOf(manifest: string, manager: Manager): string[] {
  let scripts: unknown;
  try {
    ({ scripts } = JSON.parse(manifest));
  } catch {
    return [];
  }
  if (typeof scripts !== "object" || scripts === null) return [];
  const names = Object.keys(scripts).filter((name) => everyday.test(name));
  const runners = names.flatMap((name) =>
    name === "test" ? [`${manager} test`, `${manager} run test`] : [`${manager} run ${name}`],
  );
  return manager === "npm" && names.length > 0 ? [...runners, "npm ci"] : runners;
}

function makeTargets(text: string): string[] {
  const targets = [...text.matchAll(/^([A-Za-z][\w.-]*)\s*:(?!=)/gm)].map(([, target]) => target ?? "");
  return targets.filter((target) => everyday.test(target)).map((target) => `make ${target}`);
}

function pythonTools(text: string): string[] {
  const tools: readonly (readonly [RegExp, readonly string[]])[] = [
    [/\bpytest\b/, ["pytest", "python -m pytest"]],
    [/\bruff\b/, ["ruff check", "ruff format"]],
    [/\bblack\b/, ["black"]],
    [/\bmypy\b/, ["mypy"]],
    [/\bpyright\b/, ["pyright"]],
  ];
  return tools.flatMap(([sign, runners]) => (sign.test(text) ? runners : []));
}
