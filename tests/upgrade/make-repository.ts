// Makes tests/fixtures/repository-VERSION.tar.gz, a repository as this version of Writ leaves it:
// `node scripts/run.mjs tests/upgrade/make-repository.ts`. One per release: later versions must open each of them.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pack } from "./repository-archive.ts";

// Bundled elsewhere, so its own address says nothing.
const checkout = process.cwd();
const command = join(checkout, "packages/cli/bin/writ.cjs");
const { version } = JSON.parse(readFileSync(join(checkout, "packages/cli/package.json"), "utf8"));
const archive = resolve(process.argv[2] ?? join(checkout, `tests/fixtures/repository-${version}.tar.gz`));

const base = realpathSync(mkdtempSync(join(tmpdir(), "writ-repository-")));
const root = join(base, "shop");
const env = {
  PATH: [join(base, "bin"), process.env.PATH].join(delimiter),
  HOME: join(base, "home"),
  XDG_RUNTIME_DIR: join(base, "run"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: join(base, "home/.gitconfig"),
  TZ: "UTC",
};

function setUp(): void {
  for (const folder of [root, env.HOME, join(base, "bin")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(base, "bin/writ"), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`, { mode: 0o755 });
  mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 });
  writeFileSync(
    env.GIT_CONFIG_GLOBAL,
    "[user]\n  name = Ada\n  email = ada@example.com\n[init]\n  defaultBranch = main\n",
  );
  git("init", "--quiet", "--template=");
  put("package.json", '{\n  "name": "shop",\n  "version": "1.0.0",\n  "scripts": { "test": "node --test" }\n}\n');
  put("src/auth/login.ts", "export function login(user: string) {\n  return user;\n}\n");
  put("src/billing/invoice.ts", "export const total = 1;\n");
  put("README.md", "# Shop\n");
  commit("The shop as it is");
}

function work(): void {
  writ("init", "--agent", "claude-code,codex", "--yes");
  put(".orchestration/config.yaml", "runners: [npm test]\nassurance:\n  sensitive: script\n");
  writ("trust", "--yes");
  writ(
    "intent",
    "add",
    "--id",
    "INT-001",
    "--name",
    "Lock accounts",
    "--scope",
    "src/auth/**",
    "--scope",
    "package.json",
  );
  writ("intent", "add", "--id", "INT-002", "--name", "Invoices", "--scope", "src/billing/**");
  writ("hooks", "scaffold", "note_sessions", "--event", "SessionStart");
  writ("trust", "--hook", "note_sessions", "--yes");
  commit("Set up Writ");

  const claude = claudeSession("claude-1");
  claude.say("SessionStart", { source: "startup" });
  claude.select("INT-001");
  claude.write(
    "src/auth/login.ts",
    "export function login(user: string) {\n  const tries = 0;\n  return tries < 3 ? user : null;\n}\n",
  );
  claude.write("src/auth/tries.ts", "export const most = 3;\n");
  claude.write("src/billing/tax.ts", "export const tax = 0.2;\n", "SCOPE_VIOLATION");
  const manifest = '{\n  "name": "shop",\n  "version": "1.1.0",\n  "scripts": { "test": "node --test" }\n}\n';
  claude.write("package.json", manifest, "APPROVAL_REQUIRED");
  const [ticket] = JSON.parse(writ("approve", "--json"));
  writ("approve", ticket.id, "--yes", "--note", "a release");
  claude.write("package.json", manifest);
  commit("Lock accounts after three tries");

  const codex = codexSession("codex-1");
  codex.say("SessionStart", { source: "startup" });
  codex.select("INT-002");
  codex.write("src/billing/tax.ts", "export const tax = 0.2;\n");
  codex.say("Stop", { stop_hook_active: false });
  commit("Add the tax");
  writ("verify", "--anchor");

  claude.bash("npm test", () => put("src/billing/invoice.ts", "export const total = 2;\n"));
  const [stray] = JSON.parse(writ("undo", "--json"));
  writ("undo", stray.id, "--yes");
  writ("lesson", "Run the tests before a commit.", "--intent", "INT-001");
  claude.say("Stop", { stop_hook_active: false });
  claude.say("SessionEnd", { reason: "other" });

  // Not committed: these records are in the live ledger alone.
  const second = claudeSession("claude-2");
  second.select("INT-002");
  second.write("src/billing/invoice.ts", "export const total = 1;\nexport const net = total;\n");
  writ("status", "--json");
  writ("log", "--json");
}

/** Starts a program as an agent does: a user's commands must not run beneath the process that started the hooks. */
const asAgent = `const { spawnSync } = require("node:child_process");
process.exit(spawnSync(process.execPath, process.argv.slice(1), { stdio: "inherit" }).status);`;

interface AgentSession {
  say(event: string, fields: object): string;
  select(intent: string): void;
  /** Asks, writes the file and says so; or expects to be denied with this code. */
  write(path: string, content: string, denied?: string): void;
  /** Asks for a command, does the work in its place and says so. */
  bash(line: string, work: () => void): void;
}

function claudeSession(id: string): AgentSession {
  return sessionOf("claude-code", id, (path, content) => ["Write", { file_path: join(root, path), content }]);
}

function codexSession(id: string): AgentSession {
  return sessionOf("codex", id, (path, content) => [
    "apply_patch",
    { command: `*** Begin Patch\n*** Add File: ${path}\n${content.replaceAll(/^(?=.)/gm, "+")}*** End Patch` },
  ]);
}

function sessionOf(
  agent: string,
  id: string,
  toWrite: (path: string, content: string) => [string, object],
): AgentSession {
  let calls = 0;
  const say = (event: string, fields: object) =>
    run(process.execPath, ["-e", asAgent, command, "hook", agent, event], {
      session_id: id,
      cwd: root,
      hook_event_name: event,
      permission_mode: "default",
      ...fields,
    });
  const call = (tool: string, input: object, work: () => void, denied?: string) => {
    calls += 1;
    const about = { tool_name: tool, tool_input: input, tool_use_id: `${id}-${calls}` };
    const said = say("PreToolUse", about);
    const isDenied = said.includes('"deny"');
    if (isDenied !== (denied !== undefined) || !said.includes(denied ?? "")) throw new Error(`${tool}: ${said}`);
    if (isDenied) return;
    work();
    say("PostToolUse", { ...about, tool_response: {} });
  };
  return {
    say,
    select: (intent) => call("mcp__writ__select_active_intent", { intent_id: intent }, () => {}),
    write: (path, content, denied) => call(...toWrite(path, content), () => put(path, content), denied),
    bash: (line, work) => call("Bash", { command: line }, work),
  };
}

function writ(...args: string[]): string {
  return run(process.execPath, [command, ...args]);
}

function commit(message: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

function git(...args: string[]): void {
  execFileSync("git", args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
}

function run(program: string, args: readonly string[], input?: object): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    env,
    encoding: "utf8",
    input: input === undefined ? "" : JSON.stringify(input),
  });
  if (status !== 0) throw new Error(`${args.slice(1).join(" ")}: exit code ${status}\n${stdout}${stderr}`);
  return stdout;
}

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

try {
  setUp();
  work();
  pack(root, archive, { command, checkout });
  console.log(`${archive} is written.`);
} finally {
  rmSync(base, { recursive: true, force: true });
}
