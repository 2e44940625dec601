// Runs `writ check` in a workflow: annotations to the log, the findings as SARIF and as a comment beside it.
// Whether it passed is an output, so that the steps after it still run.
import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { WRIT_RANGE = "", RUNNER_TEMP, GITHUB_OUTPUT } = process.env;
const folder = mkdtempSync(join(RUNNER_TEMP ?? tmpdir(), "writ-"));
const [sarif, comment] = [join(folder, "writ.sarif"), join(folder, "comment.md")];
const range = WRIT_RANGE === "" ? [] : [WRIT_RANGE];
const files = ["--also", `sarif=${sarif}`, "--also", `markdown=${comment}`];

/** The package, by the name in its manifest. On the public registry that name is somebody else's. */
const name = "writ";

/** @param {string} text */
function complain(text) {
  console.log(`::error title=writ check::${text.replaceAll(/[%\r\n]/g, " ")}`);
  return 1;
}

/** Whether the lock file beside this script has Writ as a tarball that lies there too, and with its hash. */
function isHere() {
  try {
    const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "package-lock.json"), "utf8"));
    const { resolved, integrity } = packages[`node_modules/${name}`];
    return /^file:[\w.-]+\.tgz$/.test(resolved) && /^sha\d+-/.test(integrity);
  } catch {
    return false;
  }
}

/**
 * Npm without a shell, which would read the words anew: where it is a batch file, Node runs what that would.
 * @param {string[]} words
 * @returns {[string, string[]]}
 */
function npm(words) {
  const script = join(dirname(process.execPath), "node_modules", "npm", "bin", "npm-cli.js");
  return process.platform === "win32" ? [process.execPath, [script, ...words]] : ["npm", words];
}

/** Installs what lies beside this script, in a folder of its own: in the checkout, npm would do as the change says. */
function install() {
  if (!isHere())
    return complain("There is no Writ beside the action: put its tarball and a lock file there, as docs/ci.md says.");
  for (const file of readdirSync(import.meta.dirname).filter((one) => /^package(-lock)?\.json$|\.tgz$/.test(one)))
    copyFileSync(join(import.meta.dirname, file), join(folder, file));
  const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, error } = spawnSync(...npm(words), { cwd: folder, stdio: "inherit" });
  if (error !== undefined) return complain(`npm could not be started: ${error.message}`);
  return status === 0 ? 0 : complain("Writ could not be installed from beside the action.");
}

function check() {
  const program = join(folder, "node_modules", name, "bin", "writ.cjs");
  const args = ["check", "--in", process.cwd(), "--format", "github", ...files, "--", ...range];
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, stdio: "inherit" }).status;
}

const passed = install() === 0 && check() === 0;
const outputs = {
  // What wrote no report did not check.
  ok: String(passed && existsSync(sarif) && existsSync(comment)),
  "sarif-file": existsSync(sarif) ? sarif : "",
  "comment-file": existsSync(comment) ? comment : "",
};
for (const [output, value] of Object.entries(outputs)) {
  if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `${output}=${value}\n`);
}
