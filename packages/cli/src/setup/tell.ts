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
    const reason = "reason" in change ? change.reason : undefined;
    const said = [change.purpose, reason]
      .filter((part) => part !== undefined)
      .map(visible)
      .join("; ");
    const line = `  ${words[change.action].padEnd(7)}  ${visible(change.path)}${said === "" ? "" : `  (${said})`}`;
    print(change.action === "keep" ? paint.dim(line) : change.action === "skip" ? paint.yellow(line) : line);
  }
}

/** A change for programs: what, where, what for, and why not. */
export function toJson(change: Change): Record<string, string> {
  const { action, path, purpose } = change;
  const reason = "reason" in change ? change.reason : undefined;
  return { action, path, ...(purpose === undefined ? {} : { purpose }), ...(reason === undefined ? {} : { reason }) };
}
