import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A real git repository in a temporary folder. */
export interface Scratch {
  root: string;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
  git(...args: string[]): string;
  remove(): void;
}

/** Two intents, as a person would write them. */
export const twoIntents = `# who works on what
active_intents:
  - id: INT-001
    name: JWT Authentication Migration
    status: PENDING
    owned_scope:
      - "src/auth/**"
      - src/middleware/jwt.ts
    constraints:
      - Must not use external auth providers
    acceptance_criteria:
      - Unit tests in tests/auth/ pass
  - id: INT-002
    name: Billing
    status: IN_PROGRESS
    owned_scope: ["src/billing/**"]
`;

/** Makes a git repository with the given files and, unless told otherwise, a sidecar with two intents. */
export function scratch(files: Record<string, string> = {}, intents: string | null = twoIntents): Scratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-test-")));
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  git("init", "-q", "-b", "main");
  for (const [path, content] of Object.entries(files)) write(path, content);
  if (intents !== null) write(".orchestration/active_intents.yaml", intents);
  return {
    root,
    write,
    read: (path) => readFileSync(join(root, path), "utf8"),
    git,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 20 }),
  };
}
