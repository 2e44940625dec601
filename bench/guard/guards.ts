import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createWrit, sha256 } from "@writ/runtime";
import { ownedScope, shellWorld } from "@writ/testkit";
import { checkCommand } from "cc-safety-net/api";

/** Whether a command line passes without a question. `/ws` stands for the workspace. */
export type Guard = (command: string) => Promise<boolean>;

/** A repository that all guards are asked about, and the guards. */
export interface Guards {
  readonly writ: Guard;
  readonly safetyNet: Guard;
  readonly safetyNetParanoid: Guard;
  close(): Promise<void>;
}

const files = [
  ...[".venv/bin/activate", "venv/bin/activate"],
  ...["vitest.unit.config.ts", "jest.unit.config.js", "playwright.ci.config.ts"],
  ...["src/auth/a.ts", "src/auth/jwt.ts", "src/billing/a.ts", "src/middleware/jwt.ts", "tests/auth/a.test.ts"],
];

/** What a repository of any kind has in its `.gitignore`. */
const ignored = [
  ...[
    "node_modules/",
    ".venv/",
    "venv/",
    "vendor/",
    "dist/",
    "build/",
    "out/",
    "bin/",
    "target/",
    "coverage/",
    "reports/",
  ],
  ...["test-results/", "TestResults/", "*.out", "*.log", "*.trx", ".eslintcache", ".mypy_cache/", ".pytest_cache/"],
  ...["coverage.xml", "junit.xml", "report.xml", "report.html", "results.json"],
];

/** Opens them in a new repository, which lies outside of every temporary folder: those are free to be written. */
export async function openGuards(): Promise<Guards> {
  mkdirSync(".build", { recursive: true });
  const base = realpathSync(mkdtempSync(resolve(".build", "guard-")));
  const root = join(base, "ws");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of files) write(path, "export {};\n");
  write(".orchestration/active_intents.yaml", intents);
  write(".orchestration/config.yaml", `runners: ${JSON.stringify(shellWorld.runners)}\n`);
  write(".gitignore", `${ignored.join("\n")}\n`);
  execFileSync("git", ["init", "-q"], { cwd: root });
  const writ = await createWrit(root);
  await writ.state.trust("config", sha256(readFileSync(join(root, ".orchestration/config.yaml"))));
  const placed = (command: string) => command.replaceAll(/\/ws(?![\w-])/g, root);
  const net = (level: string) => async (command: string) => {
    process.env.CC_SAFETY_NET_LEVEL = level;
    return checkCommand({ command: placed(command), cwd: root }).kind === "allow";
  };
  return {
    async writ(command) {
      const { verdict } = await writ.explain({ command: placed(command) }, "INT-001", root);
      return verdict === "pass" || verdict === "allow";
    },
    safetyNet: net("standard"),
    safetyNetParanoid: net("paranoid"),
    async close() {
      await writ.close();
      rmSync(base, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

const intents = `active_intents:
  - id: INT-001
    name: Tokens that expire
    status: IN_PROGRESS
    owned_scope: ${JSON.stringify(ownedScope)}
`;
