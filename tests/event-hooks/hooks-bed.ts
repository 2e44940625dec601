import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { About, Event, EventName, Told } from "@writ/contracts";
import {
  createWrit,
  type DeclaredHooks,
  type LayerHearing,
  lookAtHooks,
  openDeclaredHooks,
  readMaterial,
  shippedIn,
  trustHook,
} from "@writ/runtime";
import { scratch } from "@writ/testkit";
import { onTestFinished } from "vitest";

/** The package as it is built. */
const shipped = shippedIn(fileURLToPath(new URL("../../packages/cli", import.meta.url)));

/** One hook of a repository: what its file says beside `id`, and its handler. */
export interface HookText {
  readonly yaml: string;
  /** The handler's file, and what is in it; executable unless told. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A script handler of one line of sh. */
export const script = (id: string, line: string, more = ""): HookText => ({
  yaml: `handler: { kind: script, command: ./hooks/${id}.sh }\n${more}`,
  files: { [`hooks/${id}.sh`]: `#!/bin/sh\n${line}\n` },
});

/** A module handler. */
export const module = (id: string, text: string, more = "", ending = "mjs"): HookText => ({
  yaml: `handler: { kind: module, command: hooks/${id}.${ending} }\n${more}`,
  files: { [`hooks/${id}.${ending}`]: text },
});

/** A repository with hooks and a layer over it, gone after the test. */
export function repository({ builtins = false }: { builtins?: boolean } = {}) {
  const repo = scratch({ ".system/.keep": "" });
  onTestFinished(() => repo.remove());
  const places = { root: repo.root, builtins: builtins ? shipped.builtins : null, path: process.env.PATH };
  const open = (env: NodeJS.ProcessEnv = process.env): DeclaredHooks => {
    const hooks = openDeclaredHooks(repo.root, {
      ...shipped,
      builtins: places.builtins,
      env,
      now: () => new Date().toISOString(),
    });
    onTestFinished(() => hooks.close());
    return hooks;
  };
  const hooks = open();
  const state = async () => (await createWrit(repo.root)).state;
  return {
    ...repo,
    hooks,
    open,
    look: async () => lookAtHooks(places, await state(), "dev"),
    declare(id: string, event: string, { yaml, files = {} }: HookText): void {
      repo.write(`.system/hooks/${id}.yaml`, `id: ${id}\nevent_type: ${event}\n${yaml}`);
      for (const [path, text] of Object.entries(files)) {
        repo.write(path, text);
        chmodSync(join(repo.root, path), 0o755);
      }
    },
    /** As a person does with `writ trust`. */
    async trust(id?: string): Promise<void> {
      const kept = await state();
      for (const { hook } of (await lookAtHooks(places, kept, "dev")).hooks) {
        const material = id === undefined || hook.id === id ? readMaterial(hook, places) : null;
        if (material !== null) await trustHook(repo.root, hook, material, kept);
      }
    },
    async hear(name: EventName, over: Partial<Event> = {}, about: About = {}, hearing: Partial<LayerHearing> = {}) {
      return hear(hooks, repo.root, name, over, about, hearing);
    },
    /** How the runs ended, as the log has it; what handlers said is left out. */
    log: () => linesIn(repo.root).filter(({ status }) => status !== undefined),
    /** Every line of the log. */
    wholeLog: () => linesIn(repo.root),
  };
}

function linesIn(root: string): Record<string, unknown>[] {
  const file = join(root, ".system/logs/hooks.log");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

/** Tells a layer of an event, if it listens. */
export async function hear(
  hooks: DeclaredHooks,
  root: string,
  name: EventName,
  over: Partial<Event> = {},
  about: About = {},
  hearing: Partial<LayerHearing> = {},
): Promise<Told | null> {
  const layer = await hooks.layer({ environment: "dev", depth: 0, ...hearing });
  const event: Event = {
    name,
    at: "2026-11-15T10:00:00.000Z",
    session: { id: "s-1", agent: "claude-code" },
    cwd: root,
    ...(name.startsWith("tool.") && { request: { tool: "Bash", input: { command: "ls" }, callId: "c-1" } }),
    ...over,
  };
  return layer.listens(event) ? layer.hear(event, about) : null;
}

/** Waits until something is so. */
export async function until(isSo: () => boolean, ms = 10_000): Promise<void> {
  for (const end = performance.now() + ms; !isSo(); await pause(20)) {
    if (performance.now() > end) throw new Error("it did not come to that");
  }
}

/** Whether a process is there and no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
