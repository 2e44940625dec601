import { forEachChild, type SyntaxNode } from "unbash";
import { placed } from "../finding.ts";
import type { Arg } from "./arg.ts";
import { textOf } from "./words.ts";

/** The folder after `cd` with these arguments; `null` when that is unknown. */
export function folderAfter(args: readonly Arg[], dir: string | null): string | null {
  const target = args.length === 1 ? args[0]?.literal : null;
  if (typeof target !== "string" || target === "" || target.startsWith("-") || target.split("/").includes("..")) {
    return null;
  }
  return placed(target, { dir });
}

const moves: ReadonlySet<string> = new Set(["cd", "chdir", "pushd", "popd"]);

/** Whether a word is a command or function that changes the folder; `command` and `builtin` may stand before it. */
export function isMove(text: string | null, movers: ReadonlySet<string>): boolean {
  return text !== null && (moves.has(text) || movers.has(text));
}

/** Whether a part of the script may leave its shell in another folder. */
export function changesFolder(node: SyntaxNode, movers: ReadonlySet<string>): boolean {
  if (node.type === "Subshell" || node.type === "Script") return false;
  if (node.type === "Word") return isMove(textOf(node), movers);
  let found = false;
  forEachChild(node, (child) => {
    if (!found) found = changesFolder(child, movers);
  });
  return found;
}
