import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { diskFolder } from "@writ/testkit";

/** A real directory tree with everything the path cases talk about. The root is called `ws`, as in the cases. */
export interface PathWorld {
  root: string;
  remove(): void;
}

const files = [
  "src/auth/a.ts",
  "src/auth/l3.ts",
  "src/auth/sub/b.ts",
  "src/auth/Case.ts",
  "src/auth/caf\u00e9.ts",
  "src/auth/old name .ts ",
  "src/auth/a.ts:stream",
  "src/auth/100%2fdone.ts",
  "src/auth/routes/$id.tsx",
  "src/auth/package.json",
  "src/billing/a.ts",
  "src/billing/only.ts",
  "src/middleware/jwt.ts",
  "tests/auth/jwt.test.ts",
  "config/cursor/hooks.json",
  "package.json",
  "NOTES.md",
  ".git/config",
  ".git/hooks/pre-commit.sample",
  ".claude/settings.json",
  ".orchestration/active_intents.yaml",
  ".orchestration/agent_trace.jsonl",
  "node_modules/writ/bin/writ.cjs",
];

/** Link, and what it holds. `<ws>` is the workspace, `<out>` a folder beside it. */
const links: [link: string, target: string][] = [
  ["src/auth/chain.ts", "l1"],
  ["src/auth/l1", "l2"],
  ["src/auth/l2", "../billing/a.ts"],
  ["src/auth/loop.ts", "loop.ts"],
  ["src/auth/ping.ts", "pong.ts"],
  ["src/auth/pong.ts", "ping.ts"],
  ["src/auth/loopdir", "loopdir"],
  ["src/auth/file-link.ts", "../billing/a.ts"],
  ["src/auth/in-link.ts", "a.ts"],
  ["src/auth/dir", "../billing"],
  ["src/auth/in-dir", "sub"],
  ["src/auth/up", "../.."],
  ["src/auth/out.ts", "<out>/secret.txt"],
  ["src/auth/out-dir", "<out>"],
  ["src/auth/etc", "/etc"],
  ["src/auth/tmp", "/tmp"],
  ["src/auth/dangling-out.ts", "<out>/new.txt"],
  ["src/auth/dangling-billing.ts", "../billing/new.ts"],
  ["src/auth/dangling-in.ts", "new-target.ts"],
  ["src/auth/cwd", "/proc/self/cwd"],
  ["src/auth/settings.json", "../../.claude/settings.json"],
  ["src/auth/hooks", "../../.git/hooks"],
  ["src/auth/abs.ts", "<ws>/src/billing/a.ts"],
  ["src/auth/root", "<ws>"],
  ["src/auth/pr", "/proc/self/cwd"],
  ["src/billing/back.ts", "../auth/a.ts"],
  ["src/billing/back-dir", "../auth"],
  [".cursor", "config/cursor"],
];

/** Builds the tree in a temporary folder. */
export function buildPathWorld(): PathWorld {
  const base = diskFolder("writ-paths-");
  const root = join(base, "ws");
  const out = join(base, "out");
  const write = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${path}\n`);
  };
  write(join(out, "secret.txt"));
  for (const path of files) write(join(root, path));
  for (const [link, target] of links) symlinkSync(target.replace("<out>", out).replace("<ws>", root), join(root, link));
  linkSync(join(root, "src/billing/a.ts"), join(root, "src/auth/hard.ts"));
  linkSync(join(root, "NOTES.md"), join(root, "src/auth/hard2.ts"));
  execFileSync("mkfifo", [join(root, "src/auth/fifo")]);
  symlinkSync("fifo", join(root, "src/auth/fifo-link"));
  return { root, remove: () => rmSync(base, { recursive: true, force: true }) };
}
