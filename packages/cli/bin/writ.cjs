#!/usr/bin/env node
"use strict";

// The bundle is chosen before anything is loaded: the hook answers an agent that is waiting.
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const hook = process.argv[2] === "hook";
const bundle = join(__dirname, "..", "dist", hook ? "hook.cjs" : "cli.mjs");

if (!existsSync(bundle)) {
  process.stderr.write("writ is not built yet: run `npm start` in its checkout once.\n");
  process.exitCode = 2;
} else if (hook) {
  require(bundle);
} else {
  void import(pathToFileURL(bundle).href);
}
