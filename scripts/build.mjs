// Builds what `writ` ships into packages/cli/dist. `--bundles` leaves the types out: enough to run it.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { build } from "esbuild";
import { withoutBarrels } from "./barrels.mjs";
import { declarationsFrom } from "./declarations.mjs";
import { latePackages } from "./late-packages.mjs";
import { noticesOf } from "./notices.mjs";
import { oneFile } from "./one-file.mjs";
import { hashOfSources, root, stampFile } from "./source-hash.mjs";

const cli = join(root, "packages", "cli");
const source = join(cli, "src");
const dist = join(cli, "dist");

/** Packages with a binary inside: they stay outside the bundles and are real dependencies of `writ`. */
const native = ["fs-native-extensions", "libsql", "web-tree-sitter"];

/** CommonJS code inside an ES module still wants its `require`. */
const requireForModules =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

const pluginHeader = `// Writ: asks .orchestration/writ.sh before a tool runs, and tells it what happened.
// Written by \`writ init\`, the same in every repository; \`writ uninstall\` takes it out. Do not edit it.
`;

/**
 * A bundle that imports another bundle's entry (`import("./compile-main.ts")`) loads that bundle when it gets there,
 * instead of carrying it.
 * @type {import("esbuild").Plugin}
 */
const otherBundles = {
  name: "other-bundles",
  setup({ onResolve }) {
    onResolve({ filter: /-main\.ts$/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: `./${bundleOf(basename(path))}`, external: true } : undefined,
    );
  },
};

/** @type {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  platform: "node",
  target: "node20.19",
  conditions: ["source"],
  // Its CommonJS form asks for its parts in a way no bundler sees.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  external: native,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  plugins: [otherBundles, withoutBarrels, latePackages],
  metafile: true,
  write: false,
  logLevel: "warning",
};

/** Bundles that are started as they are, or that import what is not known when they are built. */
const modules = ["cli", "mcp", "handler", "late", "typescript"];

/**
 * The file an entry becomes: CommonJS starts faster; the command, the MCP server and the library are ES modules.
 * @param {string} entry
 */
function bundleOf(entry) {
  if (entry === "index.ts") return "index.js";
  const name = entry.replace(/-main\.ts$/, "");
  return modules.includes(name) ? `${name}.mjs` : `${name}.cjs`;
}

/** Writes every bundle there is an entry for: `src/index.ts` and `src/*-main.ts`. */
async function buildBundles() {
  const entries = readdirSync(source).filter((name) => name === "index.ts" || name.endsWith("-main.ts"));
  const outputs = [];
  const inputs = new Set();
  for (const entry of entries.sort()) {
    const { name, ext } = posix.parse(bundleOf(entry));
    const isCommonJs = ext === ".cjs";
    const { outputFiles = [], metafile } = await build({
      ...common,
      ...(isCommonJs ? { minify: true } : { banner: { js: requireForModules } }),
      entryPoints: [{ in: join(source, entry), out: name }],
      outExtension: { ".js": ext },
      format: "esm",
      splitting: true,
      chunkNames: `chunks/${name}-[hash]`,
    });
    for (const input of Object.keys(metafile?.inputs ?? {})) inputs.add(input);
    const files = isCommonJs ? await oneFile(piecesOf(outputFiles, metafile)) : [];
    const laid = files.map((file) => ({
      path: join(dist, file.name === `${name}.cjs` ? "" : "chunks", file.name),
      contents: file.code,
    }));
    for (const { path, contents } of isCommonJs ? laid : outputFiles) {
      put(path, contents);
      outputs.push(toPosix(relative(root, path)));
    }
  }
  const notices = join(dist, "THIRD-PARTY.txt");
  put(notices, noticesOf(root, inputs));
  return [...outputs, toPosix(relative(root, notices))];
}

/** What `writ init` puts into repositories: each agent's plugin as one readable file, with all it needs inside. */
async function buildPlugins() {
  const outputs = [];
  for (const agent of ["amp", "cline", "kilo", "opencode", "pi"]) {
    const { outputFiles = [] } = await build({
      absWorkingDir: root,
      entryPoints: [join(root, "packages", "adapters", "plugins", `${agent}.js`)],
      bundle: true,
      platform: "node",
      target: "node20.19",
      format: "esm",
      charset: "utf8",
      banner: { js: pluginHeader },
      write: false,
      logLevel: "warning",
    });
    const path = join(dist, "plugins", `${agent}.js`);
    for (const { contents } of outputFiles) put(path, contents);
    outputs.push(toPosix(relative(root, path)));
  }
  return outputs;
}

/** What an editor checks a hook file with; `writ hooks scaffold` puts a copy beside the hooks. */
function copySchemas() {
  const path = join(dist, "schema", "hook.schema.json");
  put(path, readFileSync(join(root, "schema", "hook.schema.json")));
  return [toPosix(relative(root, path))];
}

/**
 * esbuild splits only ES modules, and Node starts CommonJS faster: so the pieces are made first and turned then.
 * @param {import("esbuild").OutputFile[]} files
 * @param {import("esbuild").Metafile | undefined} metafile
 */
function piecesOf(files, metafile) {
  return files.map((file) => {
    const { imports = [], exports = [], entryPoint } = metafile?.outputs[toPosix(relative(root, file.path))] ?? {};
    const eager = imports.filter(({ kind, external }) => kind === "import-statement" && external !== true);
    return {
      name: basename(file.path),
      code: file.text,
      isEntry: entryPoint?.endsWith("-main.ts") === true,
      eager: eager.map(({ path }) => posix.basename(path)),
      exports,
    };
  });
}

/**
 * Replaces a file in one move, so that a process starting meanwhile reads the old one or the new one.
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
function put(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.${process.pid}.new`;
  writeFileSync(next, contents);
  renameSync(next, path);
}

/**
 * What an earlier build left behind goes last, when nothing new refers to it.
 * @param {string[]} outputs
 */
function dropOldBundles(outputs) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = toPosix(relative(root, join(entry.parentPath, entry.name)));
    if (entry.isFile() && !path.startsWith("packages/cli/dist/types/") && !outputs.includes(path))
      rmSync(join(root, path));
  }
}

/** @param {string} path */
function toPosix(path) {
  return path.split(sep).join("/");
}

/** Checks the types, and lays the declarations the library leads to side by side, so that `writ` needs no `@writ/*`. */
function buildTypes() {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { status } = spawnSync(process.execPath, [tsc, "-b", join(root, "packages", "cli")], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);

  const types = join(dist, "types");
  rmSync(types, { recursive: true, force: true });
  for (const [path, text] of declarationsFrom("cli/index.d.ts")) put(join(types, path), text);
}

const started = Date.now();
const sources = hashOfSources();
const bundlesOnly = process.argv.includes("--bundles");
if (!bundlesOnly) {
  buildTypes();
  // npm shows the README that lies beside the manifest; its pages come along, so that its links lead somewhere.
  copyFileSync(join(root, "README.md"), join(cli, "README.md"));
  rmSync(join(cli, "docs"), { recursive: true, force: true });
  cpSync(join(root, "docs"), join(cli, "docs"), { recursive: true });
}
const outputs = [...(await buildBundles()), ...(await buildPlugins()), ...copySchemas()];
dropOldBundles(outputs);
put(stampFile, `${JSON.stringify({ sources, outputs }, null, 2)}\n`);
if (!bundlesOnly) console.log(`built ${outputs.length} files in ${Date.now() - started} ms`);
