import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { HandlerTools, HookResult, ModuleHandler, PostCallContext, PreCallContext } from "@writ/contracts";
import { onTestFinished } from "vitest";
import { createTools } from "../../packages/runtime/src/declared/tools/create-tools.ts";

/** Where the built-in hooks are. */
export const hooksFolder = fileURLToPath(new URL("../../packages/cli/hooks/", import.meta.url));

/** The handler of a built-in hook, as the module host loads it. */
export async function handlerOf(id: string): Promise<ModuleHandler> {
  const module: { default: ModuleHandler } = await import(pathToFileURL(join(hooksFolder, `${id}.mjs`)).href);
  return module.default;
}

/** A folder with the given files; those that begin with `#!` can be run. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-builtin-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  return root;
}

/** Writes one file below a folder. */
export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  if (text.startsWith("#!")) chmodSync(join(root, path), 0o755);
}

/** Tools that end with the test. */
export function toolsFor(root: string): HandlerTools {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return createTools(root, ending.signal, base.environment);
}

const base = {
  session_id: "sess-123",
  timestamp: "2026-01-15T10:45:12Z",
  repository_root: "/",
  stage: "act",
  agent: "claude-code",
  environment: "dev",
} as const;

/** A call that is about to happen. */
export function aPlannedCall(over: Partial<PreCallContext> = {}): PreCallContext {
  return {
    ...base,
    event_type: "PreAbilityCall",
    ability_id: "execute_command",
    tool_name: "Bash",
    paths: [],
    changes: [],
    is_known: true,
    ...over,
  };
}

/** A call that has happened: the seed's. */
export function aCall(over: Partial<PostCallContext> = {}): PostCallContext {
  return {
    ...base,
    event_type: "PostAbilityCall",
    ability_id: "code_review_agent",
    operation_key: "agent.code_review",
    tool_name: "Task",
    paths: [],
    changes: [],
    is_known: true,
    status: "success",
    duration_ms: 124_000,
    input_summary: "Review changes in src/payments/*.ts",
    output_summary: "Found 3 issues, suggested fixes in-line",
    ...over,
  };
}

/** What the hook says when a session stops that changed these files, now or earlier. */
export async function stopAfter(root: string, changed: string[], touched?: string[]): Promise<HookResult> {
  const check = await handlerOf("session_stop_build_check");
  const earlier = touched === undefined ? {} : { files_touched: touched };
  const context = { ...base, event_type: "SessionStop", stage: "review", changed_files: changed, ...earlier } as const;
  return (await check(context, toolsFor(root))) ?? {};
}

/** What the hook says to a request. */
export async function promptWith(root: string, message: string): Promise<HookResult> {
  const suggest = await handlerOf("skill_activation_prompt");
  const prompt = { user_message: message, files_touched: [] };
  return (await suggest({ ...base, event_type: "UserPromptSubmit", ...prompt }, toolsFor(root))) ?? {};
}
