import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ToolError } from "@writ/contracts";
import { HookEngine, sha256, type Writ } from "@writ/runtime";
import { addIntent } from "../commands/intent/add.ts";
import type { Context } from "../io.ts";
import { install, planInstall } from "../setup/install.ts";
import { findPlace } from "../setup/place.ts";

/** What became of a call: the tool's result, or Writ's refusal. */
export type Reply = { readonly ok: true; readonly result: string } | { readonly ok: false; readonly error: ToolError };

/** A scratch repository with two agents in it. Everything they do goes through the real engine. */
export interface Stage {
  readonly root: string;
  readonly writ: Writ;
  /** A tool call of one session. */
  call(session: string, tool: string, payload: Readonly<Record<string, string>>): Promise<Reply>;
  read(path: string): Promise<string>;
  /** What a person does by hand. */
  write(path: string, content: string): Promise<void>;
  git(...args: string[]): Promise<string>;
}

const files: Readonly<Record<string, string>> = {
  "src/auth/login.ts": "export function login(user: string, password: string) {\n  return check(user, password);\n}\n",
  "src/billing/invoice.ts": "export const total = (items: number[]) => items.reduce((sum, item) => sum + item, 0);\n",
  "package.json": '{\n  "name": "shop",\n  "version": "1.0.0"\n}\n',
  "README.md": "# Shop\n",
};

/** The narrator is a program, so this repository lets a script approve. A real one wants a person at a terminal. */
const config = `assurance:
  sensitive: script
`;

/** Sets the scene: a repository with a little code, guarded by Writ, and one intent. */
export async function openStage(context: Context): Promise<Stage> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "writ-demo-")));
  for (const [path, content] of Object.entries(files)) await put(root, path, content);
  const git = async (...args: string[]) => (await context.run("git", args, { cwd: root })).stdout.trim();
  await git("init", "--quiet", "--initial-branch=main");
  // The person's own settings (signing, shared hooks) are not part of the play.
  const settings = {
    "user.name": "Demo",
    "user.email": "demo@example.com",
    "commit.gpgsign": "false",
    "core.hooksPath": ".git/hooks",
  };
  for (const [key, value] of Object.entries(settings)) await git("config", key, value);
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "The shop as it is");

  await put(root, ".orchestration/config.yaml", config);
  const place = await findPlace(root, context);
  await install(root, await planInstall(place, context), context.now());
  const writ = await context.openWritAt(root);
  await writ.state.trust("config", sha256(config));
  const scope = ["src/auth/**", "package.json"];
  await addIntent(writ, context, {
    id: "INT-001",
    name: "Lock accounts after failed logins",
    scope,
    constraint: ["Keep the signature of login()"],
  });

  const engine = new HookEngine();
  engine.registerDefaultHooks({ root, approval: "config" });
  return {
    root,
    writ,
    git,
    read: (path) => readFile(join(root, path), "utf8"),
    write: (path, content) => put(root, path, content),
    async call(session, tool, payload) {
      const outcome = await engine.executeTool(tool, payload, {
        session: { id: session, cwd: root, model: "demo-model" },
        execute: () => perform(root, tool, payload),
      });
      if (outcome.allowed) return { ok: true, result: String(outcome.result ?? "") };
      return { ok: false, error: toError(outcome.blocked) };
    },
  };
}

/** The agent's tools, as any agent has them. Writ's own tools are answered before they come here. */
async function perform(
  root: string,
  tool: string,
  { path = "", content = "" }: Readonly<Record<string, string>>,
): Promise<string> {
  if (tool === "read_file") return readFile(join(root, path), "utf8");
  await put(root, path, content);
  return `wrote ${path}`;
}

async function put(root: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

function toError(blocked: ToolError | string | undefined): ToolError {
  const value: unknown = typeof blocked === "string" ? JSON.parse(blocked) : blocked;
  if (isToolError(value)) return value;
  throw new Error(`the engine refused without a reason: ${JSON.stringify(blocked)}`);
}

function isToolError(value: unknown): value is ToolError {
  return typeof value === "object" && value !== null && "type" in value && value.type === "tool_error";
}
