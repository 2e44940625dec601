import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { hostFile } from "./warm-writ.mjs";

/** Bundles the process that runs commands one after the other. Vitest calls it before a run. */
export async function setup(): Promise<void> {
  // Each project of a run calls this.
  if (process.env.WRIT_TEST_HOST === String(process.pid)) return;
  process.env.WRIT_TEST_HOST = String(process.pid);
  await build({
    entryPoints: [{ in: fileURLToPath(new URL("host-main.ts", import.meta.url)), out: "warm-host" }],
    outdir: dirname(hostFile),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    chunkNames: "warm/[name]-[hash]",
    platform: "node",
    target: "node20.19",
    format: "esm",
    conditions: ["source"],
    // Its CommonJS form asks for its parts in a way no bundler sees.
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    external: ["fs-native-extensions", "libsql", "web-tree-sitter"],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    sourcemap: "linked",
    logLevel: "warning",
  });
}
