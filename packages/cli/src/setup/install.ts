import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fail, type Problem, problem } from "@writ/contracts";
import { recordGovernance, requireOwnState, sidecarPaths } from "@writ/runtime";
import { openSeal } from "../daemon/seal.ts";
import { kindAt, readIfThere, writeInOneMove } from "../files.ts";
import type { Io } from "../io.ts";
import { applyChange, type Change, sweepDrafts } from "./change.ts";
import { type HookPlan, planHook, planMessageHook } from "./hook-changes.ts";
import type { Place } from "./place.ts";
import { formatRecord, type HookRecord, type InstallRecord, readRecord, recordFile } from "./record.ts";
import { detectRunners } from "./runners.ts";
import { planShim } from "./shim.ts";
import {
  configTemplate,
  gitAttributesTemplate,
  gitIgnoreTemplate,
  ignoreTemplate,
  intentsTemplate,
} from "./templates.ts";
import type { WiringPlan } from "./wire.ts";

/** Everything `init` would do. */
export interface InstallPlan {
  readonly sidecar: readonly Change[];
  readonly shim: readonly Change[];
  readonly hook: HookPlan | null;
  /** The hook for messages; `null` where nobody wants it. */
  readonly messageHook: HookPlan | null;
  readonly wiring: WiringPlan;
}

/** No agent at all. */
export const noWiring: WiringPlan = { agents: [], exclude: [], wired: [], folders: [], excluded: [] };

/** Looks at the disk and plans what is missing. Nothing of the person's is overwritten. */
export async function planInstall(
  { root, hook }: Place,
  io: Pick<Io, "self" | "platform">,
  wiring = noWiring,
  trailers = false,
): Promise<InstallPlan> {
  await requirePlainSidecar(root);
  // Whoever wanted it once need not say so again.
  const isNamed = trailers || (await readRecord(root))?.messageHook != null;
  return {
    sidecar: await planSidecar(root),
    shim: await planShim(root, io),
    hook: hook === null ? null : await planHook(root, hook, io.self.script, io.platform),
    messageHook: hook === null || !isNamed ? null : await planMessageHook(root, hook, io.self.script, io.platform),
    wiring,
  };
}

/** All of it but the agents, in the order it is done. */
export function changesOf({ sidecar, shim, hook, messageHook, wiring }: InstallPlan): Change[] {
  return [...sidecar, ...shim, ...(hook?.changes ?? []), ...(messageHook?.changes ?? []), ...wiring.exclude];
}

/** A sidecar that is a link, or lies behind one, could point anywhere (design 3). */
export async function requirePlainSidecar(root: string): Promise<void> {
  for (const path of [".orchestration", ".orchestration/.state", ".orchestration/ledger"]) {
    const kind = await kindAt(join(root, path));
    if (kind === "absent" || kind === "directory") continue;
    const reason = kind === "link" ? "it is a symbolic link" : "it is not a folder";
    throw fail("SIDECAR_INVALID", { file: path, reason });
  }
}

async function planSidecar(root: string): Promise<Change[]> {
  const intents =
    (await kindAt(join(root, ".orchestration", "active_intents.yml"))) === "file"
      ? "active_intents.yml"
      : "active_intents.yaml";
  const contents: readonly (readonly [string, () => Promise<string> | string])[] = [
    [intents, () => intentsTemplate],
    ["config.yaml", async () => configTemplate(await detectRunners((name) => rootFile(root, name)))],
    [".intentignore", () => ignoreTemplate],
    [".gitignore", () => gitIgnoreTemplate],
    [".gitattributes", () => gitAttributesTemplate],
  ];
  const changes: Change[] = [];
  for (const [name, content] of contents) {
    const path = `.orchestration/${name}`;
    const file = join(root, ".orchestration", name);
    const absent = (await kindAt(file)) === "absent";
    changes.push(
      absent ? { action: "create", path, file, content: await content(), mode: 0o644 } : { action: "keep", path, file },
    );
  }
  return changes;
}

async function rootFile(root: string, name: string): Promise<string | null> {
  try {
    return await readFile(join(root, name), "utf8");
  } catch {
    return null;
  }
}

/**
 * Does what was planned. How to undo it is written down before anything of the person's is touched, so that whoever is
 * killed on the way leaves nothing that cannot be given back. Gives the settings that could not be written.
 */
export async function install(root: string, plan: InstallPlan, now: string): Promise<Problem[]> {
  for (const change of plan.sidecar) await applyChange(change);
  recordGovernance(root);
  await sweepDrafts(sidecarPaths(root).state);
  await requireOwnState(root);
  // Hooks take no answer without it.
  openSeal(root);
  const text = formatRecord(mergeRecord(await readRecord(root), plan, now));
  await sweepDrafts(recordFile(root));
  const there = await readIfThere(recordFile(root));
  // It holds what people had in their settings, which may be for them alone.
  if (there?.toString("utf8") !== text) await writeInOneMove(recordFile(root), text, 0o600);
  const hooks = [...(plan.hook?.changes ?? []), ...(plan.messageHook?.changes ?? [])];
  for (const change of [...plan.shim, ...hooks, ...plan.wiring.exclude]) await applyChange(change);
  const problems: Problem[] = [];
  for (const { changes } of plan.wiring.agents) problems.push(...(await applyAll(changes)));
  return problems;
}

/** Applies what concerns one agent; what the disk refuses is that agent's problem. */
export async function applyAll(changes: readonly Change[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const change of changes) {
    try {
      await applyChange(change);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push(problem("SETTINGS_INVALID", { file: change.path, reason }));
    }
  }
  return problems;
}

/** What is known from the first time stays: only then were the originals still there. */
export function mergeRecord(
  before: InstallRecord | null,
  { sidecar, hook, messageHook, wiring }: Omit<InstallPlan, "shim">,
  now: string,
): InstallRecord {
  const made = sidecar.filter(({ action }) => action === "create").map(({ path }) => path);
  const created = [...new Set([...(before?.created ?? []), ...made])].sort();
  const others = (before?.wired ?? []).filter(({ path }) => !wiring.wired.some((one) => one.path === path));
  return {
    v: 1,
    at: before?.at ?? now,
    created,
    hook: mergeHook(before?.hook ?? null, hook),
    messageHook: mergeHook(before?.messageHook ?? null, messageHook),
    wired: [...others, ...wiring.wired].sort((one, other) => (one.path < other.path ? -1 : 1)),
    folders: [...new Set([...(before?.folders ?? []), ...wiring.folders])].sort(),
    excluded: wiring.excluded,
  };
}

function mergeHook(old: HookRecord | null, plan: HookPlan | null): HookRecord | null {
  const fresh = plan?.record ?? null;
  const same = fresh !== null && old !== null && old.file === fresh.file && fresh.how !== "wrapped";
  return same ? { ...old, after: fresh.after } : (fresh ?? old);
}
