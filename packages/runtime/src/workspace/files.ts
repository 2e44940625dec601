import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Effect, FileContent, FileFact, Observation } from "@writ/contracts";
import { tokenDigestText } from "@writ/engine";
import { sha256 } from "../hash.ts";

/** Up to this size a file's content before a call is kept until the call ends; above it, only its hash. */
export const largestCopy = 16 * 1024 * 1024;
/** Up to this size a file is looked at as text. */
const largestText = 8 * 1024 * 1024;

/** Every path a call's effects name, in order, without duplicates. */
export function touchedPaths(effects: readonly Effect[]): string[] {
  const paths = new Set<string>();
  for (const effect of effects) {
    if (effect.op === "exec") continue;
    if (effect.from !== undefined) paths.add(effect.from);
    if (effect.path !== null) paths.add(effect.path);
    if (effect.to !== undefined) paths.add(effect.to);
    if (effect.carries !== undefined) paths.add(effect.carries);
  }
  return [...paths];
}

/** Digest of a text without its layout; the path tells whether its indentation means something. */
function tokensOf(text: string, path: string): string {
  return sha256(tokenDigestText(text, path));
}

/** The bytes as the record steps want them. */
export function contentOf(bytes: Uint8Array): FileContent {
  const text = bytes.byteLength > largestText ? null : textOf(bytes);
  const binary = text === null && (bytes.byteLength <= largestText || bytes.subarray(0, 8000).includes(0));
  return { hash: sha256(bytes), size: bytes.byteLength, text, binary };
}

/** The text exactly as its bytes say, byte order mark and all; `null` where they are no text. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 8000).includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The file's bytes, or `null` when there is no such file. Never waits: a pipe under its name is no file. */
export function readBytes(file: string): Uint8Array | null {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return fstatSync(handle).isFile() ? readFileSync(handle) : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Whether an error says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** What the session would remember of a file it just saw. */
export function observe(root: string, path: string, own: boolean): Observation {
  const file = join(root, path);
  const bytes = readBytes(file);
  if (bytes === null) return own ? { hash: null, own } : { hash: null };
  const content = contentOf(bytes);
  // Only what the session wrote itself may be re-laid by a formatter without becoming stale.
  return own && content.text !== null
    ? { hash: content.hash, own, tokens: tokensOf(content.text, path) }
    : { hash: content.hash };
}

/** Adds what the session knows of the file, and whether only its layout differs from that. */
export function withMemory(root: string, fact: FileFact, seen: Observation | undefined): FileFact {
  if (seen === undefined) return fact;
  if (seen.hash === fact.hash || seen.own !== true || seen.tokens === undefined || fact.hash === null) {
    return { ...fact, seen };
  }
  const file = join(root, fact.path);
  if (statSync(file).size > largestText) return { ...fact, seen };
  return { ...fact, seen, sameTokens: tokensOf(readFileSync(file, "utf8"), fact.path) === seen.tokens };
}
