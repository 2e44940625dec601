#!/usr/bin/env node
"use strict";

// The bundle is chosen before anything is loaded: the hook answers an agent that is waiting.
const { readFileSync, realpathSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { basename, join } = require("node:path");

const dist = join(__dirname, "..", "dist");
const [, , noun, verb] = process.argv;
const isHelp = verb === "--help" || verb === "-h";
const isHook = noun === "hook" && !isHelp;
const isDaemon = noun === "daemon" && (verb === "run" || verb === "index");
const isMcp = noun === "mcp" && !isHelp;
const bundle = join(dist, isHook ? "hook.cjs" : isDaemon ? "daemon.cjs" : isMcp ? "mcp.mjs" : "cli.mjs");

/**
 * Runs a bundle with what V8 kept of an earlier run: compiling takes longer than deciding. The name holds the size and
 * time of the bundle and Node's version, so what was kept of another one is never met; V8 refuses what does not fit.
 * @param {import("node:fs").Stats} stats the bundle's
 */
function run({ size, mtimeMs }) {
  const { Script } = require("node:vm");
  const kept = join(
    dist,
    `${basename(bundle, ".cjs")}-${size.toString(36)}-${Math.round(mtimeMs).toString(36)}-${process.version}.cache`,
  );
  let cachedData;
  try {
    cachedData = readFileSync(kept);
  } catch {
    // There is none yet, or nobody may read it.
  }
  const script = new Script(readFileSync(bundle, "latin1"), { filename: bundle, cachedData });
  const { course } = script.runInThisContext()(fromDist);
  if (course === undefined) return;
  if (cachedData === undefined || script.cachedDataRejected === true) {
    // What was compiled on the usual way serves most starts; another way would leave out what they need.
    process.once("exit", () => course.isUsual && keep(script, kept));
  }
}

/**
 * What a bundle asks for: Node's own, a file beside it, or a package. Packages are looked for from where this file really
 * is: a folder above it may be a link.
 * @param {string} name
 */
function fromDist(name) {
  if (name.startsWith("node:")) return require(name);
  if (name.startsWith(".")) return require(join(dist, name));
  return require("node:module").createRequire(realpathSync(__filename))(name);
}

/**
 * After the answer is given: what was compiled for it serves the next start.
 * @param {import("node:vm").Script} script
 * @param {string} file
 */
function keep(script, file) {
  try {
    const next = `${file}.${process.pid}`;
    writeFileSync(next, script.createCachedData(), { flag: "wx" });
    renameSync(next, file);
  } catch {
    // A folder nobody may write to: the next start compiles again.
  }
}

const stats = statSync(bundle, { throwIfNoEntry: false });
if (stats === undefined) {
  process.stderr.write("writ is not built yet: run `npm start` in its checkout once.\n");
  process.exitCode = 2;
} else if (isHook || isDaemon) {
  run(stats);
} else {
  void import(require("node:url").pathToFileURL(bundle).href);
}
