import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { fail } from "@writ/contracts";
import { crypto } from "../crypto.ts";
import { storeFailed } from "../failure.ts";
import { isMissing, readPlainFile, statePath } from "./sidecar.ts";

/** Tells whether what a file holds is what it should hold. Written by hand: the hook path loads no schema library. */
export type Check<T> = (value: unknown) => value is T;

/** An object that is neither `null` nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isString = (value: unknown): value is string => typeof value === "string";

/** A list of strings. */
export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString);
}

/** What a JSON file of `.state/` holds: `absent`, `corrupt` when it is not what it should be, or the value. */
export function readJson<T>(
  path: string,
  check: Check<T>,
): { state: "absent" } | { state: "corrupt" } | { state: "ok"; value: T; text: string } {
  let text: string;
  try {
    const bytes = readPlainFile(path, 64 * 1024 * 1024);
    if (bytes === null) return { state: "absent" };
    if (!(bytes instanceof Uint8Array)) throw fail("STORE_FAILED", { action: `read ${path}`, reason: bytes.reason });
    text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return { state: "absent" };
    throw storeFailed("read", path, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? { state: "ok", value, text } : { state: "corrupt" };
  } catch {
    return { state: "corrupt" };
  }
}

/** The value in a JSON file; `null` when there is none that can be used. */
export function valueIn<T>(path: string, check: Check<T>): T | null {
  const read = readJson(path, check);
  return read.state === "ok" ? read.value : null;
}

/**
 * Writes a value in one move. Not flushed to the disk unless told: what `.state/` holds survives a kill without,
 * and after a power cut a session that is lost only has to select its intent again.
 */
export async function writeJson(path: string, value: unknown, options = { sync: false }): Promise<void> {
  // Most hooks only read: what writes is loaded when something is to be written.
  const { writeAtomic } = await import("../atomic.ts");
  await writeAtomic(path, `${JSON.stringify(value)}\n`, options);
}

/** Makes a folder of `.state/`; one that cannot be made is a broken store. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw storeFailed("make the folder", path, error);
  }
}

/** Moves a file that cannot be used out of the way, where a person can look at it. Call it under the file's lock. */
export function quarantine(state: string, path: string): void {
  const folder = statePath(state, "quarantine");
  makeFolder(folder);
  try {
    renameSync(path, join(folder, `${basename(path)}.${crypto().randomBytes(4).toString("hex")}`));
  } catch (error) {
    if (!isMissing(error)) throw storeFailed("set aside", path, error);
  }
}

/** The names in a folder, sorted; none when it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw storeFailed("list", folder, error);
  }
}
