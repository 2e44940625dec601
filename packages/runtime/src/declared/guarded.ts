import { posix } from "node:path";
import type { Hook } from "@writ/contracts";
import { handlerNames, type RealName } from "./handler-files.ts";
import { isBuiltin } from "./registry.ts";

/** The handlers, and with one in a folder for hooks (`scripts/hooks/`) the whole folder: what it loads lies beside it. */
export function guardedBy(root: string, hooks: readonly Hook[], realName?: RealName): string[] {
  const names = hooks.filter((hook) => !isBuiltin(hook)).flatMap((hook) => handlerNames(root, hook, realName));
  const folders = names.map((name) => posix.dirname(name)).filter((folder) => posix.basename(folder) === "hooks");
  return [...new Set([...names, ...folders])];
}
