import { join } from "node:path";
import type { Hook } from "@writ/contracts";
import type { Places } from "./handler-files.ts";

/** Where a hook's definition is. */
export function definitionOf({ source }: Pick<Hook, "source">, { root, builtins }: Places): string {
  return source.startsWith("builtin:") ? join(builtins ?? "", `${source.slice(8)}.yaml`) : join(root, source);
}
