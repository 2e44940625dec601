import { dirname, join } from "node:path";
import { type InstalledHook, readSettings } from "@writ/adapters/wiring";
import type { AgentId, Wiring } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { readIfThere } from "../../files.ts";
import type { Context } from "../../io.ts";
import { isInside } from "../../paths.ts";
import { error, type Finding, note, ok, warning } from "../finding.ts";
import type { FoundFile } from "./wired-files.ts";

/** Whether the person has told the agent that it may run the hooks of this repository. */
export type TrustState = "trusted" | "untrusted" | "changed" | "partly" | "not needed" | "unknown";

type World = Pick<Context, "env" | "home"> & { readonly root: string; readonly files: readonly FoundFile[] };
type Fields = Readonly<Record<string, unknown>>;

const readers: Partial<Record<AgentId, (world: World) => Promise<TrustState>>> = {
  // It runs hooks without being told; what it asks about is the MCP server.
  "claude-code": async () => "not needed",
  codex,
  copilot,
  gemini: (world) => folderTrust(world, ".gemini", true),
  qwen: (world) => folderTrust(world, ".qwen", false),
};

/** Looks at what the agent itself wrote down; nothing else of its files is kept or shown. */
export async function trustOf({ agent, trust }: Wiring, world: World): Promise<TrustState> {
  if (trust.length === 0) return "not needed";
  const read = readers[agent];
  return read === undefined ? "unknown" : read(world);
}

/** What to say about it. `isHeard`: the hooks fired all the same, perhaps because they were trusted for one run only. */
export function trustFindings({ agent, title, trust }: Wiring, state: TrustState, isHeard: boolean): Finding[] {
  // What happens until then is said in the steps, by those agents of which it is known.
  const steps = trust.join(" ");
  switch (state) {
    case "not needed":
      return [];
    case "trusted":
      return [ok("trusted", "trusted")];
    case "unknown":
      return isHeard ? [] : [note("trusted", `Whether it is trusted cannot be told from here. ${steps}`)];
    case "changed":
      return [error("trusted", `${title} has not trusted the hooks as they are now, so it skips them.`, steps)];
    case "partly":
      return [error("trusted", `${title} trusts only some of the hooks.`, steps)];
    case "untrusted": {
      if (isHeard)
        return [note("trusted", `${title} trusts the hooks for single runs only, as far as its settings say.`)];
      // Others ask when they are started; Codex goes on without a word.
      const level = agent === "codex" ? error : warning;
      return [level("trusted", `${title} does not trust the hooks yet.`, steps)];
    }
  }
}

/** Codex wants the folder trusted, and each hook by its hash: one that was changed since must be trusted again. */
async function codex({ env, home, root, files }: World): Promise<TrustState> {
  const config = await fieldsIn(join(env.CODEX_HOME || join(home, ".codex"), "config.toml"));
  const project = fieldsAt(config, "projects", root);
  const hooks = join(root, files[0]?.path ?? "");
  const kept = Object.entries(fieldsAt(config, "hooks", "state"));
  const hashesOf = (event: string) =>
    kept.flatMap(([key, state]) =>
      key.startsWith(`${hooks}:${event}:`) && isFields(state) && state.enabled !== false
        ? [state.trusted_hash].filter((hash) => typeof hash === "string")
        : [],
    );
  const own = (files[0]?.installed.hooks ?? []).map((hook) => ({ hook, hashes: hashesOf(snake(hook.event ?? "")) }));
  const known = own.filter(({ hashes }) => hashes.length > 0);
  if (project.trust_level !== "trusted" || known.length === 0) return "untrusted";
  if (known.some(({ hook, hashes }) => !hashes.includes(codexHash(hook)))) return "changed";
  return known.length === own.length ? "trusted" : "partly";
}

const snake = (event: string): string => event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** By what Codex knows a hook: its event and its handler, the keys sorted and what is not said left out. */
export function codexHash({ event, line, timeout }: InstalledHook): string {
  const handler = { async: false, command: line, timeout: timeout?.value, type: "command" };
  return sha256(JSON.stringify({ event_name: snake(event ?? ""), hooks: [handler] }));
}

async function copilot({ env, home, root }: World): Promise<TrustState> {
  const config = await fieldsIn(join(env.COPILOT_HOME || join(home, ".copilot"), "config.json"));
  const folders = [config.trusted_folders, config.trustedFolders].flat();
  return folders.some((folder) => typeof folder === "string" && isInside(root, folder)) ? "trusted" : "untrusted";
}

/** Gemini CLI, and Qwen Code, which is made from it: by default only the first asks. */
async function folderTrust({ env, home, root }: World, folder: string, isAsking: boolean): Promise<TrustState> {
  const settings = await fieldsIn(join(home, folder, "settings.json"));
  const { enabled } = fieldsAt(settings, "security", "folderTrust");
  if (!(typeof enabled === "boolean" ? enabled : isAsking)) return "not needed";
  if (folder === ".gemini" && env.GEMINI_CLI_TRUST_WORKSPACE === "true") return "trusted";
  const rules = Object.entries(await fieldsIn(join(home, folder, "trustedFolders.json")));
  const near = rules
    .map(([path, rule]) => ({ path: rule === "TRUST_PARENT" ? dirname(path) : path, rule }))
    .filter(({ path }) => isInside(root, path))
    // The nearest folder counts.
    .sort((one, other) => other.path.length - one.path.length);
  return near[0] !== undefined && near[0].rule !== "DO_NOT_TRUST" ? "trusted" : "untrusted";
}

async function fieldsIn(path: string): Promise<Fields> {
  const text = (await readIfThere(path).catch(() => null))?.toString("utf8");
  const value = text === undefined ? null : readSettings(path, text);
  return isFields(value) ? value : {};
}

function fieldsAt(fields: Fields, ...names: readonly string[]): Fields {
  const found = names.reduce<unknown>(
    (value, name) => (isFields(value) && Object.hasOwn(value, name) ? value[name] : null),
    fields,
  );
  return isFields(found) ? found : {};
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
