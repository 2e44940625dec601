import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "@writ/contracts";
import { requireOwnState } from "@writ/runtime";
import { kindAt, readIfThere, writeInOneMove } from "../files.ts";
import type { Io } from "../io.ts";
import { applyChange, type Change } from "./change.ts";
import { type HookPlan, planHook } from "./hook-changes.ts";
import type { Place } from "./place.ts";
import { formatRecord, type InstallRecord, readRecord, recordFile } from "./record.ts";
import { detectRunners } from "./runners.ts";
import { configTemplate, gitIgnoreTemplate, ignoreTemplate, intentsTemplate } from "./templates.ts";

/** Everything `init` would do. Agents are wired as one more part of it. */
export interface InstallPlan {
  readonly sidecar: readonly Change[];
  readonly hook: HookPlan | null;
}

/** Looks at the disk and plans what is missing. Nothing that is there is overwritten. */
export async function planInstall({ root, hook }: Place, io: Pick<Io, "self" | "platform">): Promise<InstallPlan> {
  await requirePlainSidecar(root);
  return {
    sidecar: await planSidecar(root),
    hook: hook === null ? null : await planHook(root, hook, io.self.script, io.platform),
  };
}

/** All of it, in the order it is done. */
export function changesOf({ sidecar, hook }: InstallPlan): Change[] {
  return [...sidecar, ...(hook?.changes ?? [])];
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

/** Does what was planned, and writes down how to undo it. */
export async function install(root: string, plan: InstallPlan, now: string): Promise<void> {
  for (const change of changesOf(plan)) await applyChange(change);
  await requireOwnState(root);
  const before = await readRecord(root);
  const record = mergeRecord(before, plan, now);
  const text = formatRecord(record);
  const there = await readIfThere(recordFile(root));
  if (there?.toString("utf8") !== text) await writeInOneMove(recordFile(root), text);
}

/** What is known from the first time stays: only then were the originals still there. */
export function mergeRecord(before: InstallRecord | null, { sidecar, hook }: InstallPlan, now: string): InstallRecord {
  const made = sidecar.filter(({ action }) => action === "create").map(({ path }) => path);
  const created = [...new Set([...(before?.created ?? []), ...made])].sort();
  const fresh = hook?.record ?? null;
  const old = before?.hook ?? null;
  const same = fresh !== null && old !== null && old.file === fresh.file && fresh.how !== "wrapped";
  const hookRecord = same ? { ...old, after: fresh.after } : (fresh ?? old);
  return { v: 1, at: before?.at ?? now, created, hook: hookRecord };
}
