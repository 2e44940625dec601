import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LayerOptions } from "./open-layer.ts";

/** What ships beside a program of Writ's: its own hooks, and what handlers run in. */
export type Shipped = Pick<LayerOptions, "builtins" | "host" | "late">;

/** As it lies in a folder of the package. */
export function shippedIn(folder: string): Shipped {
  const builtins = join(folder, "hooks");
  return {
    builtins: existsSync(builtins) ? builtins : null,
    host: join(folder, "dist", "handler.mjs"),
    late: join(folder, "dist", "late.mjs"),
  };
}
