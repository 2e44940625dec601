#!/usr/bin/env node
"use strict";

// The bundle is chosen before anything is loaded: the hook answers an agent that is waiting.
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

const dist = join(__dirname, "..", "dist");
const isHook = process.argv[2] === "hook" && process.argv[3] !== "--help" && process.argv[3] !== "-h";
const bundle = join(dist, isHook ? "hook.cjs" : "cli.mjs");

/**
 * Runs the hook with what V8 kept of an earlier run: compiling takes longer than deciding. The name holds the size and
 * time of the bundle and Node's version, so what was kept of another one is never met; V8 refuses what does not fit.
 */
function runHook() {
  const { Script } = require("node:vm");
  const { size, mtimeMs } = statSync(bundle);
  const kept = join(dist, `hook-${size.toString(36)}-${Math.round(mtimeMs).toString(36)}-${process.version}.cache`);
  let cachedData;
  try {
    cachedData = readFileSync(kept);
  } catch {
    // There is none yet, or nobody may read it.
  }
  const code = `(function(require){${readFileSync(bundle, "utf8")}\n})`;
  const script = new Script(code, { filename: bundle, cachedData });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    process.once("exit", () => keep(script, kept));
  }
  script.runInThisContext()(createRequire(bundle));
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

if (!existsSync(bundle)) {
  process.stderr.write("writ is not built yet: run `npm start` in its checkout once.\n");
  process.exitCode = 2;
} else if (isHook) {
  runHook();
} else {
  void import(require("node:url").pathToFileURL(bundle).href);
}
