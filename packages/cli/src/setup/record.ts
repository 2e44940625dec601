import { join } from "node:path";
import { readIfThere } from "../files.ts";

/** How the commit hook came to hold Writ's block. */
export interface HookRecord {
  readonly file: string;
  /** `extended`: the block was put into a hook. `wrapped`: the hook was moved aside and is called. */
  readonly how: "created" | "extended" | "wrapped";
  /** The hook before, byte for byte. */
  readonly before: { readonly mode: number; readonly content: string } | null;
  /** Hash of what was written. */
  readonly after: string;
  readonly madeFolder: boolean;
}

/** What `init` did, so that `uninstall` can undo exactly that. */
export interface InstallRecord {
  readonly v: 1;
  readonly at: string;
  /** From the root. */
  readonly created: readonly string[];
  readonly hook: HookRecord | null;
}

/** Where the record lies. */
export const recordFile = (root: string) => join(root, ".orchestration", ".state", "install.json");

/** The record, `null` when there is none or it cannot be read. */
export async function readRecord(root: string): Promise<InstallRecord | null> {
  const bytes = await readIfThere(recordFile(root));
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** As it is written. */
export function formatRecord(record: InstallRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

function isRecord(value: unknown): value is InstallRecord {
  if (!isObject(value) || value.v !== 1 || !Array.isArray(value.created)) return false;
  if (!value.created.every((path) => typeof path === "string")) return false;
  return value.hook === null || isHookRecord(value.hook);
}

function isHookRecord(value: unknown): value is HookRecord {
  if (!isObject(value) || typeof value.file !== "string" || typeof value.after !== "string") return false;
  if (value.before === null) return true;
  return isObject(value.before) && typeof value.before.mode === "number" && typeof value.before.content === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
