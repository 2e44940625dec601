import type { Io } from "../io.ts";
import { visible } from "../text/visible.ts";
import type { Change } from "./change.ts";

const words: Record<Change["action"], string> = {
  create: "create",
  rewrite: "change",
  move: "move to",
  delete: "delete",
  keep: "keep",
  skip: "skip",
};

/** One change a line. */
export function printChanges(changes: readonly Change[], { print, paint }: Pick<Io, "print" | "paint">): void {
  for (const change of changes) {
    const reason = "reason" in change && change.reason !== undefined ? `  (${visible(change.reason)})` : "";
    const line = `  ${words[change.action].padEnd(7)}  ${visible(change.path)}${reason}`;
    print(change.action === "keep" ? paint.dim(line) : change.action === "skip" ? paint.yellow(line) : line);
  }
}

/** A change for programs: what, where, and why not. */
export function toJson(change: Change): { action: string; path: string; reason?: string } {
  const { action, path } = change;
  return { action, path, ...("reason" in change && change.reason !== undefined && { reason: change.reason }) };
}
