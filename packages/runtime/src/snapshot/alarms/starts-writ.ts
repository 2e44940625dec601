import type { FileState } from "@writ/contracts";
import { bytesAt } from "../look/copies.ts";

/** By these words a setting starts Writ. */
const calling = /\.orchestration\/(?:writ\.sh|plugins\/)|\bwrit (?:hook|mcp|publish)\b/;

/** Whether a text starts Writ. */
export const callsWrit = (text: string): boolean => calling.test(text);

/** Whether a setting starts Writ. Writ's own files need not. */
export function startsWrit(root: string, path: string, state: FileState): boolean {
  if (path.startsWith(".orchestration/") || path === ".git/config" || state.size > 1024 * 1024) return false;
  const bytes = bytesAt(root, path, state);
  return bytes !== null && callsWrit(Buffer.from(bytes).toString("utf8"));
}
