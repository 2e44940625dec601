import { join } from "node:path";
import { readIfThere } from "../files.ts";

/** A file as it was, byte for byte. */
export interface Original {
  readonly mode: number;
  /** In base64. */
  readonly content: string;
}

/** How the commit hook came to hold Writ's block. */
export interface HookRecord {
  readonly file: string;
  /** `extended`: the block was put into a hook. `wrapped`: the hook was moved aside and is called. */
  readonly how: "created" | "extended" | "wrapped";
  readonly before: Original | null;
  /** Hash of what was written. */
  readonly after: string;
  readonly madeFolder: boolean;
}

/** A settings file of an agent that Writ put its entries into. */
export interface WiredRecord {
  /** From the root. */
  readonly path: string;
  /** The file without anything of Writ's; `null` where there was none. */
  readonly before: Original | null;
  /** Hash of what was written. */
  readonly after: string;
}

/** What `init` did, so that `uninstall` can undo exactly that. */
export interface InstallRecord {
  readonly v: 1;
  readonly at: string;
  /** From the root. */
  readonly created: readonly string[];
  readonly hook: HookRecord | null;
  /** The hook for messages, where a person wanted it. */
  readonly messageHook: HookRecord | null;
  readonly wired: readonly WiredRecord[];
  /** Folders that were made for settings, from the root. */
  readonly folders: readonly string[];
  /** Settings that are kept out of git for one person. */
  readonly excluded: readonly string[];
}

/** Where the record lies. */
export const recordFile = (root: string) => join(root, ".orchestration", ".state", "install.json");

/** The record, `null` when there is none or it cannot be read. */
export async function readRecord(root: string): Promise<InstallRecord | null> {
  return readRecordAt(recordFile(root));
}

/** The same of a file with another name. */
export async function readRecordAt(file: string): Promise<InstallRecord | null> {
  const bytes = await readIfThere(file).catch(() => null);
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    // One from before agents were wired says nothing about them.
    const whole = isObject(value) ? { wired: [], folders: [], excluded: [], messageHook: null, ...value } : null;
    return isRecord(whole) ? whole : null;
  } catch {
    return null;
  }
}

/** As it is written. */
export function formatRecord(record: InstallRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

function isRecord(value: unknown): value is InstallRecord {
  if (!isObject(value) || value.v !== 1) return false;
  if (![value.created, value.folders, value.excluded].every(isPaths)) return false;
  if (!Array.isArray(value.wired) || !value.wired.every(isWiredRecord)) return false;
  return [value.hook, value.messageHook].every((hook) => hook === null || isHookRecord(hook));
}

/** From the root, and nowhere else. */
function isPaths(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPath);
}

function isPath(value: unknown): boolean {
  return typeof value === "string" && !value.startsWith("/") && !value.split(/[/\\]/).includes("..");
}

function isWiredRecord(value: unknown): value is WiredRecord {
  return isObject(value) && isPath(value.path) && typeof value.after === "string" && isOriginal(value.before);
}

function isHookRecord(value: unknown): value is HookRecord {
  return (
    isObject(value) && typeof value.file === "string" && typeof value.after === "string" && isOriginal(value.before)
  );
}

function isOriginal(value: unknown): value is Original | null {
  if (value === null) return true;
  return isObject(value) && typeof value.mode === "number" && typeof value.content === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
