// `npm run test:changed [-- --since REV] [-- --seconds N]`: the tests nearest to what changed, for at most a minute.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { distancesTo, filesHere, importGraph } from "./import-graph.mjs";
import { root } from "./source-hash.mjs";

const help = `Usage: npm run test:changed [-- --since REV] [-- --seconds N]

Runs the tests nearest to what changed, until the time is used up, and names those it leaves out.

  --since REV   what changed since this commit, and is not committed (without it: what is not
                committed; where there is nothing, the last commit)
  --seconds N   how long the tests may take (40)

Examples:
  npm run test:changed
  npm run test:changed -- --since origin/main --seconds 120`;

/** @returns {{ since?: string, seconds: number, help: boolean }} */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: { since: { type: "string" }, seconds: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    const seconds = Number(values.seconds ?? 40);
    if (!(seconds > 0)) throw new Error("--seconds takes a number above 0");
    return { seconds, help: values.help === true, ...(values.since === undefined ? {} : { since: values.since }) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(2);
  }
}

/** @param {...string} args */
function git(...args) {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
      .split("\0")
      .filter((path) => path !== "");
  } catch (error) {
    console.error(/** @type {{ stderr?: string }} */ (error).stderr ?? String(error));
    process.exit(2);
  }
}

/** @param {string | undefined} since */
function changedSince(since) {
  const untracked = git("ls-files", "-z", "--others", "--exclude-standard");
  const tracked = git("diff", "-z", "--name-only", "--no-renames", since ?? "HEAD", "--");
  if (since !== undefined || tracked.length + untracked.length > 0) return [...tracked, ...untracked];
  return git("diff-tree", "-z", "-r", "--root", "--no-commit-id", "--name-only", "--no-renames", "HEAD");
}

/** @param {string} path */
const isTest = (path) =>
  /^(packages|tests)\/.*\.test\.ts$/.test(path) && !/\.deep\.test\.ts$|^tests\/(agents|must-fail)\//.test(path);

/** Tests of the built command import nothing of it: those that name a file's subject are near to it. */
const wordOf = (/** @type {string} */ path) => basename(path).replace(/\..*$/, "");

/**
 * The tests that a change can touch, nearest first.
 * @param {readonly string[]} changed
 */
function testsFor(changed) {
  const files = filesHere();
  const distances = distancesTo(importGraph(files), changed);
  const tests = files.filter(isTest);
  const words = new Set(changed.map(wordOf).filter((word) => word.length > 3 && word !== "index"));
  const isInCommand = changed.some((path) => /^packages\/(?!testkit)[a-z]+\/(src|hooks|shim|bin)\//.test(path));
  const rows = tests.map((path) => {
    const near = distances.get(path);
    if (near !== undefined) return { path, distance: near };
    const text = readFileSync(join(root, path), "utf8");
    if (changed.some((file) => text.includes(file) || text.includes(`"${basename(file)}"`)))
      return { path, distance: 1 };
    if ([...words].some((word) => basename(path).includes(word))) return { path, distance: 2 };
    if (changed.some((file) => file.startsWith("docs/")) && text.includes('"docs')) return { path, distance: 3 };
    return isInCommand && text.includes("scenarios/") ? { path, distance: 99 } : null;
  });
  return rows.filter((row) => row !== null).sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1));
}

/** How long each file took when it last ran here. */
function lastTimes() {
  const file = join(root, ".build", "test-times.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

const { since, seconds, help: wantsHelp } = readArguments();
if (wantsHelp) {
  console.log(help);
  process.exit(0);
}
const changed = changedSince(since);
const candidates = testsFor(changed);
const times = lastTimes();
const budget = seconds * 1000 * Math.min(2, availableParallelism());
let used = 0;
const chosen = [];
const left = [];
for (const { path } of candidates) {
  const time = times[path] ?? 1500;
  if (used + time > budget && chosen.length > 0) left.push(path);
  else {
    used += time;
    chosen.push(path);
  }
}
if (chosen.length === 0) {
  console.log(`${changed.length} changed files, and no test leads to them. npm test runs every test.`);
  process.exit(0);
}
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", ...chosen], { cwd: root, stdio: "inherit" });
if (left.length > 0) {
  console.log(
    `\nLeft out for time: ${left.length} of ${candidates.length} files that may depend on the change. npm test runs every test.`,
  );
  for (const path of left.slice(0, 10)) console.log(`  ${path}`);
  if (left.length > 10) console.log(`  and ${left.length - 10} more`);
}
process.exitCode = status ?? 1;
