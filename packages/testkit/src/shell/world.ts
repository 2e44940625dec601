/** The scope of the intent that every corpus assumes. */
export const ownedScope: readonly string[] = ["src/auth/**", "src/middleware/jwt.ts", "tests/auth/**"];

/** What `writ init` would have found in a repository that has a bit of everything. */
const shellRunners: readonly string[] = [
  ...[
    "npm test",
    "npm run test",
    "npm run build",
    "npm run lint",
    "npm run format",
    "npm run typecheck",
    "npm run check",
    "npm ci",
  ],
  ...["pnpm test", "pnpm run test", "pnpm run build", "yarn test", "yarn run test", "yarn run build", "npx vitest"],
  ...[
    "cargo test",
    "cargo build",
    "cargo check",
    "cargo clippy",
    "cargo fmt",
    "go test",
    "go build",
    "go vet",
    "go fmt",
  ],
  ...[
    "pytest",
    "python -m pytest",
    "ruff check",
    "ruff format",
    "black",
    "mypy",
    "pyright",
    "tox",
    "mix test",
    "mix compile",
  ],
  ...["make test", "make build", "make lint", "make check", "make fmt", "mvn test", "mvn verify", "mvn package"],
  ...["./gradlew test", "./gradlew build", "./gradlew check", "deno test", "deno lint", "deno fmt", "deno check"],
];

/** Where the command lines of every corpus start. */
export const shellWorld: { readonly runners: readonly string[]; readonly cwd: string; readonly root: string } = {
  runners: shellRunners,
  cwd: "/ws",
  root: "/ws",
};
