import { mkdirSync, readdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { fail } from "@writ/contracts";
import type { Announce } from "../announce.ts";
import { crypto } from "../crypto.ts";
import { storeFailed } from "../failure.ts";
import type { Seal } from "./sealing.ts";
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

/**
 * What a JSON file of `.state/` holds: `absent`, `corrupt` when it is not what it should be, or the value. One that is
 * sealed counts only with its seal.
 */
export function readJson<T>(
  path: string,
  check: Check<T>,
  seal?: Seal,
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
  const body = bodyOf(text, seal);
  if (body === null) return { state: "corrupt" };
  try {
    const value: unknown = JSON.parse(body);
    return check(value) ? { state: "ok", value, text: body } : { state: "corrupt" };
  } catch {
    return { state: "corrupt" };
  }
}

/**
 * A value as a file of `.state/` holds it: in one line, and its sum in the next, so that a flipped bit is noticed. What
 * opens something has a seal in place of the sum, so that an edit is noticed too.
 */
export function jsonText(value: unknown, seal?: Seal): string {
  const body = JSON.stringify(value);
  return `${body}\n${lastLine(body, seal?.(body) ?? null)}`;
}

const lastLine = (body: string, sealed: string | null): string =>
  sealed === null ? `{"sum":"${sumOf(body)}"}\n` : `{"seal":"${sealed}"}\n`;

/**
 * The line with the value; `null` where it is not the one that was written. Files of version 0.1.0 have no sum. Once
 * the installation has a key, what should have a seal and has none was not written by Writ.
 */
function bodyOf(text: string, seal?: Seal): string | null {
  const end = text.indexOf("\n");
  const rest = end === -1 ? "" : text.slice(end + 1);
  const body = end === -1 ? text : text.slice(0, end);
  const sealed = seal?.(body) ?? null;
  if (sealed === null && (rest === "" || isIndented(text))) return text;
  return rest === lastLine(body, sealed) ? body : null;
}

/** Whether a user, or a test, wrote it by hand: no file with a sum has an indented line. */
const isIndented = (text: string): boolean => /^[[{]\s*\n/.test(text);

/** Any one character that is another gives another sum. Hooks need it too, so nothing is loaded for it. */
export function sumOf(body: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < body.length; at += 1) sum = Math.imul(sum ^ body.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** Whether a JSON file is missing, or as it was written. */
export function isSoundJson(path: string, seal?: Seal): boolean {
  try {
    return readJson(path, (value): value is unknown => value !== undefined, seal).state !== "corrupt";
  } catch {
    return false;
  }
}

/** The value in a JSON file; `null` when there is none that can be used. */
export function valueIn<T>(path: string, check: Check<T>, seal?: Seal): T | null {
  const read = readJson(path, check, seal);
  return read.state === "ok" ? read.value : null;
}

/**
 * Writes a value in one move. Not flushed to the disk unless told: what `.state/` holds survives a kill without,
 * and after a power cut a session that is lost only has to select its intent again.
 */
export async function writeJson(
  path: string,
  value: unknown,
  { seal, announce, ...options }: { sync?: boolean; seal?: Seal; announce?: Announce | undefined } = {},
): Promise<void> {
  // Most hooks only read: what writes is loaded when something is to be written.
  const { writeAtomic } = await import("../atomic.ts");
  const text = jsonText(value, seal);
  await writeAtomic(path, text, { sync: false, ...options, check: async () => announce?.(path, text) });
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
