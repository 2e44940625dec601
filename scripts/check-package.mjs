// Packs `writ` as npm would, and checks it the way a person who installs it meets it.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./source-hash.mjs";

const cli = join(root, "packages", "cli");
const bench = mkdtempSync(join(tmpdir(), "writ-package-"));
process.on("exit", () => rmSync(bench, { recursive: true, force: true }));

/**
 * @param {string} what
 * @param {string[]} args what to run with this Node
 * @param {string} cwd
 */
function run(what, args, cwd) {
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status === 0) return stdout;
  console.error(`${stdout}\n${what} found a problem.`);
  process.exit(1);
}

/**
 * The script behind a command of an installed package.
 * @param {string} name
 * @param {string} command
 */
function commandOf(name, command) {
  const folder = join(root, "node_modules", ...name.split("/"));
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[command]);
}

/** @param {string} cwd */
function pack(cwd) {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error("Run this as `npm run check:package`.");
  const [packed] = JSON.parse(run("npm pack", [npm, "pack", "--json", "--pack-destination", bench], cwd));
  return {
    tarball: join(bench, packed.filename),
    files: packed.files.map((/** @type {{path: string}} */ file) => file.path),
  };
}

/**
 * Every package the shipped declarations import must come with `writ`.
 * @param {string} types
 * @param {string[]} dependencies
 */
function checkDeclarations(types, dependencies) {
  for (const file of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".d.ts")) continue;
    for (const [, specifier = ""] of readFileSync(join(types, file), "utf8").matchAll(
      /(?:from |import\()"([^."][^"]*)"/g,
    )) {
      const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
      if (isBuiltin(specifier) || dependencies.includes(name)) continue;
      console.error(`dist/types/${file} imports ${specifier}, which is no dependency of writ.`);
      process.exit(1);
    }
  }
}

const plugins = ["amp", "cline", "kilo", "opencode", "pi"].map((agent) => `dist/plugins/${agent}.js`);
const { tarball, files } = pack(cli);
const { dependencies } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"));
for (const needed of [
  "bin/writ.cjs",
  "dist/index.js",
  "dist/types/cli/index.d.ts",
  "LICENSE",
  "README.md",
  "docs/hooks.md",
  ...plugins,
]) {
  if (files.includes(needed)) continue;
  console.error(`The package lacks ${needed}.`);
  process.exit(1);
}

run("publint", [commandOf("publint", "publint"), "--strict", cli], root);
run("attw", [commandOf("@arethetypeswrong/cli", "attw"), tarball, "--profile", "esm-only"], root);
checkDeclarations(join(cli, "dist", "types"), Object.keys(dependencies));

const modules = join(bench, "consumer", "node_modules");
mkdirSync(modules, { recursive: true });
for (const file of files) cpSync(join(cli, file), join(modules, "writ", file));
for (const name of [...Object.keys(dependencies), "@types/node"]) {
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
}
const consumer = dirname(modules);
writeFileSync(join(consumer, "package.json"), '{ "type": "module" }\n');
writeFileSync(join(consumer, "use.ts"), 'import * as writ from "writ";\nconsole.log(Object.keys(writ).length);\n');
const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
// Not everybody skips the check of what they install.
options.push("--skipLibCheck", "false", "--exactOptionalPropertyTypes");
run("the types", [commandOf("typescript", "tsc"), ...options, "use.ts"], consumer);
run("the library", ["--input-type=module", "-e", 'await import("writ")'], consumer);
console.log(`writ packs well: ${files.length} files.`);
