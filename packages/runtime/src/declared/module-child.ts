import nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import type { HookResult, ModuleHandler } from "@writ/contracts";
import type { ModuleAnswer, ModuleRequest } from "./module-protocol.ts";
import { createTools } from "./tools/create-tools.ts";
import { endGroups } from "./tools/groups.ts";

const mostResult = 1024 * 1024;

const isHandler = (value: unknown): value is ModuleHandler => typeof value === "function";

/** The default export, also of a module that a compiler turned into CommonJS. */
function handlerIn(module: unknown): ModuleHandler | null {
  let found: unknown = module;
  for (let depth = 0; depth < 2; depth += 1) {
    if (typeof found !== "object" || found === null || !("default" in found)) return null;
    found = found.default;
    if (isHandler(found)) return found;
  }
  return null;
}

const said = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

function textOf(result: HookResult | undefined): string | { fault: string } {
  try {
    const text = JSON.stringify(result ?? {});
    if (typeof text !== "string") return { fault: "it returned something that is no JSON" };
    return text.length > mostResult ? { fault: "it returned more than 1 MB" } : text;
  } catch (error) {
    return { fault: `it returned something that is no JSON (${said(error)})` };
  }
}

async function answer(
  { root, file, hash, timeoutMs, context }: ModuleRequest,
  prepare: (file: string) => Promise<void>,
): Promise<string | { fault: string }> {
  const hurry = new AbortController();
  // Shortly before the time is over, so that a handler can still answer.
  const timer = setTimeout(() => hurry.abort(), Math.max(0, timeoutMs - Math.min(500, timeoutMs / 10)));
  try {
    await prepare(file);
    const module: unknown = await import(`${pathToFileURL(file).href}?v=${hash.slice(7, 23)}`);
    const handler = handlerIn(module);
    if (handler === null) return { fault: "its module has no default export that is a function" };
    return textOf(await handler(context, createTools(root, hurry.signal, context.environment)));
  } catch (error) {
    console.error(error);
    return { fault: `it threw ${said(error)}` };
  } finally {
    clearTimeout(timer);
    // What the handler started through its tools ends with it.
    hurry.abort();
  }
}

/** Makes this process load TypeScript through the module at the address. */
async function loadTypeScriptWith(url: string): Promise<void> {
  // Node 20 has only `register`, and Node 26 prints a deprecation warning for it.
  if (!("registerHooks" in nodeModule) || typeof nodeModule.registerHooks !== "function") nodeModule.register(url);
  else nodeModule.registerHooks(await import(url));
}

/**
 * The whole life of a warm child: runs the handler it is asked for, one call after the other, until its parent is gone.
 * The channel is this file's own, so nothing a handler prints can be taken for an answer.
 */
export function serveModule({ typescript }: { typescript: string }): void {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error("this program is started by writ");
  delete process.send;
  let readingTypes: Promise<void> | undefined;
  const prepare = async (file: string): Promise<void> => {
    if (!/\.[cm]?ts$/.test(file)) return;
    readingTypes ??= loadTypeScriptWith(typescript);
    await readingTypes;
  };
  process.on("message", (request: ModuleRequest) => {
    void answer(request, prepare).then((result) => {
      const { id } = request;
      const reply: ModuleAnswer = typeof result === "string" ? { id, text: result } : { id, ...result };
      send(reply);
    });
  });
  process.on("disconnect", () => {
    // Programs run for a handler have groups of their own.
    endGroups();
    // The whole group: what a handler left behind as well.
    if (process.platform !== "win32") process.kill(-process.pid, "SIGKILL");
    process.exit();
  });
}
