import type { FollowUp } from "@writ/contracts";
import { cut } from "../../text/cut.ts";

/** What a follow-up asks for, read from what a handler wrote. `unclear`: it cannot be carried out, and why. */
export type Wish =
  | { readonly kind: "open_file"; readonly path: string; readonly line: number | null }
  | { readonly kind: "run_command"; readonly command: string | readonly string[]; readonly cwd: string }
  | { readonly kind: "create_task"; readonly name: string; readonly scope: readonly string[] }
  | { readonly kind: "unclear"; readonly reason: string };

/** Reads a payload. Paths are as written: whoever uses them looks whether they stay in the repository. */
export function toWish({ kind, payload }: Pick<FollowUp, "kind" | "payload">): Wish {
  if (kind === "open_file") {
    const path = textIn(payload, "path", "file");
    if (path === null) return unclear("it names no path");
    const line = payload.line;
    return { kind, path, line: typeof line === "number" && Number.isSafeInteger(line) && line > 0 ? line : null };
  }
  if (kind === "run_command") {
    const command = commandIn(payload);
    return command === null ? unclear("it names no command") : { kind, command, cwd: textIn(payload, "cwd") ?? "." };
  }
  const name = textIn(payload, "title", "name", "summary", "description");
  if (name === null) return unclear("it has no title");
  const scope = payload.scope ?? payload.paths ?? [];
  return { kind, name, scope: toTexts(scope) };
}

const unclear = (reason: string): Wish => ({ kind: "unclear", reason });

function textIn(payload: FollowUp["payload"], ...keys: string[]): string | null {
  for (const key of keys) {
    const value = payload[key];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return null;
}

function toTexts(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === "string" && item !== "");
}

/** A text for the shell, or words; `args` beside a text make it words. */
function commandIn({ command, args }: FollowUp["payload"]): string | string[] | null {
  if (typeof command === "string" && command.trim() !== "")
    return Array.isArray(args) ? [command, ...toTexts(args)] : command;
  if (!Array.isArray(command)) return null;
  const words = toTexts(command);
  return words.length === command.length && words.length > 0 ? words : null;
}

/** What is asked for, in one line. */
export function sayWish(wish: Wish): string {
  switch (wish.kind) {
    case "open_file":
      return `open ${wish.path}${wish.line === null ? "" : `:${wish.line}`}`;
    case "run_command":
      return `run ${typeof wish.command === "string" ? wish.command : wish.command.map(quoted).join(" ")}${wish.cwd === "." ? "" : ` in ${wish.cwd}`}`;
    case "create_task":
      return `task: ${wish.name}`;
    case "unclear":
      return `cannot be carried out: ${wish.reason}`;
  }
}

/** A word as a shell takes it back. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The same on one line, with a mark where something is missing: what stands behind many blanks must not go unseen. */
export const sayBriefly = (one: Parameters<typeof toWish>[0]): string =>
  cut(sayWish(toWish(one)).replace(/\s{2,}/g, " ␣ "), 200);
