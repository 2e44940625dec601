import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { defaultConfig } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { kindAt, readIfThere } from "../files.ts";
import type { Io } from "../io.ts";
import type { Change } from "./change.ts";
import { hasBlock, withoutBlock } from "./commit-hook.ts";
import { asideName, messageHookOf, shownPath } from "./hook-changes.ts";
import { readOwnRecord } from "./own-hooks.ts";
import { otherWorktrees, type Place } from "./place.ts";
import { type HookRecord, recordFile } from "./record.ts";
import { planShimRemoval } from "./shim.ts";

/** What `uninstall` would do, besides taking Writ out of the agents. */
export async function planRemoval(place: Place, purge: boolean, io: Pick<Io, "run">): Promise<Change[]> {
  const { root, hook } = place;
  const record = await readOwnRecord(place);
  const file = record?.hook?.file ?? hook?.file;
  const changes = file === undefined ? [] : await planHookRemoval(root, file, record?.hook ?? null, io);
  const messages = record?.messageHook?.file ?? (hook === null ? undefined : messageHookOf(hook.file));
  if (messages !== undefined) changes.push(...(await planHookRemoval(root, messages, record?.messageHook ?? null, io)));
  changes.push(...(purge ? [] : await planShimRemoval(root)));
  const sidecar = join(root, ".orchestration");
  if ((await kindAt(sidecar)) === "absent") return changes;
  const brain = await keptBrain(root);
  if (purge) return [...changes, { action: "delete", path: ".orchestration", file: sidecar }, ...brain];
  const reason = "the intents, the config and the records stay; --purge deletes them";
  const kept: Change = { action: "keep", path: ".orchestration", file: sidecar, reason };
  if (record === null) return [...changes, kept, ...brain];
  const own: Change = { action: "delete", path: ".orchestration/.state/install.json", file: recordFile(root) };
  return [...changes, own, kept, ...brain];
}

/** Lessons are the repository's, whoever wrote them down. */
async function keptBrain(root: string): Promise<Change[]> {
  const { brain } = defaultConfig;
  const file = join(root, brain);
  if ((await kindAt(file)) !== "file") return [];
  return [{ action: "keep", path: brain, file, reason: "what was learned stays; it is a file like any other now" }];
}

async function planHookRemoval(
  root: string,
  file: string,
  record: HookRecord | null,
  io: Pick<Io, "run">,
): Promise<Change[]> {
  const path = shownPath(root, file);
  const bytes = await readIfThere(file);
  const text = bytes?.toString("utf8") ?? "";
  const aside = join(dirname(file), asideName(file));
  // Moved aside by an `init` that was killed before it put anything in its place.
  if (bytes === null && record?.how === "wrapped" && (await kindAt(aside)) !== "absent")
    return [{ action: "move", path, file, from: aside }];
  if (bytes === null || !hasBlock(text)) return [];
  for (const other of await otherWorktrees(root, io)) {
    if ((await kindAt(join(other, ".orchestration"))) === "directory") {
      return [{ action: "keep", path, file, reason: `${other} uses it too` }];
    }
  }
  const mode = (await stat(file)).mode & 0o777;
  const untouched = record !== null && sha256(bytes) === record.after;
  if (untouched && record.how === "wrapped") {
    if ((await kindAt(aside)) !== "absent") return [{ action: "move", path, file, from: aside }];
  }
  if (untouched && record.before !== null) {
    const content = Buffer.from(record.before.content, "base64");
    return [{ action: "rewrite", path, file, content, mode: record.before.mode }];
  }
  const own = withoutBlock(text);
  return [own === null ? { action: "delete", path, file } : { action: "rewrite", path, file, content: own, mode }];
}
