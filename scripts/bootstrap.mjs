// Makes a checkout runnable: installs when the lock file changed, builds when a source did. Says nothing otherwise.
// Plain Node, no dependency: this runs before there are any.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { hashOf, isBuilt, root } from "./source-hash.mjs";

const oldestNode = [20, 19];
const lockFile = join(root, "package-lock.json");
const installStamp = join(root, "node_modules", ".writ-install");
const claim = join(root, ".build", "bootstrap.lock");
const patience = 10 * 60_000;

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a step, and shows what it printed only when it failed.
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 * @param {boolean} [shell]
 */
function step(what, command, args, shell = false) {
  console.error(`${what} ...`);
  const done = spawnSync(command, args, { cwd: root, shell, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (done.status === 0) return;
  fail(`${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}\n${what} failed.`);
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function checkMachine() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = oldestNode;
  if (major < needMajor || (major === needMajor && minor < needMinor)) {
    fail(`Writ needs Node ${oldestNode.join(".")} or later; this is ${process.versions.node}.`);
  }
  if (spawnSync("git", ["--version"]).status !== 0) fail("Writ needs git, and found none on the PATH.");
}

/** A package that needs another version of something has a folder of its own for it; without it, it would get the wrong one. */
const areNestedThere = () =>
  [...(textOf(lockFile) ?? "").matchAll(/^ {4}"(packages\/[^"]+\/node_modules\/[^"]+)": \{([^}]*)/gm)].every(
    ([, path = "", entry = ""]) => entry.includes('"optional": true') || existsSync(join(root, path)),
  );

const isInstalled = () =>
  existsSync(lockFile) &&
  existsSync(join(root, "node_modules")) &&
  textOf(installStamp) === hashOf(lockFile) &&
  areNestedThere();

function install() {
  const how = existsSync(lockFile) ? "ci" : "install";
  const flags = [how, "--no-audit", "--no-fund"];
  // npm tells its scripts where it is; asked directly, Windows needs a shell to start npm.cmd.
  const npm = process.env.npm_execpath;
  const windows = process.platform === "win32";
  if (npm !== undefined && basename(npm) === "npm-cli.js") step(`npm ${how}`, process.execPath, [npm, ...flags]);
  else step(`npm ${how}`, windows ? "npm.cmd" : "npm", flags, windows);
  writeFileSync(installStamp, hashOf(lockFile));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** One bootstrap at a time: two installs in one folder ruin it. */
async function takeTurn() {
  mkdirSync(join(root, ".build"), { recursive: true });
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      writeFileSync(claim, String(process.pid), { flag: "wx" });
      process.on("exit", () => {
        if (textOf(claim) === String(process.pid)) rmSync(claim, { force: true });
      });
      for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => process.exit(1));
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    }
    dropDeadClaim();
    if (Date.now() > deadline) fail(`Another bootstrap has been running for ten minutes; if not, delete ${claim}.`);
    await wait(100);
  }
}

/** A claim whose process is gone is set aside; an empty one is given a moment to be filled in. */
function dropDeadClaim() {
  const holder = textOf(claim);
  if (holder === null) return;
  const age = Date.now() - (statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (holder === "" ? age < 5000 : isAlive(Number(holder))) return;
  const aside = `${claim}.${process.pid}`;
  try {
    renameSync(claim, aside);
    // Someone else was faster, and this is the new claim: it goes back.
    if (textOf(aside) !== holder) renameSync(aside, claim);
    else rmSync(aside, { force: true });
  } catch {
    // Gone already: the next round sees what is there.
  }
}

checkMachine();
if (!isInstalled() || !isBuilt()) {
  await takeTurn();
  if (!isInstalled()) install();
  if (!isBuilt()) step("build", process.execPath, [join(root, "scripts", "build.mjs"), "--bundles"]);
}
