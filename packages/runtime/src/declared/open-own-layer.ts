import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EventLayer } from "@writ/contracts";
import { realPorts } from "../ports.ts";
import { depthIn } from "./environment.ts";
import { hasLayer } from "./guards.ts";
import { shippedIn } from "./shipped.ts";

/** The package this very file was bundled into: `dist/` itself, or a folder of its pieces. */
function packageFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return dirname(existsSync(join(here, "handler.mjs")) ? here : dirname(here));
}

/** The layer for the program that uses Writ as a library; `null` where the repository has none. */
export async function openOwnLayer(root: string): Promise<EventLayer | null> {
  if (!hasLayer(root)) return null;
  const { openEventLayer } = await import("./open-layer.ts");
  const { env } = process;
  const hearing = { environment: env.WRIT_ENVIRONMENT || "dev", depth: depthIn(env) };
  return openEventLayer(root, { ...shippedIn(packageFolder()), ...hearing, env, now: realPorts.now });
}
