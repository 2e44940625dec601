// Runs a TypeScript file of this workspace against the sources: `node scripts/run.mjs <file> [arguments]`.
import { mkdirSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./source-hash.mjs";

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: node scripts/run.mjs <file.ts> [arguments]");
  process.exit(2);
}
const outfile = join(root, ".build", "run", `${basename(file, ".ts")}.${process.pid}.mjs`);
mkdirSync(join(root, ".build", "run"), { recursive: true });
await build({
  entryPoints: [resolve(file)],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  conditions: ["source"],
  // Its CommonJS form asks for its parts in a way no bundler sees.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  external: ["fs-native-extensions", "libsql", "esbuild", "web-tree-sitter"],
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  sourcemap: "inline",
  logLevel: "warning",
});
process.argv = [process.execPath, resolve(file), ...args];
try {
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(outfile, { force: true });
}
