import type { ContentHash, Hook, StateStore } from "@writ/contracts";
import { hunksBetween } from "@writ/engine";
import { type Check, fileNameOf, isRecord, statePath, valueIn, writeJson } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import { asOwnWrite } from "../snapshot/alarms/own-change.ts";
import { forgetGuard, keepGuard } from "./guards.ts";
import { hashOfMaterial, type Material } from "./material.ts";
import { hookTrust } from "./trust.ts";

/** What a person trusted, kept so that they see what changed since. */
interface Kept {
  readonly files: readonly { readonly name: string; readonly base64: string }[];
}

const isKept: Check<Kept> = (value): value is Kept =>
  isRecord(value) &&
  Array.isArray(value.files) &&
  value.files.every((file) => isRecord(file) && typeof file.name === "string" && typeof file.base64 === "string");

const largest = 1_000_000;
const pathOf = (root: string, id: string): string =>
  statePath(sidecarPaths(root).state, "trusted", `${fileNameOf(id)}.json`);

/** Remembers a hook's files as a person trusted them. */
async function keepMaterial(root: string, id: string, { files }: Material): Promise<void> {
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (size > largest) return;
  const kept: Kept = {
    files: files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") })),
  };
  await writeJson(pathOf(root, id), kept);
}

/** What a person said yes to: this hook, as exactly these bytes. */
export async function trustHook(
  root: string,
  hook: Hook,
  material: Material,
  state: Pick<StateStore, "trust">,
): Promise<void> {
  await state.trust(hookTrust(hook.id), material.hash);
  await asOwnWrite(root, () => keepGuard(root, hook, material.hash));
  await keepMaterial(root, hook.id, material);
}

/** Takes the trust in a hook back, also of one that is gone: it does not run, and nobody relies on it. */
export async function distrustHook(root: string, id: string, state: Pick<StateStore, "distrust">): Promise<void> {
  await state.distrust(hookTrust(id));
  await asOwnWrite(root, async () => forgetGuard(root, id));
}

/** A hook as a person last trusted it; `null` where that is not known, or is not what they trusted. */
export async function readEarlier(
  root: string,
  id: string,
  state: Pick<StateStore, "readTrusted">,
): Promise<Material | null> {
  const kept = valueIn(pathOf(root, id), isKept);
  if (kept === null) return null;
  const files = kept.files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") }));
  const hash: ContentHash = hashOfMaterial(files);
  return (await state.readTrusted(hookTrust(id))).includes(hash) ? { hash, files } : null;
}

/** One line of a text as it is now, or one that is gone from it. */
export interface MarkedLine {
  readonly mark: " " | "+" | "-";
  /** From 1; `null` for a line that is gone. */
  readonly number: number | null;
  readonly text: string;
}

/** All lines of a text, with what was added since an earlier form of it, and what was taken out. */
export function markChanges(before: string | null, now: string): MarkedLine[] {
  const lines = now.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const plain = lines.map((text, at): MarkedLine => ({ mark: " ", number: at + 1, text }));
  if (before === null) return plain;
  const old = before.split("\n");
  const marked: MarkedLine[] = [];
  let [at, gone] = [0, 0];
  for (const { start, added, removed } of hunksBetween(before, now)) {
    gone += start - 1 - at;
    marked.push(...plain.slice(at, start - 1));
    marked.push(...old.slice(gone, gone + removed).map((text): MarkedLine => ({ mark: "-", number: null, text })));
    marked.push(...plain.slice(start - 1, start - 1 + added).map((line): MarkedLine => ({ ...line, mark: "+" })));
    at = start - 1 + added;
    gone += removed;
  }
  return [...marked, ...plain.slice(at)];
}
